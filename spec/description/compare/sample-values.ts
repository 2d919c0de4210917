/** Values without parts, as examples hold them; several for each type, chosen by turns. */
import type { Json } from "../../json.ts";
import { numbersOf, rangeOf } from "./limits.ts";
import type { JsonType, SchemaView } from "./own-view.ts";

const uuid = "6ba7b810-9dad-41d1-80b4-00c04fd430c8";
const formats: ReadonlyMap<string, string> = new Map(
  Object.entries({
    uuid,
    jwt: `${Buffer.from('{"alg":"HS256"}').toString("base64url")}.e30.c2ln`,
    "date-time": "2024-02-29T12:00:00Z",
    date: "2024-02-29",
    time: "12:00:00Z",
    duration: "P1D",
    email: "ada@acme.example",
    hostname: "acme.example",
    ipv4: "192.0.2.1",
    ipv6: "2001:db8::1",
    uri: "https://acme.example/a",
    url: "https://acme.example/a",
    "uri-reference": "/a",
    "json-pointer": "/a",
    regex: "a",
  }),
);
const texts = ["text", "2041", "A", "a longer text of some words"];

/** @param formatsAsked those of the interface first */
export function plainValue(type: JsonType, view: SchemaView, formatsAsked: readonly string[], turn: number): Json {
  if (type === "null") return null;
  if (type === "boolean") return turn % 2 === 0;
  if (type === "string") return textFor(view, formatsAsked, turn);
  return numberFor(view, type === "integer", turn);
}

function textFor(view: SchemaView, formatsAsked: readonly string[], turn: number): string {
  const known = formatsAsked.map((format) => formats.get(format)).find((text) => text !== undefined);
  if (known !== undefined) return known;
  const { least, most } = rangeOf(view, "minLength", "maxLength");
  const text = texts[turn % texts.length] ?? "";
  return text.padEnd(Math.min(least, 10_000), "x").slice(0, Math.min(most, 10_000));
}

function numberFor(view: SchemaView, isWhole: boolean, turn: number): number {
  const { least, most, excluded } = numbersOf(view);
  const from = Number.isFinite(least) ? least : Math.min(0, Number.isFinite(most) ? most - 10 : 0);
  const to = Number.isFinite(most) ? most : from + 10;
  const candidates = isWhole
    ? [Math.ceil(from), Math.ceil(from) + 1, Math.floor(to), Math.floor(to) - 1]
    : [from, (from + to) / 2, to, from + (to - from) / 3];
  const fitting = candidates.filter((one) => one >= from && one <= to && !excluded.includes(one));
  return fitting[turn % Math.max(1, fitting.length)] ?? from;
}
