/** States that are not those of the trace at that moment. */
import type { Json } from "../../../spec/json.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { withMembers } from "../answers.ts";
import { operatorOf, type Operator } from "../mutant.ts";
import { stateOf, type Read, type Recorded } from "../recorded.ts";

function states(
  id: string,
  title: string,
  what: string,
  other: (read: Read, recorded: Recorded) => Json | undefined,
): Operator {
  return operatorOf("state")(id, title, what, function* (recorded) {
    for (const read of recorded.reads("state")) {
      if (!read.exact || !recorded.holdsState(read)) continue;
      yield () => {
        const state = other(read, recorded);
        if (state === undefined || sameJson(state, stateOf(read.exchange))) return undefined;
        return [withMembers(read.exchange, { state })];
      };
    }
  });
}

/** Of the reads before, the latest state that shows fewer actions. */
function earlier({ exchange, trace, shows }: Read, recorded: Recorded): Exchange | undefined {
  return recorded
    .reads("state")
    .findLast(
      (read) =>
        read.trace === trace && read.exact && read.exchange.index < exchange.index && read.shows.length < shows.length,
    )?.exchange;
}

export const state: readonly Operator[] = [
  states(
    "state-stale",
    "Answers the state before the latest action.",
    "the state is that before the latest action",
    (read, recorded) => {
      const before = earlier(read, recorded);
      return before && stateOf(before);
    },
  ),
  states(
    "state-of-another-trace",
    "Answers the state of another trace.",
    "the state is that of another trace",
    (read, recorded) => {
      const other = recorded.reads("state").find(({ trace }) => trace !== read.trace);
      return other && stateOf(other.exchange);
    },
  ),
  states("state-empty", "Answers an empty state.", "the state is empty", () => ({})),
];
