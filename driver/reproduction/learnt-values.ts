/** Values that a request takes from earlier answers: ids of traces, digests, cursors. Each run of a script has others. */
import type { Exchange, History, Intent } from "../../spec/vocabulary/history.ts";

interface TextPlace {
  readonly member?: string;
  readonly number: number;
}

export interface LearntValue {
  readonly name: string;
  /** As it was in the run that was recorded. */
  readonly value: string;
  /** Index of the exchange whose answer told it. */
  readonly from: number;
  /** The member under which it stands, and which of that name, from 1; without a member, which of all quoted texts. */
  readonly place: TextPlace;
}

/** The values that each exchange takes, by its index. A value that no answer told stays as it was. */
export function learntValues({ exchanges }: History): ReadonlyMap<number, readonly LearntValue[]> {
  const names = new Map<string, string>();
  const texts = exchanges.map(quotedTexts);
  return new Map(
    exchanges.map((exchange, at) => [
      exchange.index,
      wantedBy(exchange.intent).flatMap(([kind, value]): LearntValue[] => {
        const tellers = exchanges.slice(0, at).filter((_, index) => texts[index]?.has(value));
        // A cursor is good for the listing that told it last; the other values do not change.
        const teller = kind === "cursor" ? tellers.at(-1) : tellers[0];
        const place = teller && texts[exchanges.indexOf(teller)]?.get(value);
        if (!teller || place === undefined) return [];
        const key = `${value} ${String(teller.index)}`;
        if (!names.has(key)) names.set(key, `${kind}_${String(names.size + 1)}`);
        return [{ name: names.get(key) ?? kind, value, from: teller.index, place }];
      }),
    ]),
  );
}

function wantedBy(intent: Intent): readonly (readonly ["trace" | "digest" | "cursor", string])[] {
  const traces = "traceId" in intent ? [["trace", intent.traceId] as const] : [];
  if (intent.kind === "files") return [...traces, ...intent.requested.map(({ digest }) => ["digest", digest] as const)];
  if (intent.kind === "file") return [...traces, ["digest", intent.requested.digest]];
  if (intent.kind !== "details") return traces;
  const { after, before } = intent.page;
  return [...traces, ...[after, before].flatMap((one) => (typeof one === "string" ? [["cursor", one] as const] : []))];
}

/** Every text of an answer as it stands between quotes, with its first place. */
function quotedTexts({ response }: Exchange): ReadonlyMap<string, TextPlace> {
  if (!response?.json || !response.body) return new Map();
  const text = new TextDecoder().decode(response.body);
  const places = new Map<string, TextPlace>();
  [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].forEach(([, value = ""], at) => {
    if (!places.has(value)) places.set(value, { number: at + 1 });
  });
  // What stands before a member may be longer the next time, so its name says more than its place.
  const counts = new Map<string, number>();
  const named = new Set<string>();
  for (const [, member = "", value = ""] of text.matchAll(/"([\w-]+)"\s*:\s*"((?:[^"\\]|\\.)*)"/g)) {
    const number = (counts.get(member) ?? 0) + 1;
    counts.set(member, number);
    if (!named.has(value)) places.set(value, { member, number });
    named.add(value);
  }
  return places;
}
