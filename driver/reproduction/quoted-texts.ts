/** Where in the text of an answer a value stands between quotes. */
import type { Exchange } from "../../spec/vocabulary/history.ts";

export interface TextPlace {
  readonly member?: string;
  readonly number: number;
}

/**
 * Finds the first place of a value in an answer: under one of these members, where any are named, or else under any, or
 * else among all quoted texts.
 */
export function quotedTexts({
  response,
}: Exchange): (value: string, members?: readonly string[]) => TextPlace | undefined {
  if (!response?.json || !response.body) return () => undefined;
  const text = new TextDecoder().decode(response.body);
  const quoted = new Map<string, TextPlace>();
  [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].forEach(([, value = ""], at) => {
    if (!quoted.has(value)) quoted.set(value, { number: at + 1 });
  });
  // What stands before a member may be longer the next time, so its name says more than its place.
  const counts = new Map<string, number>();
  const named = new Map<string, TextPlace[]>();
  for (const [, member = "", value = ""] of text.matchAll(/"([\w-]+)"\s*:\s*"((?:[^"\\]|\\.)*)"/g)) {
    const number = (counts.get(member) ?? 0) + 1;
    counts.set(member, number);
    named.set(value, [...(named.get(value) ?? []), { member, number }]);
  }
  return (value, members) => {
    const places = named.get(value) ?? [];
    if (members) return places.find(({ member = "" }) => members.includes(member));
    return places[0] ?? quoted.get(value);
  };
}
