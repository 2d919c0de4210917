/** Values that a request takes from earlier answers: ids of traces, digests, cursors. Each run of a script has others. */
import type { Exchange, History, Intent } from "../../spec/vocabulary/history.ts";

export interface LearntValue {
  readonly name: string;
  /** As it was in the run that was recorded. */
  readonly value: string;
  /** Index of the exchange whose answer told it. */
  readonly from: number;
  /** Which of the quoted texts of that answer it is, from 1. */
  readonly place: number;
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
function quotedTexts({ response }: Exchange): ReadonlyMap<string, number> {
  if (!response?.json || !response.body) return new Map();
  const found = [...new TextDecoder().decode(response.body).matchAll(/"((?:[^"\\]|\\.)*)"/g)];
  return new Map(found.map(([, text = ""], at): [string, number] => [text, at + 1]).toReversed());
}
