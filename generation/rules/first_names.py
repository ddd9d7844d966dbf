"""First names beside those of ``verbalise.given``: they tell that somebody is meant, not of which sex.

Where classes are as good as guessed, a name tells more: "Television Academy" and "Red Army" are persons to the sample
of DBpedia.
"""

from __future__ import annotations

import re

from contragraph.generation.verbalise.given import GIVEN

_MORE = """
Abhishek Abigail Aditya Adrien Aidan Ajay Ajith Akira Akiva Akshay Alan-Michael Alastair Alejandro Alex Alyson Amitabh
Amrish Ang Anjelica Anupam Anurag Armando Armin Arnon Art Asa Ashok Ashton Atom Avi Baz Beau Benicio Bernardo Bette
Billie Bing Bipasha Blake Blythe Boaz Boman Bradley Brannon Brendan Brett Burnett Caleb Cameron Carlo Carole Casey Cate
Channing Charlton Chiwetel Claudette Cloris Condoleezza Conrad Corbin Corey Cormac Cree Dante Darren Darryl Debra Delmer
Delroy Demi Denholm Denzel Dick Dilip Dimitri Dino Djimon Dolph Dom Dominic Donal Donny Drew Duff Dustin Dwayne Ekta Eli
Elia Elias Elijah Elliot Elliott Elmore Elton Ennio Etta Ewan Famke Farrah Forest Fran Francis Freddie Friz Gabriel Gale
Gardner Geena Gerard Gil Gillian Giorgio Giovani Glen Gordon Graeme Grant Gregg Groucho Grover Guillermo Gus
Gwen Haim Hal Harrison Haruki Haskell Hayao Hayden Heath Henrik Herb Hoda Holly Humphrey Iain Ida Idris Imelda Ingmar
Ira Irrfan Irving Irwin Ismail Jackie Jackson Jada Jamie Jaco Jay Jermaine Jill Jodie Josh Joss Judd Jude Judi Julian
June Kanye Kareena Kathy Keenan Ken Kenny Kerry Kevyn Kiefer Kim Kirk Kris Kristin Kyle Kyra Lalo Lana Lauryn Lee
Lenny Les Liev Lloyd Loretta Lori Loudon Luc Luther Lyle Lyndon Lynn Mahesh Majel Mandy Manny Marcello Marcia Marcus
Mare Margot Mariah Marisa Mary-Louise Mauricio Megan Mel Menahem Merian Merle Meryl Mia Mickey Mila Miles Milla Mimi
Minnie Mira Miranda Moe Morgan Mychael Myrna Nana Neal Ned Nelly Noah Nora Omar Orlando Oswald Pandro Pat Patty Pierce
Pietro Pritam Raj Rajendra Rajesh Rakesh Rakhee Rani Ravi Reese Renny Rhys Ridley Robin Roddy Rolfe Rosario Rowan Roy
Ruby Ryuichi Sacha Saif Salman Sanjeev Satyajit Savannah Shammi Sharmila Sheena Shelley Shemp Shia Shonda Shriya Sienna
Sonny Spike Stevie Stewart Stirling Stockard Sufjan Sunil Susannah Sven Sydney Sylvester Tak Tara Taylor Telly Tennessee
Terence Tex Thandie Thelma Thelonious Tilda Tonino Toni Tracy Tress Trisha Tupac Val Vernon Viggo Vilmos Vincente Ving
Vishal Vittorio Wally Wayne Wes Whoopi Winona Wynton Yann Yash Yoko Yoram Zac Zach
"""
FIRST_NAMES = GIVEN | frozenset(_MORE.split())
_INITIALS = re.compile(r"(?:[A-Z]\. ?)+$")


def is_first_name(word: str) -> bool:
    """Whether a name begins so that it is somebody's: by a first name, or by an initial."""
    return word in FIRST_NAMES or _INITIALS.match(word) is not None
