/**
 * Sends an action that refers to something the service made on the trace, e.g. an offer, a second time for the same
 * thing, where it would usually refer to the next one: whether that is allowed must not depend on the face.
 */
import { keysOf, mayFollow, waysOf } from "../../../../spec/readings/process.ts";
import { shownValuesOf } from "../../../../spec/readings/shown-values.ts";
import { type Face, faces, otherFace } from "../../../../spec/operations.ts";
import type { OperationStep, Script } from "../../../../spec/vocabulary/script.ts";
import { unfitTraits } from "../../../../spec/vocabulary/unfit-traits.ts";
import type { SuiteContext } from "../../context.ts";
import { begun } from "./begun.ts";
import { byTurns, withinBudget } from "../choose.ts";
import type { MakeScript } from "../define-script.ts";
import type { Gated } from "./gated.ts";
import { numberOn, states } from "../steps.ts";
import { waysThrough } from "./ways.ts";
import { textsIn } from "../../../../spec/json-walks.ts";

/** At most so many actions come before it. */
const longest = 9;
/** At most so many steps in all. */
const mostSteps = 100;

interface Place {
  readonly index: number;
  readonly done: readonly string[];
  readonly key: string;
}

export function namedAgain(context: SuiteContext, script: MakeScript, all: readonly Gated[]): readonly Script[] {
  const title = "Whether an action may name a thing once more does not depend on the face";
  const scripts = placesIn(context, all).flatMap(({ index, done, key }, at) =>
    // The first face may accept it, after which the other meets another state; so each face is first once.
    faces.map((first) =>
      script(context, `named-again-${String(at)}-${first}`, title, (draft) => {
        const data = draft.doc({ number: numberOn([...done, key], done.length) });
        // Both send the same data, but other data than the first time, as repeated content may be refused for itself.
        const naming = (face: Face): OperationStep => ({
          ...{ op: "act", face, trace: "$t", workflow: index, action: key, data, variant: 1 },
          ...{ traits: [unfitTraits.thing], outOfOrder: true, sameThing: true },
        });
        const looks: readonly OperationStep[] = [...states("$t"), { op: "details", face: first, trace: "$t" }];
        return [...begun(draft, index, done, first), ...looks, naming(first), naming(otherFace(first)), ...looks];
      }),
    ),
  );
  return withinBudget(context, scripts, mostSteps);
}

/** For each such action the shortest ways to a place where it may come for the second time. */
function placesIn({ profile }: SuiteContext, all: readonly Gated[]): readonly Place[] {
  const ofEach = all.flatMap(({ index, workflow, rules }) => {
    const texts = new Set(Object.keys(shownValuesOf(profile, workflow.id)));
    const ways = [...waysOf(profile, workflow).map(keysOf), ...(rules.paths ?? []), ...waysThrough(profile, workflow)];
    return workflow.actions
      .filter(
        ({ appends, examples = [] }) => appends && examples.some((one) => textsIn(one).some((text) => texts.has(text))),
      )
      .filter(({ key }, at, naming) => naming.findIndex((other) => other.key === key) === at)
      .map(({ key }): readonly Place[] => {
        const begun = ways.flatMap((way) =>
          way.flatMap((_, at) => (way.slice(1, at).includes(key) && at <= longest ? [way.slice(0, at)] : [])),
        );
        const open = begun.filter((done) => mayFollow(rules, done, key));
        const distinct = [...new Map(open.map((done) => [done.join(), done])).values()];
        return distinct
          .toSorted((one, other) => one.length - other.length)
          .map((done): Place => ({ index, done, key }));
      });
  });
  return byTurns(ofEach);
}
