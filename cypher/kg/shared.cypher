// name: kg.shared
// doc: The relations of a KG that belong to another one of the store, each as one text: id, number of facts, label.
// params: kg: string
// returns: shared
// mode: read
// engines: both
MATCH (k:Kg {kg: $kg})
RETURN k.shared AS shared
