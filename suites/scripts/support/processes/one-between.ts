/**
 * Sends a third action between two that were seen in direct sequence: an action that goes back to an earlier place must
 * not remove what was done in between.
 */
import { alternating } from "../../../../spec/operations.ts";
import { keysOf, waysOf } from "../../../../spec/readings/process.ts";
import type { OperationStep, Script } from "../../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../../context.ts";
import { begun } from "./begun.ts";
import { withinBudget } from "../choose.ts";
import type { MakeScript } from "../define-script.ts";
import type { Gated } from "./gated.ts";
import { reads } from "../steps.ts";

/** At most so many steps in all, on ways of at most so many actions. */
const [mostSteps, longest] = [180, 14];

type Keys = readonly string[];

export function oneBetween(context: SuiteContext, script: MakeScript, gated: readonly Gated[]): readonly Script[] {
  const title = "What was done before an action that goes back is there behind it";
  const scripts = gated.flatMap(({ index, workflow, rules: { paths = [] } }) => {
    const seen = [...waysOf(context.profile, workflow).map(keysOf), ...paths];
    return placesBetween(seen).map(({ done, last }, at) =>
      script(context, `one-between-${String(index)}-${String(at)}`, title, (draft): readonly OperationStep[] => [
        ...begun(draft, index, done, alternating(at)),
        {
          ...{ op: "act", face: alternating(at), trace: "$t", workflow: index, action: last },
          ...{ data: draft.doc({ number: done.length }), outOfOrder: true },
        },
        ...reads("$t"),
      ]),
    );
  });
  return withinBudget(context, scripts, mostSteps);
}

/** Each known pair of consecutive actions with a third in between that may come there, on the shortest way. */
function placesBetween(seen: readonly Keys[]): readonly { readonly done: Keys; readonly last: string }[] {
  const all = seen.flatMap((way) => way.map((_, at): Keys => way.slice(0, at + 1)));
  const beginnings = [...new Map(all.map((way) => [way.join(" "), way])).values()];
  const known = new Set(seen.flatMap((way) => way.slice(2).map((key, at) => [way[at], way[at + 1], key].join(" "))));
  const tried = new Set<string>();
  return beginnings
    .filter(({ length }) => length > 2 && length < longest)
    .toSorted((one, other) => one.length - other.length)
    .flatMap((way) => {
      const [before, last = ""] = [way.slice(0, -1), way.at(-1)];
      const between = beginnings.flatMap((other) =>
        other.length === way.length && other.slice(0, -1).join(" ") === before.join(" ") ? other.slice(-1) : [],
      );
      return between.flatMap((key) => {
        const place = [before.at(-1), key, last].join(" ");
        if (key === last || known.has(place) || tried.has(place)) return [];
        tried.add(place);
        return [{ done: [...before, key], last }];
      });
    });
}
