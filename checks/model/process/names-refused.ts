/** Actions that refer to data of a refused action: nothing of these exists. */
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Json } from "../../../spec/json.ts";
import { textsIn } from "../../../spec/json-walks.ts";
import type { Case } from "../case.ts";
import type { ModelAction } from "../world.ts";

/** A shorter text is no reference. */
const shortest = 4;

/** True where the data contain a code of an earlier refused action that no accepted one has. */
export function namesRefused(exchange: Exchange, subject: Case): boolean {
  const { intent } = exchange;
  const trace = subject.traceOf(exchange);
  if (intent.kind !== "act" || !trace) return false;
  const isEarlier = (one: ModelAction): boolean =>
    one.exchange.sentAtMs < exchange.sentAtMs && one.actionKey !== intent.actionKey;
  const [refused, taken] = [trace.refused.filter(isEarlier), trace.actions].map(
    (actions) => new Set(actions.flatMap(({ data }) => codesIn(data))),
  );
  return codesIn(intent.data).some((code) => refused?.has(code) === true && taken?.has(code) !== true);
}

/** Texts with a digit and without spaces, at any depth, except dates and times. */
const codesIn = (data: Json): readonly string[] => textsIn(data).filter(isCode);

const isCode = (text: string): boolean =>
  text.length >= shortest && /\d/.test(text) && !/\s/.test(text) && !dayOrTime.test(text);

/** `2026-01-31`, with or without a time behind it, `31.01.2026`, `12:30`. */
const dayOrTime = /^(?:\d{4}-\d{2}-\d{2}(?:T.*)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}:\d{2}(?::\d{2}.*)?)$/;
