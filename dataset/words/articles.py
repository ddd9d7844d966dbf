"""Which names are said with *the*, by their words alone: "the Soviet Union", "the Falkland Islands"."""

from __future__ import annotations

import re
from functools import lru_cache

_STARTS = re.compile(
    r"(?:United (?:States|Kingdom|Nations|Arab)|(?:Netherlands|Bahamas|Philippines|Maldives|Gambia|Vatican)$|"
    r"(?:\w+ )?(?:Republic|Kingdom|Union|Commonwealth|Federation) of |"
    r"(?:People's State|State|Empire|Duchy|Grand Duchy|Archduchy|Principality|Province|Emirate|Sultanate|"
    r"Free State|Electorate|"
    r"Margraviate|County|City|Municipality|Diocese|Archdiocese|Department|Isle|Gulf|Bay|Sea|Strait|University|College|"
    r"Faculty|School|Games|Group|Center|Centre|Battle|Siege|Treaty|House|Order|Legion|Academy|Institute|"
    r"Ministry|Library|"
    r"Church|Government|"
    r"Parliament|Embassy|Chamber|Congress|Senate|Supreme Court|Hall|Palace|Temple|Tower|Cathedral|Medal|Cross|"
    r"Bank(?! of America)|Territory|Metropolitan City|Crown|Executive Office|Office|President) of (?!America)|"
    r"(?:Autonomous Province|Autonomous Republic|Regional Municipality|Assumption|Annunciation|Nativity|Colony|"
    r"Dominion|District|Legion|Viceroyalty|Crown|Realm|Lordship|"
    r"March|Landgraviate|Bishopric|Archbishopric|Prince-Bishopric|County Palatine|Voivodeship|Governorate|Khanate) of |"
    r"(?:Armed Forces|Constitution|Upper Peninsula|London Borough|Free Hanseatic City|Free City|East Riding|"
    r"West Riding|Archdiocese|Roman Catholic (?:Arch)?[Dd]iocese|Royal College|Royal Corps|"
    r"Directors Guild|Writers Guild|"
    r"Western Front|Eastern Front|Presidency|Supreme Soviet|Kingdom|Nationalist faction|International System) of |"
    r"Union between |University (?:at|in) |River [A-Z]|"
    r"(?:Prime Minister|Governor|Lieutenant Governor|Chancellor|Mayor|Speaker|Vice President|King|Queen|Emperor|Sultan|"
    r"Archbishop|Bishop) of |"
    r"(?:Treaty|Convention|Agreement|Protocol|Declaration|Covenant|Pact|Accord) (?:on|concerning|against|between|for) |"
    r"(?:Federal State|Federated States|City University|State University|Canton|Commune|Abbey|"
    r"Legislative Assembly|National Assembly|House of Lords|"
    r"Radio Corporation|Bureau|Secretary|Knights?|Sons|Daughters|Council|Court|Museum|Conservatory|Synod|See|"
    r"Patriarchate|Declaration|Hundred|Forest|Plain|Cape|Valley|Mouth|Coast|Fall|Sack|Congress|Peace|Partition|Burning|Sinking|"
    r"Assassination|Death|Invasion|Liberation|Annexation) of |"
    r"(?:Royal )?Conservatoire (?:of|de) |Verein (?:zur|für|der) |Collège de |École (?:des|de la|normale|nationale|du)|"
    r"Croix de |International Force for |Palme d'Or|Port of (?!Spain)|"
    r"Museo |Musée |Museu |Museum für |Galleria |Galería |Pinacoteca |"
    r"Organisation |Académie |Organización |Orchestre |Orquesta |Società |Société |Accademia |"
    r"(?:[A-Z]\w+ )+(?:protectorate|mandate|colony|occupation|invasion|annexation|partition|conquest) of |"
    r"(?:[Jj]udicial|[Ll]egal|[Ee]ducation|[Pp]olitical|[Hh]ealth|[Tt]ransport) system of |"
    r"(?:Group on|Center for|Centre for|Bank for|University Corporation for|Games of) |"
    r"(?:Confederate States of|International (?:Centre|Center|Court) (?:of|for)|Captaincy General of) |"
    r"(?:Organi[sz]ation|Confederation|Federation|Union|Agency|Alliance|Community|League|Association|"
    r"Society) (?:of|for) |"
    r"(?:People's|Democratic|Federal|Islamic|Socialist) (?:\w+ )*Republic|"
    r"(?:National|Royal) (?:Academy|Museum|Library|Gallery|Institute|Assembly|Society|Navy|Air Force)|Presidential |"
    r"\d{4}(?:[–-]\d{2,4})? |\d+(?:st|nd|rd|th) (?=[a-z]|Congress|Regiment|Army|Infantry|Battalion))"
)
_ENDS = re.compile(
    r"(?<![\w-])(?:Republic|United States|Authority|Kingdom|(?<!Boardwalk )Empire|Union|Federation|"
    r"Confederation|Commonwealth|Khanate|Dynasty|Caliphate|Islands|"
    r"Mountains|Alps|River|Ocean|Sea|Canal|Desert|Peninsula|Strait|Valley|Basin|Highlands|Party|Army|Navy|"
    r"Air Force|Award|Awards|Honors|Honours|Prize|Medal|Cross|Championship|Championships|Olympics|Cup|Grand Prix|"
    r"Observatory|Foundation|Pact|Area|Time Zone|Convention|Crusades|Treaty|Community|"
    r"Association|Organi[sz]ation|League|Committee|Council|Society|Orchestra|Philharmonic|Museum|Commission|"
    r"Agency|Parliament|Legislature|Congress|Senate|Assembly|Institute|Front|Alliance|Coalition|Region|District|Oblast|"
    r"Renaissance|Enlightenment|Holocaust|Revolution|Uprising|Crusade|Expo|Bible|"
    r"Quran|Nile|Rhine|Danube|Realm|Program|Programme|metropolitan area|Police Department|Bureau|Consortium|Initiative|"
    r"Armed Forces|Corps|National Guard|Coast Guard|Board|Fund|Secretariat|Protocol|Agreement|Accords?|Declaration|"
    r"Charter|Rite|Movement|National Park Service|Dictionary|Digital Library|Public Library|"
    r"Legion|Festival|Monarchy|Fellowship|Scholarship|Plain|Great Plains|Riots|Genocide|"
    r"Massacre|Areas|Territories|Emirates|"
    r"Conflict|Conquest|Expedition|Campaign|Inquisition|Reformation|Depression|Bible|Talmud|Internet|"
    r"(?:International|World|Reserve|Central|Development|Investment|Settlements) Bank|World Bank(?: Group)?|"
    r"(?:Slovak|Free|Islamic|Papal|Federated|Baltic|Confederate|Balkan|Gulf|Crusader) States?|"
    r"(?:Supreme|Criminal|High|Constitutional|Federal|District|Appeals|International|Arbitration) Court|"
    r"(?:Spanish|Austrian|Southern|Habsburg|Caribbean) Netherlands|(?<!'s )(?<!’s )(?:Hall|Walk) of Fame|"
    r"(?:Golden|Silver|Crystal) (?:Bear|Lion|Globe|Palm|Leopard|Eagle|Raspberry|Boot|Ball)|"
    r"(?:State|Justice|Treasury|Education|Police|Fire|War) Department|"
    r"(?:Research|Production|Sales|Finance|Marketing|Engineering|Legal|Purchasing|Personnel|Planning) Department|"
    r"Wars|Communion|Berlin Wall|Hemisphere|English Channel|Indies|(?:Eastern|Western|Northern) Cape|Calendar|Strip|"
    r"Reich|International System of Units|Middle Ages|Northern Territory|(?<!Union )Pacific|Caucasus|Commune|Gulf|"
    r"Purple Heart|Soviet|Conference|(?:Lincean|Royal|National|Swedish|Bavarian|Hungarian|Pontifical) Academy|"
    r"Städtetag|(?<!Grand )Final|Deep South|Bible Belt|Sun Belt|Rust Belt|Upper Midwest|"
    r"Thirteen Colonies|Wehrmacht|West Midlands|(?:Western|Eastern) Front|World Wide Web|(?:North|South) Island|"
    r"Reserve System|Guild|Royal College|Hitler Youth|Latin Church|Holy Land|Silk Road|Great Wall|Iron Curtain|"
    r"(?:Catholic|Orthodox|Episcopal|Methodist|Lutheran|Presbyterian|Baptist|Reformed) Church|"
    r"Broadcasting (?:Company|Corporation|System|Service|Network)|(?:Revenue|Forest|Postal|Secret|Weather|Health|"
    r"Intelligence|Security|Park) Service|(?:Stock|Securities|Mercantile) Exchange|"
    r"Olympic Stadium|Manuscript Library|Women's Hall of Fame|"
    r"Conservatory|(?:State|Theatre|Military|Naval) Academy|Pacific Northwest|"
    r"(?:Programming|Paramount|News) Network|Common Market|Burgundian Netherlands|Greek Theatre|"
    r"Registry|State Capitol|Superdome|"
    r"Astrodome|Colosseum|(?<!Northern )Territory|Intifada|Southern Cone|Mid-Atlantic|Midlands|Near East|Far East|"
    r"(?:Upper|Lower) (?:Peninsula|House)|(?:Adventist|Apostolic|Anglican|Coptic|Syriac|Maronite) Church|"
    r"Business Channel|Intelligentsia|Diaspora|Old Norse Religion|Cold War|Space Race|Prohibition Era|Resistance|"
    r"Blitz|Sturmabteilung|Schutzstaffel|Waffen-SS|Gestapo|Luftwaffe|Bundeswehr|Bundestag|Reichstag|Knesset|Duma|"
    r"(?:Victorian|Teutonic|Imperial|Livonian|Jesuit|Franciscan|Dominican|Cistercian|Golden) Order|"
    r"Air Forces|(?:\d+(?:st|nd|rd|th)) century|"
    r"Cabinet|Politburo|Comintern|Waterway|Archipelago|Cordillera|Pampas|Steppe|Isthmus|Arc|Plateau|Delta|"
    r"International (?:Finance )?(?:Corporation|Bank|Fund)|Encyclop(?:a|ae|æ)?edia|Antilles|"
    r"Juilliard School|Film Board of Canada|Montreal Canadiens|"
    r"Oklahoma City Thunder|Miami Heat|Utah Jazz|Orlando Magic|Colorado Avalanche|Tampa Bay Lightning|Minnesota Wild|"
    r"(?:Red|White) Sox|(?:Federal|National|Provisional|State|Royal|Imperial|Military|Central) Government)$"
)
_WITHIN = re.compile(
    r"\b(?:Award|Decoration|Prize|Medal|Cross|Order|Championship|Cup|Government|Senate|Ministry|School|Institute|Academy|Museum|"
    r"Conservatory|Council|Association|Society|University|Party|Community|Organi[sz]ation|Fund|"
    r"Bank(?= for)|Centre|Center|Federation|"
    r"Union|Agency|Commission|Committee|Conference|Court|Office|Bureau|Department|League|Confederation|Alliance|"
    r"Programme?|Encyclop(?:a|ae|æ)?edia|Dictionary|Charter|Convention|Protocol|"
    r"Agreement) (?:for|of|in|on|against|to)\b|"
    r"^[A-Z]\w+ language$|^Middle-Eastern theatre of |^European theatre of World War II?$|^British Raj$|"
    r" for Best |national .*team$|^[A-Z]\w+ wars in |"
    r"^(?:Solar System|Taliban|Caribbean|Middle East|Fertile Crescent|Midwest|Arctic|Maghreb|"
    r"Great Lakes|British Isles|Catalan Countries|Sun|Moon|Milky Way|White House|West Bank|Holy See|"
    r"Balkans|Pyrenees|Carpathians|Himalayas|Andes|Rockies|Appalachians|Urals|Apennines|Vosges|Ardennes|"
    r"Dolomites|Hebrides|Azores|Seychelles|Comoros|Alhambra|Dardanelles|Bosphorus|Sahara|Kremlin|Pentagon|"
    r"Louvre|Bronx|Hague|"
    r"Rocky Mountains|Elbe|Oder|Dniester|Dnieper|"
    r"Volga|Thames|Seine|Loire|Tiber|Ganges|Levant|Rio Grande)$|"
    r"(?:Olympic|Paralympic|Asian|Commonwealth|American) Games$"
)
_NEVER = re.compile(
    r"(?:The |the |A |An |Saint \w+$|St\.? \w+$|Mount |Lake |Christ |List of |"
    r"Fellow |Officer |Commander |Knight |Dame |Member |[a-z])"
)
_PUBLIC = re.compile(
    r"\b(?:international|intergovernmental|multilateral|regional|government|military|political|peace|world|UN|"
    r"United Nations) .*(?:organi[sz]ation|institution|bank|forum|regime|agency|agreement|treaty|body|force|group|"
    r"bloc)\b|"
    r"^(?:treaty|agreement|armistice|law enforcement agency|police (?:department|force)|mountain range|river|range of "
    r"mountains|military alliance|trade bloc|customs union)\b",
    re.IGNORECASE,
)
_PRIVATE = re.compile(r"\b(?:label|company|conglomerate|corporation|multinational|band|music)\b", re.IGNORECASE)
_PUBLIC_END = re.compile(
    r"(?:Group|Bank|Forum|System|Conference|Regime|Mechanism|Arrangement|Process|Partnership|Centre|Center|"
    r"Court|Office|"
    r"Facility|Department|Movement|Fund|Entente|Compact|Force|Forces|Police|Bloc|Summit|Axis|Quartet|Triple Alliance)$"
)
_SCHOOL_IN = re.compile(
    r"(?!American |Catholic |Hebrew |Technical |Free |Open |Central |National )"
    r"[A-Z][\w.&'-]+ (?:State )?University (?:in|of|at) "
)
"""Schools with a name of their own: "Washington University in St. Louis", "Indiana University of Pennsylvania"."""
_OWNED = re.compile(
    r"(?!(?:People|Women|Men|Children)['’]s |(?:Critics|Actors|Producers|Directors)['’] )[\w.]+(?:['’]s|s['’]) "
)
_RESOLUTION = re.compile(
    r" (?:Resolution|Directive|Amendment) \d+$|^Queen Mary University |, University of |"
    r" and the |: |^[A-Z]\w*(?: [A-Z]\w*)* (?:to|at|Even|with) the |"
    r"^Even the | The "
)
"""Numbered papers, bands, and titles of works: "From the Manger to the Cross"."""
_SMALL_END = re.compile(
    r" (?:insurgency|colonial empire|"
    r"region|range|family|dynasty|era|dispute|conflict|crisis|massacre|genocide|dollar|peso|franc|krone|yen|ruble|pound|"
    r"rupee|dinar|rial|riyal|dirham|lira|"
    r"revolution|movement|wars?|campaign|expedition|invasion|uprising|riots|attacks|bombings?|rite|"
    r"constitution|monarchy|government|parliament|"
    r"economy|pandemic|universe|script|calendar|period|province|alphabet|"
    r"revolt|rebellion|multiverse|kingdom|people|peoples|diaspora|strike|protests|crash|accident|blockade|coup|"
    r"Group on Earth|(?:metropolitan|electoral) division|statistical area)$"
)
_WORLD = frozenset(("world", "universe", "internet", "sun", "moon", "human body", "sea", "sky", "military"))
_OF_ONE = re.compile(
    r"(?:history|culture|politics|economy|geography|territory|government|border|demographics|music|cinema|flag|"
    r"constitution|monarchy|foreign relations|monarch|head of state|"
    r"prime minister|president|governor|mayor|law|military|people|languages) of |"
    r"(?:assassination|murder|death|sinking|killing|trial|execution|bombing|kidnapping|shooting|burning|fall|"
    r"siege|battle|"
    r"coronation|wedding|funeral|attempted assassination) of (?=[A-Z])"
)
_WAR = re.compile(
    r"(?<!^World )\bWar$|^War (?:on|in|of) |^[A-Z].*[–-][A-Z].* border$|^[A-Z]\w+–[A-Z]\w+ (?:War|relations)$"
)
_OF_MANY = re.compile(
    r"^(?!.* (?:de|des|du|di|et|la) |(?:Community|Association|Organi[sz]ation|Union|League|Council) of )[A-Z][^:]* "
    r"(?:(?!sapiens)[a-z]+[^su]s|Islands|Mountains|Highlands|Lowlands|Antilles|Alps|Areas|Territories|Emirates|"
    r"Countries|Provinces)$|"
    r"^[\dA-Z].* (?:Awards|Honou?rs|Olympics|elections)$|"
    r"^(?:Balkans|Pyrenees|Carpathians|Himalayas|Andes|Rockies|Appalachians|Urals|Apennines|Vosges|Ardennes|Dolomites|"
    r"Hebrides|Azores|Seychelles|Comoros|Maldives|Bahamas|Great Lakes|Dardanelles)$|"
    r"^(?:The )?(?!Star |Clone )[A-Z].* Wars$|Democrats$|^Americas$|^Games of the |Olympic Games$"
)
"""Names of many: "the South Slavic languages"."""


