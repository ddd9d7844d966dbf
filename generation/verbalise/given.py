"""Given names that tell a sex, and that a surname follows: for people of whom the graph says neither.

Only names that are nearly always of one sex, and of languages in which the family name comes last.
"""

from __future__ import annotations

_MEN = """
Aaron Abraham Adam Adolfo Adolph Aidan Alan Albert Alberto Alec Alexander Alexandre Alfred Alfredo Allan Allen
Alphonse Anatole Andre Andrew Andy Anthony Anton Antonio Arnold Art Arthur Augustine Augusto Barack Barry Basil Ben
Benito Benjamin Bernard Bertrand Bill Billy Blaise Bob Bobby Boris Brad Brandon Brendan Bret Brian Brody Bruce Bruno
Bryan Burt Caleb Carl Carlos Carmelo Carmine Cecil Cedric Chad Chaim Charles Christian Christoph Christophe
Christopher Chuck Clark Claudio Cliff Clint Clive Colin Colm Conan Corbin Corin Craig Crispin Curtis Damian Damon Dan
Daniel Danny Dante Dave David Dean Deion Delroy Dennis Derek Dick Diego Dmitri Dmitry Dominic Don Donald Donnie Doug
Douglas Duncan Dwight Dylan Earl Ed Eddie Edgar Edmund Eduard Edward Edwin Eli Elmer Elon Elvis Emile Emilio Enrique
Eric Erich Erik Ernest Ernie Ernst Ethan Eugene Eugène Ezra Felix Ferdinand Fernando Flavio Francis Francisco Frank
Franklin Frantz Franz Fred Frederic Frederick Fredric Friedrich Fritz Fyodor Gabriel Garry Garth Gary Gene Geoffrey
Georg George Georges Gerald Gerhard Giancarlo Gil Gilbert Gilles Giovanni Giuseppe Glen Gordon Gottfried Graham Grant
Greg Gregory Guglielmo Guillaume Gustav Gustave Gustavo Guy György Günter Günther Hal Hank Hans Hans-Joachim Harold
Harry Harvey Hassan Heinrich Henri Henry Herbert Herman Hermann Howard Hubert Hugh Hugo Iain Ian Igor Immanuel Irwin
Isaac Italo Ivan Jack Jackson Jacob Jacques Jaden Jake James Jared Jason Javier Jay Jean-Jacques Jean-Paul Jeb Jeff
Jefferson Jeffrey Jens Jeremy Jermaine Jerome Jerry Jim Jimi Jimmy Joe Joel Johann Johannes John Johnny Jon Jonah
Jonathan Jonny Jorge Josef Joseph Josh Joshua José Juan Judd Jules Julian Julius Justin Karl Keith Kenneth Kevin Kirk
Klaus Knut Konrad Kurt Kyle Lance Larry Lars Lawrence Leander Leif Lennie Leo Leon Leonard Leonardo Leonhard Leonid
Leopold Lewis Liam Lionel Lloyd Lorenzo Lou Louis Ludwig Luigi Luis Luke Lyle Malcolm Marc Marcel Marco Marcus Mario
Mark Marlon Martin Marty Marvin Matt Matthew Maurice Max Maximilian Melvin Michael Michel Mick Miguel Mihail Mike
Mikhail Milton Mitchell Mohammed Nathan Nathaniel Neal Ned Neil Nelson Neville Nicholas Nick Nicolas Niels Nikita
Nikolaas Nikolai Noah Noam Noel Norbert Norman Novak Oliver Orson Oscar Otto Owen Pablo Padraic Patrick Paul Paulo
Pedro Percival Percy Pete Peter Phil Philip Philippe Pierre Poul Quentin Quincy Rafael Rainer Ralf Ralph Randy Ray
Raymond Reinhard Reinhold René Ric Ricardo Richard Richie Rick Ricky Ringo Ritchie Rob Robert Roberto Rod Roger Roland
Roman Ron Ronald Ronnie Roy Rudolf Rudolph Rufus Rupert Russell Ryan Salvador Samuel Sandro Saul Scott Sean Sebastian
Sergei Seth Shaquille Shawn Shimon Sidney Sigmund Simon Slavoj Spike Stan Stanley Stefan Stephen Steve Steven Stuart
Syd Søren Ted Terence Terrence Theodor Theodore Thiago Thom Thomas Tim Timothy Tjalling Tobias Toby Todd Tom Tommy
Tony Travis Trevor Trey Umberto Vernon Victor Viktor Vince Vincent Vittorio Vladimir Václav Wallace Walt Walter Warren
Waylon Wayne Werner Wernher Wesley Wilhelm Will Willem William Willie Wilt Wim Winston Winthrop Wolfgang Woody Wyatt
Xavier Yevgeny Zach Zachary Ziggy
"""
MEN = frozenset(_MEN.split())
_WOMEN = """
Abigail Adele Agatha Agnes Agnetha Aimee Alanis Alessandra Alexandra Alice Alicia Alison Alyson Amanda Amber Amy
Angela Angelina Angie Anita Anjelica Ann Anna Anne Annette Annie Aretha Audrey Ayn Barbara Barbra Bea Beatrice
Bernadette Beth Bette Betty Beverly Bonnie Brenda Bridget Britney Brittany Brooke Carla Carlene Carly Carmen Caroline
Carrie Catherine Cecilia Celine Charlize Charlotte Chelsea Cherie Cheryl Chimamanda Christina Christine Cindy Claire
Clara Claudia Colleen Connie Cynthia Dannii Debbie Deborah Debra Demi Denise Diana Diane Dionne Dolly Dolores Donna
Doris Dorothy Edith Eileen Elaine Eleanor Elena Elisabeth Elizabeth Ella Ellen Ellie Elsie Emilia Emily Emma Emmylou
Enid Erica Erika Esther Eva Felicia Florence Frances Gabrielle Geraldine Gertrude Gina Gladys Gloria Grace Greta Gwen
Gwendolyn Gwyneth Halle Hannah Harriet Heather Heidi Helen Helena Henrietta Hillary Holly Ingrid Irene Isabel Isabella
Isabelle Ivana Jacqueline Jane Janet Janis Jasmine Jayne Jeanne Jemima Jenna Jennifer Jenny Jessica Jill Joanna Joanne
Joely Joni Josephine Joyce Judith Judy Julia Juliana Julianne Julie Juliet Juliette June Karen Kate Katharine
Katherine Kathleen Kathryn Kathy Katia Katie Katy Keira Kerri Kirsten Kristen Kristin Kylie Laura Lauren Laurene Lena
Leona Lesley Lilly Lily Linda Lisa Liv Liza Lois Loretta Lorraine Louise Lucille Lucy Lydia Madeleine Madonna Maggie
Marcia Margaret Margarete Maria Marianne Marie Marilyn Marisa Marlene Marsha Martha Martina Mary Matilda Maureen Maya
Mazie Megan Meglena Melanie Melina Melissa Michelle Mildred Miley Mindy Miranda Molly Monica Muriel Nadia Nancy Naomi
Natalie Natasha Nell Nicole Nikki Nina Norah Olivia Olympia Oprah Pam Pamela Patricia Patrizia Patti Patty Paula
Pauline Peggy Penelope Peri Phyllis Priscilla Rachael Rachel Rebecca Regina Renee Renée Rita Roberta Rosa Rosalind
Rosanna Rose Rosemary Roxanne Ruby Ruth Sally Salma Samantha Sandra Sara Sarah Scarlett Shakira Sharon Sheila Shelley
Sheryl Shirley Sienna Sigourney Silvia Siobhan Sofia Solange Sophia Sophie Stella Stephanie Suhasini Susan Susanna
Suzanne Sylvia Tahnee Taissa Talia Tamara Tanja Tara Tarja Teresa Teri Thelma Theresa Tiffany Tina Tori Uma Ursula
Vanessa Venus Vera Veronica Victoria Viola Violet Virginia Wendy Whitney Wilhelmina Yvonne Zelda Zooey
"""
WOMEN = frozenset(_WOMEN.split())
_EITHER = (
    "Adrian Ali Andrea Ashley Billie Buddy Cam Candy Carey Carol Carroll Carter Cary Charlie Chris Claude Cory Dev "
    "Evelyn Fran Freddie Gerry Glenn Hilary Hope Jackie Jan Jesse Joan Jude Kari Kelly Laurence Lindsay Mackenzie "
    "Marion Mel Rene Robbie Rory Sam Sammy Simone Terry Toni Vivian"
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
