"""The model, the store protocol and its engines. Engines are imported when a store is opened, not before."""