def names_many(name: str) -> bool:
    """Whether a proper name is of several things, so that its verb is plural: "the Falkland Islands"."""
    return _OF_MANY.search(name) is not None


@lru_cache(maxsize=1 << 14)
def wants_the(name: str, *, plural: bool = False, description: str = "") -> bool:
    """Whether a name that is no person's and no title is said with *the*: "the Soviet Union".

    ``description`` helps to tell public bodies ("the Australia Group") from companies ("Warner Music Group").
    """
    if name in _WORLD or _OF_ONE.match(name) or name.endswith(("-Award", "-Prize", "-Medal")):
        return True
    if description and _PUBLIC_END.search(name) and _PUBLIC.search(description) and not _PRIVATE.search(description):
        return not _NEVER.match(name)
    if name[:1].islower() and (name.endswith(" industry") or name.startswith("contiguous ")):
        return True
    if plural and name.endswith("s") and " " not in name and not names_many(name):
        return False
    if name[:1].isupper() and _SMALL_END.search(name):
        return True
    if _NEVER.match(name) or _OWNED.match(name) or _RESOLUTION.search(name) or _SCHOOL_IN.match(name):
        return False
    if " District" in name and not name.endswith("District"):
        return False
    return any(pattern.search(name) for pattern in (_ENDS, _WITHIN, _WAR, _OF_MANY)) or _STARTS.match(name) is not None
