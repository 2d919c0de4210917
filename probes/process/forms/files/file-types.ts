/** Decides which types of files are tried after a plain text file was refused: first those that the refusal names. */
import { usualTypes } from "../../../../generators/index.ts";
import { answerWords } from "../../../../spec/readings/answer-words.ts";
import type { Exchange } from "../../../../spec/vocabulary/history.ts";
import { textsIn } from "../../../../spec/json-walks.ts";
import { inEnglish } from "../told/in-english.ts";

/** At most so many types are tried, and so many during walks; only one where refusals speak of files but of no type. */
const mostTypes = 8;
export const fewTypes = 3;

const knownNames =
  /\b(pdf|png|jpe?g|gif|tiff?|docx|xlsx|pptx|odt|ods|csv|xml|json|zip|dwg|dxf|svg|webp|heic|bmp|rtf|md|mp4|mp3)\b/gi;
const aboutTypes = /\b(?:type|types|extensions?|formats?|mime|kinds?|suffix|ending|dateityp|dateiendung)\b/i;

const textOf = ({ response }: Exchange): string => JSON.stringify(answerWords(response));

const aboutFiles = /(?:\b|_)[Ff]iles?(?:\b|_|(?=[A-Z]))|attach|document|upload|\bpdfs?\b/i;

/** True for a refusal in words about files. */
export function isAboutFiles(refused: Exchange): boolean {
  const said = inEnglish(textsIn(answerWords(refused.response)).join(" "));
  return [textOf(refused), said].some((text) => aboutFiles.test(text));
}

/** The extensions that these refusals name, and their text. */
function typesIn(refusals: readonly Exchange[]): { readonly told: string; readonly types: readonly string[] } {
  const text = refusals.flatMap(({ response }) => textsIn(answerWords(response))).join(" ");
  const sent = refusals.flatMap(({ intent }) =>
    "files" in intent ? intent.files.map(({ fileName }) => fileName) : [],
  );
  // A refusal that repeats the file name sent does not name a type by that.
  const told = sent.reduce<string>((left, name) => (name === null ? left : left.replaceAll(name, " ")), text);
  const named = [...told.matchAll(knownNames)].map(([name]) => `.${name.toLowerCase()}`);
  const dotted = [...told.matchAll(/(?<=^|[\s"'([,;*])\.([a-z][a-z0-9]{1,4})\b/gi)].map(([end]) => end.toLowerCase());
  return { told, types: [...new Set([...dotted, ...named])] };
}

/** The first type that refusals of a text file name; undefined where they name none. */
export const toldType = (refusals: readonly Exchange[]): string | undefined =>
  typesIn(refusals).types.find((type) => type !== ".txt");

/** The extensions to try after these refusals, in order. */
export function typesToTry(refusals: readonly Exchange[], most = mostTypes): readonly string[] {
  const { told, types: named } = typesIn(refusals);
  const types = [...new Set([...named, ...usualTypes])].filter((type) => type !== ".txt");
  const isVague = named.length === 0 && refusals.some(isAboutFiles) && !aboutTypes.test(told);
  return types.slice(0, isVague ? 1 : most);
}
