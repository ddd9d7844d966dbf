"""What is told at all, and what a reader may believe: rules of the generator that are no proof.

A proof says that two sides contradict; these rules say whether anybody would write so. They are ordered by what they
look at:

- one true fact: `tellable` (can a text tell it), `slips` (is it a slip of its graph: `wikidata_slips`,
  `dbpedia_slips`, `dbpedia_ends`, `dbpedia_names`, `first_names`, `yago_slips`, `yago_ends`), `lives` (is it within a
  life), `mangled` and `called_otherwise` (is its label a
  name), `labels` (what a label tells), `once` (what a text tells once of a thing);
- one lie: `refused` (kinds of lies that leave a way out), `sorts` (can it be said of such things), `commonplace` (does
  everybody know better), `strained` (would a reader stop), `pointless` (does
  anybody ask), `unnatural` (would anybody write it, in DBpedia and YAGO: with `the_one`, `compared_places`,
  `namesake_players`, `other_values`, `joined`),
  `one_time` (are its ends of one time);
- a lie, the truth it answers, and the facts between them: `plausible` (the design's traps), `placing` (do places lie
  so), `believable` (all rules above together), `plain` (more of them, for lies worded as truths);
- a proposal against the whole graph: `admitted` (with a reason in words), `standing` (against what every reader knows).
"""
