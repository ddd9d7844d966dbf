// name: versions.text
// doc: A text.
// params: text: string
// returns: body, verbaliser, style
// mode: read
// engines: both
MATCH (t:Text {id: $text}) RETURN t.body AS body, t.verbaliser AS verbaliser, t.style AS style
