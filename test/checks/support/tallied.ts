/** Two actions in turn on one trace, at the same time on another, and in turn the other way round on a third. */
import type { JsonObject } from "../../../spec/json.ts";
import { jsonAnswer } from "./answers.ts";
import type { Story, TraceHandle } from "./history.ts";

/** What a computed state has after these numbers, the last one last. */
export type Tally = (crates: readonly number[], isRaced: boolean) => JsonObject;

/** The state of the trace with the actions at the same time is read last. */
export function tallied(story: Story, tally: Tally): void {
  const inTurn = ([one, other]: readonly [number, number]): TraceHandle => {
    const trace = story.create();
    story.act(trace, { members: { crates: one } });
    show(trace, [one], false);
    story.act(trace, { members: { crates: other } });
    return trace;
  };
  const show = (trace: TraceHandle, crates: readonly number[], isRaced: boolean): void => {
    story.state(trace, { answer: jsonAnswer({ error: null, data: { state: tally(crates, isRaced) } }) });
  };
  const early = inTurn([26, 23]);
  const raced = story.create();
  show(raced, [], false);
  story.together(() => {
    story.act(raced, { members: { crates: 26 } });
    story.act(raced, { members: { crates: 23 } });
  });
  const late = inTurn([23, 26]);
  show(early, [26, 23], false);
  show(late, [23, 26], false);
  show(raced, [26, 23], true);
}

export const summed = (crates: readonly number[]): number => crates.reduce((sum, one) => sum + one, 0);
