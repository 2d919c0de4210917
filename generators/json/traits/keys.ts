/** Odd names of members. The plain traits stand in a member of their own; the `top` ones at the top of the document. */
import type { Json } from "../../../spec/json.ts";
import { jsonObject } from "../json-object.ts";
import { traits, topTraits } from "../data-trait.ts";
import { longText } from "./sizes.ts";

const named = (...names: readonly string[]) =>
  jsonObject(names.map((name, index): [string, Json] => [name, `value ${index}`]));

const names = {
  dot: ["a.b", "a.b.c", ".a", "a."],
  dollar: ["$set", "$a", "a$b", "$"],
  space: ["a b", " a", "a "],
  case: ["Name", "name", "NAME"],
  words: ["unit_price", "net-price", "listPrice", "SalePrice", "TAX_RATE", "_under", "twice__under"],
  digits: ["0", "1", "10", "007"],
  unicode: ["clé", "ключ", "漢字", "😀"],
  forms: ["\u00e9", "e\u0301"],
  proto: ["__proto__"],
  constructor: ["constructor", "prototype", "hasOwnProperty"],
  methods: ["toString", "valueOf", "toJSON", "then"],
  length: ["length", "size"],
  // What a query may be told beside its filters.
  options: ["limit", "offset", "page", "skip", "sort", "order", "query", "fields"],
  long: [longText(300)],
  punctuation: ["a/b", "a-b", "a:b", "a[0]", "a'b", 'a"b', "a\\b", "a%b", "@a", "#a"],
} as const;

const serviceWords = [
  ...["state", "data", "error", "links", "info", "totalCount", "id", "_id", "traceId", "linkId", "workflowId"],
  ...["workflowName", "filters", "actionKey", "groupLabel", "traceInput", "body", "input", "files", "digest"],
  ...["type", "version", "createdAt", "updatedAt", "meta", "status", "name", "key", "token", "owner"],
] as const;

/**
 * Words of the requests and answers that hold objects there. Holding one at the top of the data, they may be taken for
 * what wraps the data.
 */
const wrappers: readonly string[] = ["data", "state", "body", "input", "traceInput", "filters"];

/** A value that would appear in every object if a careless merge wrote it to the prototype. */
const poison = (): Json => jsonObject([["tcPoison", "must stay in its own trace"]]);

export const keyTraits = traits({
  ...Object.fromEntries(Object.entries(names).map(([name, list]) => [`key-${name}`, named(...list)])),
  "key-proto-object": jsonObject([["__proto__", poison()]]),
  "key-empty": named(""),
  "key-service-words": named(...serviceWords),
});

export const topKeyTraits = topTraits({
  "top-proto-object": jsonObject([["__proto__", poison()]]),
  "top-constructor-object": jsonObject([["constructor", jsonObject([["prototype", poison()]])]]),
  ...Object.fromEntries(Object.entries(names).map(([name, list]) => [`top-${name}`, named(...list)])),
  "top-empty": named(""),
  ...Object.fromEntries(
    serviceWords.map((word) => [
      `top-word-${word.toLowerCase()}`,
      wrappers.includes(word) ? jsonObject([[word, named("own", "second")]]) : named(word),
    ]),
  ),
});
