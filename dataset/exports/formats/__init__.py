"""The formats of exports, one module each; what stands here is found by itself."""
