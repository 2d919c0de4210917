/** States and links that show the data of another trace. */
import { payloadOf, succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Finding } from "../../judgements.ts";
import { nameOf } from "../../support/exchanges.ts";
import type { Case } from "../case.ts";
import type { ModelAction, ModelTrace } from "../world.ts";

export interface ShownData {
  readonly exchange: Exchange;
  readonly trace: ModelTrace;
  readonly finding: Finding | undefined;
}

export function foreignData(subject: Case): readonly ShownData[] {
  const { world } = subject;
  if (world.traces.size < 2) return [];
  const marked = new Map([...world.traces.values()].map((trace) => [trace, markedActions(trace)]));
  return subject.exchanges.flatMap((exchange): readonly ShownData[] => {
    const { kind } = exchange.intent;
    const shows = kind === "state" || kind === "details" || exchange.operationId === "legacyAppendAction";
    const trace = subject.traceOf(exchange);
    if (!shows || !trace || !succeeded(exchange)) return [];
    const text = textOf(exchange);
    const strangers = [...marked].flatMap(([other, actions]) => (other === trace ? [] : actions));
    const shown = strangers.filter(({ written }) => text.includes(written));
    const own = shown.length === 0 ? "" : ownText(trace);
    const stranger = shown.find(({ written }) => !own.includes(written))?.action;
    const message = `${nameOf(exchange)} shows data that were sent to another trace`;
    const expected = "data of this trace alone";
    const finding = stranger && { message, expected, actual: stranger.marker, with: [stranger.exchange] };
    return [{ exchange, trace, finding }];
  });
}

/** The actions with a marker, each with the marker as it is written in JSON. */
function markedActions({ actions }: ModelTrace): readonly { readonly action: ModelAction; readonly written: string }[] {
  return actions.flatMap((action) => (action.marker === undefined ? [] : [{ action, written: `"${action.marker}"` }]));
}

const ownText = ({ actions, indeterminate, refused }: ModelTrace): string =>
  JSON.stringify([...actions, ...indeterminate, ...refused].map(({ data }) => data));

interface ShownText {
  readonly text: string;
}

/** Weakly held: an exchange lives as long as its script runs, and texts may be long. */
const texts = new WeakMap<Exchange, WeakRef<ShownText>>();

/** The answer as text; kept, as a history is judged again for each mutant. */
function textOf(exchange: Exchange): string {
  let shown = texts.get(exchange)?.deref();
  if (!shown) {
    shown = { text: JSON.stringify(payloadOf(exchange) ?? null) };
    texts.set(exchange, new WeakRef(shown));
  }
  return shown.text;
}
