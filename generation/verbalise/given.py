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
Fyodor Gary Gene Geoffrey Georg George Georges Gerald Gerhard Gilbert Gilles Giovanni Giuseppe Gottfried
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
Adolfo Anatole Blaise Brody Bruno Carmelo Chaim Claudio Clive Conan Corin Damian Deion Elon Emile Erich Eugène
Flavio Frantz Garry Garth Guglielmo György Günter Jaden Jeb Jefferson Knut Leander Leif Lennie Lou Marlon Marty
Melvin Nelson Neville Nikolaas Novak Orson Padraic Paulo Percival Percy Poul Quincy Ralf Reinhard Ric Richie
Ritchie Ronnie Rufus Salvador Sandro Shaquille Shawn Shimon Syd Terrence Thiago Thom Toby Trey Václav Wallace
Waylon Wilt Wim Winthrop Wyatt Xavier Yevgeny Ziggy
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
Agnetha Aimee Aretha Ayn Carlene Chelsea Cherie Chimamanda Connie Elsie Emilia Enid Erika Felicia Gladys Jacqueline
Jemima Joanne Joely Joyce Kathryn Katia Kerri Lesley Margarete Marsha Maya Mazie Meglena Melina Michelle Muriel
Nell Patti Peri Regina Roberta Sheryl Siobhan Solange Suhasini Tahnee Taissa Talia Tanja Tarja Tiffany Venus
Violet Zelda
"""
WOMEN = frozenset(_WOMEN.split())
_EITHER = (
    "Andrea Carol Charlie Chris Claude Evelyn Glenn Hilary Joan Laurence Marion Rene Robbie Sam Simone Terry Vivian"
)
EITHER = frozenset(_EITHER.split())
"""Names of men in one country, and of women in another."""
GIVEN = MEN | WOMEN | EITHER


_OF_ONE_NAME = {
    "he": """Plato Jesus Boethius Montesquieu Ginuwine RZA Raekwon Timbaland Plies Seal Flea Lemmy Ne-Yo Q-Tip
    Big_Sean Kid_Rock     Lil_Wayne Nate_Dogg Big_Boi Meek_Mill Swizz_Beatz Wiz_Khalifa Flavor_Flav Magic_Johnson
    Hulk_Hogan Ozzy_Osbourne Alice_Cooper
    Billie_Joe_Armstrong H._P._Lovecraft J._J._Thomson E._B._White B._F._Skinner G._K._Chesterton H._Rider_Haggard
    Berry_Gordy Chris_Paul Chris_Pronger Lou_Reed Sam_Cooke Sam_Mendes Sam_Smith Alexis_de_Tocqueville Count_Basie
    Claude_Shannon Evelyn_Waugh Gore_Vidal Walker_Percy Kingsley_Amis Kelsey_Grammer Lamar_Odom Cameron_Crowe""",
    "she": """Nena Iman St._Vincent Beyoncé Fergie P._D._James Billie_Lourd Toni_Basil Toni_Morrison C._C._H._Pounder
    KT_Tunstall J._K._Rowling Joan_Baez Joan_Jett Kendall_Jenner Rebbie_Jackson
    Kim_Deal Diablo_Cody Violet_Mersereau""",
}
_KNOWN = {name.replace("_", " "): pronoun for pronoun, names in _OF_ONE_NAME.items() for name in names.split()}
"""People whose first names tell nothing, or who have only one."""


def sex_of(label: str) -> str:
    """The pronoun that a person's first name tells, of a name of two words or more, or that is known; else empty."""
    first, _, rest = label.partition(" ")
    if label in _KNOWN or not rest:
        return _KNOWN.get(label, "")
    return "he" if first in MEN else "she" if first in WOMEN else ""
