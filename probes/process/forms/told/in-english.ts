/** Translates what refusals in other languages say about data into the English words that the other files look for. */

/** Words by which a language is recognised. */
const isGerman =
  /\b(?:Bitte|Datei|Anhang|fehlt|fehlen|muss|müssen|darf|Pflicht\w*|erforderlich|ungültig\w*|unbekannt\w*|nicht|erlaubt|zulässig\w*|Feld|braucht|benötigt|Fotos|Ziffern?|alphanumerisch\w*|\w*[Bb]uchstaben?)(?![\w-])/;
const isFrench =
  /\b(?:doit|doivent|obligatoires?|invalides?|caractères|AAAA|requise?s?|manquante?s?|inconnue?s?)(?![\w-])|\bn['’]est pas\b|\bvaleurs (?:autorisées|possibles|acceptées)|\bnombre entier|\b(?:lettres|chiffres|majuscules?|minuscules?|alphanumériques?)(?![\w-])/;

const isItalian =
  /\b(?:obbligatori[oaie]|dev(?:e|ono)|mancant[ei]|manca(?:no)?|non valid[oaie]|sconosciut[oaie]|ammess[oaie]|consentit[oaie]|cifre|lettere|caratteri|maiuscol[aeio]|minuscol[aeio]|uno (?:di|tra):)(?![\w-])/i;
const isSpanish =
  /\b(?:obligatori[oa]s?|deben?|falta[n]?|no (?:es )?válid[oa]s?|inválid[oa]s?|desconocid[oa]s?|permitid[oa]s?|caracteres|dígitos|letras|mayúsculas?|minúsculas?)(?![\w-])/i;
const isDutch =
  /\b(?:verplichte?|moet(?:en)?|ontbre(?:ekt|ken)|ongeldige?|onbekende?|toegestaan|tekens|cijfers|hoofdletters)\b/i;

type Phrases = readonly (readonly [RegExp, string])[];

/** Number words before what is counted, e.g. `due lettere e 4 cifre`. @param words from one on */
const counted = (words: string, things: string): Phrases =>
  words
    .split(" ")
    .map((word, at) => [new RegExp(String.raw`\b${word}(?= (?:${things})\b)`, "gi"), numbers[at] ?? ""] as const);
const numbers = "one two three four five six seven eight nine ten eleven twelve".split(" ");

const german: Phrases = [
  [/\bmuss (?:einer der Werte|eine[rs]? von|eines der Folgenden) (.{1,200}?) sein\b/g, "must be one of $1"],
  [/\bmuss dem (?:Muster|Format) (\S{1,200}) entsprechen/g, "must match pattern $1"],
  [/\bmuss mit (\S{1,200}) übereinstimmen/g, "must match pattern $1"],
  [/\bmuss größer (?:sein )?als\b/g, "must be greater than"],
  [/\bmuss kleiner (?:sein )?als\b/g, "must be less than"],
  [/\bmuss aussehen wie\b/g, "must look like"],
  [/\bLänge(?: muss)?(?= (?:zwischen|mindestens|höchstens|von)\b)/g, "length must be"],
  [/(?<=\d) liegen\b/g, ""],
  [/\bzum Beispiel\b|\bz\. ?B\./g, "for example"],
  [/\b(?:zuerst|vorher|noch nicht)\b/g, "not yet"],
  [/\bEs fehl(?:t|en)\b/g, "missing"],
  [/\b(?:Datei(?:en)?|Anhang|Anhänge)\b/g, "file"],
  [/\bPflichtfeld\b:?(?! (?:['"`]?[\w.-]+['"`]? )?fehlt)/g, "required field"],
  [
    /\b(?:fehlt|fehlen)(?![\w-])|\b(?:ist|sind) (?:erforderlich|Pflicht)\b|\bmuss (?:angegeben|gesetzt) werden/g,
    "is required",
  ],
  [/\b(?:ist|sind) (?:unbekannt|nicht bekannt)|\bunbekannte[snr]? Feld(?:er)?\b/g, "is unknown"],
  [/\b(?:ist|sind) (?:jetzt|derzeit|momentan) nicht (?:erlaubt|möglich|zulässig)/g, "is not allowed now"],
  [/\b(?:jetzt|derzeit|momentan) nicht (?:erlaubt|möglich|zulässig)/g, "not allowed now"],
  [
    /\b(?:im (?:Status|Zustand) \S{1,40}|(?:in|bei) (?:diesem|dem|aktuellem?) (?:Status|Zustand)) nicht(?: (?:erlaubt|möglich|zulässig))?/g,
    "not allowed in this state",
  ],
  [/\bnicht (?:erlaubt|zulässig)/g, "not allowed"],
  [/\b(?:erlaubt|zulässig)(?:e Werte)?(?: sind)?: ?/g, "must be one of: "],
  [/\b(?:eine ganze Zahl|ganzzahlig)/g, "an integer"],
  [/\b(?:eine Zahl|numerisch)/g, "a number"],
  [/\b(?:ein Text|eine Zeichenkette)/g, "a string"],
  [/\b(?:ein Wahrheitswert|wahr oder falsch)/g, "a boolean"],
  [/\bein (?:gültiges )?Datum/g, "a date"],
  [/\beine Liste/g, "a list"],
  [/\bein Objekt/g, "an object"],
  [/\bJJJJ-MM-TT/g, "YYYY-MM-DD"],
  [/\bmindestens/g, "at least"],
  [/\b(?:höchstens|maximal)/g, "at most"],
  [/\bzwischen (\S{1,20}) und (\d)/g, "between $1 and $2"],
  [/\b(?:braucht|benötigt)\b/g, "needs"],
  [/(?<=\b\d{1,3}) bis (?=\d)/g, " to "],
  [/\bFotos?\b/g, "photos"],
  [/\bvon (-?\d\S{0,20}) bis (-?\d)/g, "from $1 to $2"],
  ...counted(
    "ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "(?:Groß|Klein)?[Bb]uchstaben?|Ziffern?|Zeichen",
  ),
  [/\bGroßbuchstaben?\b/g, "capital letters"],
  [/\bKleinbuchstaben?\b/g, "small letters"],
  [/\bBuchstaben?\b/g, "letters"],
  [/\bZiffern?\b/g, "digits"],
  [/\balphanumerisch\w*/g, "alphanumeric"],
  [/(?<=(?:letters|digits)) und (?=\w)/g, " and "],
  [/\bgefolgt von\b/g, "followed by"],
  [/\bZeichen(?: lang)?\b/g, "characters"],
  // "Must first be done" says nothing about a member.
  [/\b(?:muss|müssen)\b(?! (?:erst|not yet)\b|[^.;,]{1,80} werden\b)/g, "must be"],
  [/\bdarf\b/g, "may"],
  [/\bFeld\b/g, "field"],
  [/ (?:sein|haben)(?=[.,;]?$|[.,;] )/gm, ""],
];

const french: Phrases = [
  [/\bdoit être (?:l['’]une? des valeurs|l['’]une? de|parmi) ?:? (.{1,200}?)(?=[.;]|$)/g, "must be one of $1"],
  [/\bdoit (?:respecter|suivre) le (?:motif|format) (\S{1,200})/g, "must match pattern $1"],
  [/\b(?:d['’]abord|auparavant|pas encore)|\bavant(?=[.!]?$| de\b| d['’])/gm, "not yet"],
  [/\bdoit être (?:plus grande?|supérieure?) (?:que|à)/g, "must be greater than"],
  [/\bdoit être (?:plus petite?|inférieure?) (?:que|à)/g, "must be less than"],
  [/\bdoit ressembler à\b/g, "must look like"],
  [/\bpar exemple\b/g, "for example"],
  [/\b(?:fichiers?|pièces? jointes?)/g, "file"],
  [/\best (?:requise?|obligatoire|manquante?)(?![\w-])|\bmanquante?(?![\w-])/g, "is required"],
  [/\best inconnue?(?![\w-])/g, "is unknown"],
  [
    /\bn['’]est pas (?:autorisée?|permise?|possible) (?:maintenant|dans cet état|à ce stade|actuellement)/g,
    "is not allowed now",
  ],
  [/\bn['’]est pas (?:autorisée?|permise?)/g, "is not allowed"],
  [/\bvaleurs (?:autorisées|possibles|acceptées) ?: ?/g, "must be one of: "],
  [/\bun (?:nombre )?entier/g, "an integer"],
  [/\bun nombre/g, "a number"],
  [/\b(?:une chaîne(?: de caractères)?|un texte)/g, "a string"],
  [/\bun booléen/g, "a boolean"],
  [/\bune date/g, "a date"],
  [/\bune liste/g, "a list"],
  [/\bun objet/g, "an object"],
  [/\bAAAA-MM-JJ/g, "YYYY-MM-DD"],
  [/\bau moins/g, "at least"],
  [/\bau (?:plus|maximum)/g, "at most"],
  [/\bentre (\S{1,20}) et (\d)/g, "between $1 and $2"],
  [/\bde (-?\d\S{0,20}) à (-?\d)/g, "from $1 to $2"],
  ...counted("une deux trois quatre cinq six sept huit neuf dix onze douze", "lettres?|chiffres?|caractères"),
  [/\blettres? majuscules?\b/g, "capital letters"],
  [/\blettres? minuscules?\b/g, "small letters"],
  [/\bmajuscules?\b/g, "capitals"],
  [/\bminuscules?\b/g, "small letters"],
  [/\balphanumériques?(?![\w-])/g, "alphanumeric"],
  [/\blettres?\b/g, "letters"],
  [/\bchiffres?\b/g, "digits"],
  [/(?<=(?:letters|digits)) et (?=\w)/g, " and "],
  [/\bsuivie?s? (?:de|d['’]|par)\b/g, "followed by"],
  [/\bcaractères/g, "characters"],
  [/\bdoi(?:t|vent) (?:être|avoir|contenir)\b(?! \S{1,30}ée?s?\b)/g, "must be"],
  [/\bchamp\b/gi, "field"],
];

const italian: Phrases = [
  ...counted(
    "una due tre quattro cinque sei sette otto nove dieci undici dodici",
    "lettere?|cifr[ae]|caratter[ei]|numer[io]",
  ),
  [/\blettere? maiuscole?/gi, "capital letters"],
  [/\blettere? minuscole?/gi, "small letters"],
  [/\bmaiuscol[aeio]\b/gi, "capitals"],
  [/\bminuscol[aeio]\b/gi, "small letters"],
  [/\blettere?\b/gi, "letters"],
  [/\bcifr[ae]\b/gi, "digits"],
  [/\bcaratter[ei]\b/gi, "characters"],
  [/\b(?:seguit[oaie] da|poi)\b/gi, "followed by"],
  [/(?<=(?:letters|digits|characters)) e (?=\w)/g, " and "],
  [
    /\b(?:dev(?:e|ono) essere |valori (?:ammessi|consentiti):? ?)?(?:un[oa]? (?:di|dei|delle|tra|fra)|tra i valori):? /gi,
    "must be one of ",
  ],
  [/\bdeve (?:rispettare|seguire|corrispondere a) (?:il )?(?:modello|formato) (\S{1,200})/gi, "must match pattern $1"],
  [/\b(?:campo )?obbligatori[oa]\b|\bmanca(?:no|nte)?\b/gi, "is required"],
  [/\b(?:campo )?sconosciut[oa]\b|\bnon (?:riconosciut|previst)[oa]\b/gi, "is unknown"],
  [
    /\bnon (?:è )?(?:ammess|consentit|possibil)[oaie] (?:ora|adesso|in questo stato|al momento)/gi,
    "is not allowed now",
  ],
  [/\bnon (?:è )?(?:ammess|consentit)[oaie]\b/gi, "not allowed"],
  [/\bun (?:numero )?intero\b/gi, "an integer"],
  [/\bun numero\b/gi, "a number"],
  [/\b(?:una stringa|un testo)\b/gi, "a string"],
  [/\buna data\b/gi, "a date"],
  [/\bAAAA-MM-GG\b/g, "YYYY-MM-DD"],
  [/\b(?:almeno|non meno di)\b/gi, "at least"],
  [/\b(?:al (?:massimo|più)|non più di)/gi, "at most"],
  [/\b(?:tra|fra|compreso tra) (-?\d\S{0,20}) (?:e|ed) (-?\d)/gi, "between $1 and $2"],
  [/\bda (-?\d\S{0,20}) a (-?\d)/gi, "from $1 to $2"],
  [/\bdev(?:e|ono) (?:essere|avere|contenere)\b/gi, "must be"],
  [/\bnon valid[oa]\b/gi, "invalid"],
  [/\bcampo\b/gi, "field"],
];

const spanish: Phrases = [
  ...counted(
    "una dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "letras?|dígitos?|cifras?|caracteres|números?",
  ),
  [/\bletras? mayúsculas?/gi, "capital letters"],
  [/\bletras? minúsculas?/gi, "small letters"],
  [/\bmayúsculas?/gi, "capitals"],
  [/\bminúsculas?/gi, "small letters"],
  [/\bletras?\b/gi, "letters"],
  [/\b(?:dígitos?|cifras?)(?![\w-])/gi, "digits"],
  [/\bcaracteres\b/gi, "characters"],
  [/\bseguid[oa]s? (?:de|por)\b/gi, "followed by"],
  [/(?<=(?:letters|digits|characters)) y (?=\w)/g, " and "],
  [/\b(?:deben? ser )?un[oa]? (?:de|entre)(?: los valores)?:? /gi, "must be one of "],
  [/\bvalores (?:permitidos|posibles|admitidos):? ?/gi, "must be one of "],
  [/\bdebe (?:cumplir|seguir|coincidir con) (?:el )?(?:patrón|formato) (\S{1,200})/gi, "must match pattern $1"],
  [/\b(?:es )?(?:campo )?obligatori[oa]s?\b|\b(?:es )?requerid[oa]s?\b|\bfaltan?\b/gi, "is required"],
  [/\b(?:campo )?desconocid[oa]s?\b/gi, "is unknown"],
  [/\bno (?:está )?permitid[oa]s? (?:ahora|en este (?:estado|momento))/gi, "is not allowed now"],
  [/\bno (?:está )?permitid[oa]s?\b/gi, "not allowed"],
  [/\bun (?:número )?entero\b/gi, "an integer"],
  [/\bun número\b/gi, "a number"],
  [/\b(?:una cadena|un texto)\b/gi, "a string"],
  [/\buna fecha\b/gi, "a date"],
  [/\bAAAA-MM-DD\b/g, "YYYY-MM-DD"],
  [/\b(?:al menos|como mínimo|mínimo)(?![\w-])/gi, "at least"],
  [/\b(?:como máximo|máximo|a lo sumo)(?![\w-])/gi, "at most"],
  [/\bentre (-?\d\S{0,20}) y (-?\d)/gi, "between $1 and $2"],
  [/\bde (-?\d\S{0,20}) a (-?\d)/gi, "from $1 to $2"],
  [/\bdeben? (?:ser|tener|contener)\b/gi, "must be"],
  [/\b(?:no (?:es )?válid[oa]|inválid[oa])s?(?![\w-])/gi, "invalid"],
  [/\bcampo\b/gi, "field"],
];

const dutch: Phrases = [
  ...counted("één twee drie vier vijf zes zeven acht negen tien elf twaalf", "hoofdletters?|letters?|cijfers?|tekens?"),
  [/\bhoofdletters?\b/gi, "capital letters"],
  [/\bkleine letters?\b/gi, "small letters"],
  [/\bcijfers?\b/gi, "digits"],
  [/\btekens?\b/gi, "characters"],
  [/\bgevolgd door\b/gi, "followed by"],
  [/(?<=(?:letters|digits|characters)) en (?=\w)/g, " and "],
  [/\bmoet(?:en)? (?:een|één) van(?: de volgende)?:? (.{1,200}?) zijn\b/gi, "must be one of $1"],
  [/\b(?:een|één) van:? /gi, "must be one of "],
  [/\b(?:is |veld )?verplicht\b|\bontbre(?:ekt|ken)\b/gi, "is required"],
  [/\b(?:is )?onbekend(?: veld)?\b/gi, "is unknown"],
  [/\b(?:nu|op dit moment|in deze (?:status|toestand)) niet (?:toegestaan|mogelijk)/gi, "not allowed now"],
  [/\bniet toegestaan\b/gi, "not allowed"],
  [/\been (?:geheel getal|heel getal)\b/gi, "an integer"],
  [/\been getal\b/gi, "a number"],
  [/\been datum\b/gi, "a date"],
  [/\bJJJJ-MM-DD\b/g, "YYYY-MM-DD"],
  [/\b(?:minstens|ten minste|minimaal)\b/gi, "at least"],
  [/\b(?:hoogstens|ten hoogste|maximaal)\b/gi, "at most"],
  [/\btussen (?:de )?(-?\d\S{0,20}) en (-?\d)/gi, "between $1 and $2"],
  [/\bvan (-?\d\S{0,20}) tot (-?\d)/gi, "from $1 to $2"],
  [/\bmoet(?:en)?\b/gi, "must be"],
  [/\bongeldige?\b/gi, "invalid"],
  [/\bveld\b/gi, "field"],
  [/ zijn(?=[.,;]?$|[.,;] )/gm, ""],
];

/** The first language that is recognised counts. */
const languages: readonly (readonly [isIn: RegExp, phrases: Phrases])[] = [
  [isGerman, german],
  [isFrench, french],
  [isItalian, italian],
  [isSpanish, spanish],
  [isDutch, dutch],
];

/** Quoted texts are names of members or values, and stay. */
const inQuotes = /(?<![\p{L}\p{N}])(["'`])[^"'`\n]{1,64}\1(?![\p{L}\p{N}])/gu;

/** The text with phrases of its language in English; other texts unchanged. */
export function inEnglish(text: string): string {
  const [, phrases] = languages.find(([isIn]) => isIn.test(text)) ?? [];
  if (!phrases) return text;
  const quoted: string[] = [];
  const bare = text.replaceAll(inQuotes, (whole) => `\u{1}${String(quoted.push(whole) - 1)}\u{1}`);
  const said = phrases.reduce((all, [pattern, words]) => all.replaceAll(pattern, words), bare);
  return said.replaceAll(/\u{1}(\d+)\u{1}/gu, (_, place: string) => quoted[Number(place)] ?? "");
}
