/** The list of digests as a query string, in each of the styles that services use. */
import type { ListParameter, ListStyle } from "../../spec/vocabulary/profile.ts";

const encode = (value: string): string => encodeURIComponent(value.toWellFormed());
const joined =
  (separator: string) =>
  (name: string, values: readonly string[]): string =>
    `${name}=${values.map(encode).join(separator)}`;

const writers: Readonly<Record<ListStyle, (name: string, values: readonly string[]) => string>> = {
  repeat: (name, values) => values.map((value) => `${name}=${encode(value)}`).join("&"),
  brackets: (name, values) => values.map((value) => `${name}%5B%5D=${encode(value)}`).join("&"),
  indexed: (name, values) => values.map((value, at) => `${name}%5B${String(at)}%5D=${encode(value)}`).join("&"),
  json: (name, values) => `${name}=${encode(JSON.stringify(values))}`,
  comma: joined(","),
  pipe: joined("%7C"),
  semicolon: joined("%3B"),
  space: joined("%20"),
};

/** The query with its question mark; empty for no digests. */
export function listQuery(parameter: ListParameter, values: readonly string[]): string {
  return values.length === 0 ? "" : `?${writers[parameter.style](encode(parameter.name), values)}`;
}
