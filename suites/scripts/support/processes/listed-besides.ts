/** Sends actions that a state lists at a place where none of the known sequences continues with them. */
import { alternating } from "../../../../spec/operations.ts";
import { appendingKeys, contentDeciding, keysOf, mayFollow, waysOf } from "../../../../spec/readings/process.ts";
import { listingOf } from "../../../../spec/readings/listed-next.ts";
import { barredBy } from "../../../../spec/readings/people.ts";
import type { OperationStep, Script } from "../../../../spec/vocabulary/script.ts";
import { readingOf } from "../../../../spec/vocabulary/profile.ts";
import type { SuiteContext } from "../../context.ts";
import { begun } from "./begun.ts";
import { withinBudget } from "../choose.ts";
import type { MakeScript } from "../define-script.ts";
import type { Gated } from "./gated.ts";

/** At most so many steps in all, at places after at most so many actions. */
const [mostSteps, longest] = [200, 14];
/** At most so many actions at each place. */
const mostKeys = 5;

/**
 * For each action of a process known by sequences, a trace is brought to the place after it, on the sequence with most
 * repetitions; additional actions are sent there if the state lists them.
 */
export function listedBesides(context: SuiteContext, script: MakeScript, all: readonly Gated[]): readonly Script[] {
  const gating = readingOf(context.profile, "action-gating");
  const places = all.flatMap(({ index, workflow, rules }) => {
    if (!rules.paths || !listingOf(context.profile, workflow)) return [];
    const keys = appendingKeys(workflow);
    const isPlain = (key: string): boolean =>
      contentDeciding(gating, workflow.id, key) === undefined &&
      barredBy(context.profile, workflow.id, key) === undefined;
    const paths = rules.paths.map((path) => path.slice(0, longest));
    // Where data decide, a known sequence may end with an action that was only listed and then refused.
    const taken = waysOf(context.profile, workflow).map(keysOf);
    const isKnown = (done: readonly string[], key: string): boolean =>
      mayFollow(rules, done, key) &&
      (taken.length === 0 || taken.some((way) => [...done, key].every((one, place) => way[place] === one)));
    return keys.flatMap((key) => {
      const timesOn = (path: readonly string[]): number => path.filter((one) => one === key).length;
      const [most = []] = paths.toSorted((one, other) => timesOn(other) - timesOn(one));
      const done = most.slice(0, most.lastIndexOf(key) + 1);
      const besides = keys.filter((other) => isPlain(other) && !isKnown(done, other)).slice(0, mostKeys);
      return done.length > 1 && besides.length > 0 ? [{ index, done, besides }] : [];
    });
  });
  const title = "What a state lists as next is taken, wherever it does";
  const scripts = places.map(({ index, done, besides }, at) =>
    script(context, `listed-besides-${String(at)}`, title, (draft) => {
      const read: OperationStep = { op: "state", face: alternating(at), trace: "$t" };
      const acts = besides.flatMap((action, turn): readonly OperationStep[] => {
        const data = draft.doc({ number: done.length + turn });
        const step = { op: "act", face: alternating(at + turn), trace: "$t", workflow: index, action, data } as const;
        return [{ ...step, outOfOrder: true, listed: true }, read];
      });
      return [...begun(draft, index, done, alternating(at)), read, ...acts];
    }),
  );
  return withinBudget(context, scripts, mostSteps);
}
