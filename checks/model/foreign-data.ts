/** The states and links of a case, each with what is wrong where it shows the data of another trace. */
import { payloadOf, succeeded } from "../../spec/readings/outcome.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { Finding } from "../judgements.ts";
import { nameOf } from "../support/exchanges.ts";
import type { Case } from "./case.ts";
import type { ModelTrace } from "./world.ts";

export interface ShownData {
  readonly exchange: Exchange;
  readonly trace: ModelTrace;
  readonly finding: Finding | undefined;
}

export function foreignData(subject: Case): readonly ShownData[] {
  const { world } = subject;
  if (world.traces.size < 2) return [];
  return subject.exchanges.flatMap((exchange): readonly ShownData[] => {
    const { kind } = exchange.intent;
    const shows = kind === "state" || kind === "details" || exchange.operationId === "legacyAppendAction";
    const trace = subject.traceOf(exchange);
    if (!shows || !trace || !succeeded(exchange)) return [];
    const text = JSON.stringify(payloadOf(exchange) ?? null);
    const own = JSON.stringify([...trace.actions, ...trace.indeterminate, ...trace.refused].map(({ data }) => data));
    const stranger = [...world.traces.values()]
      .filter((other) => other !== trace)
      .flatMap(({ actions }) => actions)
      .find(({ marker }) => marker !== undefined && text.includes(`"${marker}"`) && !own.includes(`"${marker}"`));
    const message = `${nameOf(exchange)} shows data that were sent to another trace`;
    const expected = "data of this trace alone";
    const finding = stranger && { message, expected, actual: stranger.marker, with: [stranger.exchange] };
    return [{ exchange, trace, finding }];
  });
}
