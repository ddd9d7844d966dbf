// name: doctor.texts
// doc: Every text.
// returns: id, body
// mode: read
// engines: both
MATCH (t:Text) RETURN t.id AS id, t.body AS body
