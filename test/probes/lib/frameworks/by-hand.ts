/** How services refuse data that check them by hand: in a sentence of another language than English, or by codes alone. */
import { listed, told, type Framework, type TypeNames, type Words } from "./form.ts";

const germanTypes: TypeNames = {
  string: "ein Text",
  integer: "eine ganze Zahl",
  number: "eine Zahl",
  boolean: "ein Wahrheitswert",
};

const germanWords: Words = {
  required: ({ member }) => `Pflichtfeld '${member}' fehlt`,
  unknown: ({ member }) => `Feld '${member}' ist unbekannt`,
  type: ({ member, type }) => `Feld '${member}' muss ${germanTypes[type]} sein`,
  enum: (violation) => `Feld '${violation.member}' muss einer der Werte ${listed(violation)} sein`,
  date: ({ member }) => `Feld '${member}' muss ein Datum (JJJJ-MM-TT) sein`,
  pattern: ({ member, pattern }) => `Feld '${member}' muss dem Muster ${pattern} entsprechen`,
  min: ({ member, min }) => `Feld '${member}' muss mindestens ${min} sein`,
  max: ({ member, max }) => `Feld '${member}' darf höchstens ${max} sein`,
  minLength: ({ member, min }) => `Feld '${member}' muss mindestens ${min} Zeichen haben`,
  maxLength: ({ member, max }) => `Feld '${member}' darf höchstens ${max} Zeichen haben`,
};

const german: Framework = {
  name: "sentences in German",
  isClosed: true,
  tellsFirst: true,
  refusal: ([violation]) => ({ fehler: told(germanWords, violation) }),
};

const frenchTypes: TypeNames = {
  string: "une chaîne",
  integer: "un entier",
  number: "un nombre",
  boolean: "un booléen",
};

const frenchWords: Words = {
  required: ({ member }) => `Le champ '${member}' est obligatoire`,
  unknown: ({ member }) => `Le champ '${member}' est inconnu`,
  type: ({ member, type }) => `Le champ '${member}' doit être ${frenchTypes[type]}`,
  enum: (violation) => `Le champ '${violation.member}' doit être l'une des valeurs : ${listed(violation)}`,
  date: ({ member }) => `Le champ '${member}' doit être une date (AAAA-MM-JJ)`,
  pattern: ({ member, pattern }) => `Le champ '${member}' doit respecter le format ${pattern}`,
  min: ({ member, min }) => `Le champ '${member}' doit être au moins ${min}`,
  max: ({ member, max }) => `Le champ '${member}' doit être au plus ${max}`,
  minLength: ({ member, min }) => `Le champ '${member}' doit avoir au moins ${min} caractères`,
  maxLength: ({ member, max }) => `Le champ '${member}' doit avoir au plus ${max} caractères`,
};

const french: Framework = {
  name: "sentences in French",
  isClosed: true,
  tellsFirst: true,
  refusal: ([violation]) => ({ erreur: told(frenchWords, violation) }),
};

const codes: Framework = {
  name: "codes alone",
  isClosed: true,
  tellsFirst: true,
  refusal: ([{ member, rule, values, pattern }]) => ({
    code: "E-422",
    field: member,
    rule,
    ...(rule === "enum" ? { allowed: values } : {}),
    ...(rule === "pattern" ? { pattern: pattern ?? "" } : {}),
  }),
};

export const byHand: readonly Framework[] = [german, french, codes];
