"""Given names that tell a sex, and that a surname follows: for people of whom the graph says neither.

Only names that are nearly always of one sex, and of languages in which the family name comes last.
"""

from __future__ import annotations

_MEN = """
Aaron Abraham Adam Alan Albert Alberto Alec Alexander Alfred Alfredo Allan Allen Alphonse Andrew Andy Anthony Anton
Antonio Arnold Arthur Augusto Barack Barry Ben Benito Benjamin Bernard Bertrand Bill Billy Bob Bobby Brad Brandon
Brian Bruce Bryan Burt Carl Carlos Cecil Chad Charles Christian Christoph Christophe Christopher Chuck Clint Colin
Colm Craig Curtis Dan Daniel Danny Dave David Dean Dennis Derek Diego Dmitri Dmitry Don Donald Donnie Doug Douglas
Duncan Dwight Earl Ed Eddie Edgar Edmund Eduard Edward Edwin Elmer Elvis Emilio Enrique Eric Erik Ernest Ernst Ethan
Eugene Ezra Felix Ferdinand Fernando Francisco Frank Franklin Franz Fred Frederic Frederick Fredric Friedrich Fritz
Fyodor Gary Gene Geoffrey Georg George Georges Gerald Gerhard Gilbert Gilles Giovanni Giuseppe Glenn Gottfried
Graham Greg Gregory Gustav Gustave Guy Günther Hank Hans Hans-Joachim Harold Harry Harvey Heinrich Henri Henry
Herbert Herman Hermann Howard Hubert Hugh Hugo Ian Igor Immanuel Isaac Italo Ivan Jack Jacob Jacques Jake James
Jared Jason Javier Jean-Jacques Jean-Paul Jeff Jeffrey Jens Jeremy Jerome Jerry Jim Jimi Jimmy Joe Joel Johann
Johannes John Johnny Jon Jonah Jonathan Jorge Josef Joseph Joshua José Juan Jules Julius Justin Karl Keith Kenneth
Kevin Klaus Konrad Kurt Lance Larry Lars Lawrence Leo Leon Leonard Leonardo Leonhard Leonid Leopold Lewis Liam
Lionel Lorenzo Louis Ludwig Luigi Luis Luke Marc Marcel Marco Mario Mark Martin Marvin Matt Matthew Maurice Max
Maximilian Michael Michel Mick Miguel Mihail Mike Mikhail Milton Nathan Nathaniel Neil Nicholas Nick Nicolas Niels
Nikita Nikolai Noam Noel Norbert Norman Oliver Oscar Otto Owen Pablo Patrick Paul Pedro Pete Peter Phil Philip
Philippe Pierre Quentin Rafael Rainer Ralph Randy Ray Raymond Reinhold René Ricardo Richard Rick Ricky Ringo Rob
Robert Roberto Rod Roger Roland Roman Ron Ronald Rudolf Rudolph Rupert Russell Ryan Samuel Scott Sean Sebastian
Sergei Seth Sidney Sigmund Simon Slavoj Stan Stanley Stefan Stephen Steve Steven Stuart Søren Ted Theodor Theodore
Thomas Tim Timothy Tjalling Tobias Todd Tom Tommy Tony Travis Trevor Umberto Victor Vince Vincent Vladimir Walt
Walter Warren Werner Wernher Wesley Wilhelm Will Willem William Willie Winston Wolfgang Woody Zachary
"""
MEN = frozenset(_MEN.split())
_WOMEN = """
Adele Agatha Agnes Alanis Alessandra Alexandra Alice Alicia Alison Amanda Amy Angela Angelina Anita Anjelica Ann
Anna Anne Annette Annie Audrey Barbara Barbra Beatrice Bernadette Beth Betty Beverly Bonnie Brenda Bridget Britney
Brooke Carla Carly Carmen Caroline Carrie Catherine Cecilia Celine Charlize Charlotte Cheryl Christina Christine
Cindy Claire Clara Claudia Colleen Cynthia Dannii Debbie Deborah Denise Diana Diane Dionne Dolly Dolores Donna Doris
Dorothy Edith Eileen Elaine Eleanor Elena Elisabeth Elizabeth Ella Ellen Emily Emma Emmylou Erica Esther Eva
Florence Frances Gabrielle Geraldine Gertrude Gloria Grace Greta Gwendolyn Gwyneth Halle Hannah Harriet Heather
Heidi Helen Helena Henrietta Hillary Ingrid Irene Isabel Isabella Ivana Jane Janet Janis Jasmine Jayne Jeanne Jenna
Jennifer Jessica Joanna Joni Josephine Judith Judy Julia Juliana Julianne Julie Juliet Karen Kate Katharine
Katherine Kathleen Katie Katy Keira Kirsten Kristen Kylie Laura Lauren Laurene Lena Leona Lilly Lily Linda Lisa Liv
Liza Lois Lorraine Louise Lucille Lucy Lydia Madeleine Madonna Maggie Margaret Maria Marianne Marie Marilyn Marlene
Martha Martina Mary Matilda Maureen Melanie Melissa Mildred Miley Mindy Molly Monica Nadia Nancy Naomi Natalie
Natasha Nicole Nina Norah Olivia Olympia Oprah Pamela Patricia Patrizia Paula Pauline Peggy Penelope Phyllis
Priscilla Rachael Rachel Rebecca Renee Renée Rita Rosa Rosalind Rosanna Rose Rosemary Roxanne Ruth Sally Samantha
Sandra Sarah Scarlett Shakira Sharon Sheila Shirley Sigourney Silvia Sofia Sophia Sophie Stella Stephanie Susan
Susanna Suzanne Sylvia Tamara Teresa Theresa Tina Tori Uma Ursula Vanessa Vera Veronica Victoria Viola Virginia
Wendy Whitney Wilhelmina Zooey
"""
WOMEN = frozenset(_WOMEN.split())
_EITHER = "Andrea Carol Charlie Chris Claude Evelyn Hilary Joan Laurence Marion Rene Robbie Sam Simone Terry Vivian"
EITHER = frozenset(_EITHER.split())
"""Names of men in one country, and of women in another."""
GIVEN = MEN | WOMEN | EITHER


def sex_of(label: str) -> str:
    """The pronoun that a person's first name tells, of a name of two words or more; else empty."""
    first, _, rest = label.partition(" ")
    if not rest:
        return ""
    return "he" if first in MEN else "she" if first in WOMEN else ""
