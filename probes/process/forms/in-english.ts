/** What refusals in German or French say of data, in the English words in which all refusals are read. */

/** Words of such a refusal. */
const isGerman =
  /\b(?:Bitte|Datei|Anhang|fehlt|fehlen|muss|müssen|darf|Pflicht\w*|erforderlich|ungültig\w*|unbekannt\w*|nicht|erlaubt|zulässig\w*|Feld|braucht|benötigt|Fotos)(?![\w-])/;
const isFrench =
  /\b(?:doit|doivent|obligatoires?|invalides?|caractères|AAAA|requise?s?|manquante?s?|inconnue?s?)(?![\w-])|\bn['’]est pas\b|\bvaleurs (?:autorisées|possibles|acceptées)|\bnombre entier/;

type Phrases = readonly (readonly [RegExp, string])[];

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
  [/\bZeichen(?: lang)?\b/g, "characters"],
  // What must be done before is no word about a member.
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
  [/\bcaractères/g, "characters"],
  [/\bdoi(?:t|vent) (?:être|avoir|contenir)\b(?! \S{1,30}ée?s?\b)/g, "must be"],
  [/\bchamp\b/gi, "field"],
];

/** What stands in quotes is the name of a member, or a value. */
const inQuotes = /(?<![\p{L}\p{N}])(["'`])[^"'`\n]{1,64}\1(?![\p{L}\p{N}])/gu;

/** The text, of which what is said in German or French is in English; any other as it is. */
export function inEnglish(text: string): string {
  const phrases = isGerman.test(text) ? german : isFrench.test(text) ? french : [];
  if (phrases.length === 0) return text;
  const quoted: string[] = [];
  const bare = text.replaceAll(inQuotes, (whole) => `\u{1}${String(quoted.push(whole) - 1)}\u{1}`);
  const said = phrases.reduce((all, [pattern, words]) => all.replaceAll(pattern, words), bare);
  return said.replaceAll(/\u{1}(\d+)\u{1}/gu, (_, place: string) => quoted[Number(place)] ?? "");
}
