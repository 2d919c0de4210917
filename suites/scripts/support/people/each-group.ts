/** An action of several groups is sent by each of them, as far as the process allows. */
import { alternating } from "../../../../spec/operations.ts";
import { listingOf } from "../../../../spec/readings/listed-next.ts";
import { processOf } from "../../../../spec/readings/process.ts";
import type { OperationStep } from "../../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../../context.ts";
import { byDepth } from "../choose.ts";
import type { MakeScript } from "../define-script.ts";
import { states } from "../steps.ts";
import { begun } from "../processes/begun.ts";
import { wayTo } from "../processes/ways.ts";

/** At most so many groups. */
const mostGroups = 3;

/**
 * For actions that the configuration gives to several groups. Left out where a process decides and its list does not
 * tell groups apart: then nothing says who may act now.
 */
export function eachGroup(context: SuiteContext, script: MakeScript) {
  const shared = context.target.workflows.flatMap((workflow, index) => {
    const isTold =
      !processOf(context.profile, workflow) || (listingOf(context.profile, workflow)?.by ?? "all") !== "all";
    const byKey = Map.groupBy(
      workflow.actions.filter(({ appends }) => appends),
      ({ key }) => key,
    );
    return [...byKey].flatMap(([key, entries]) => {
      const groups = [...new Set(entries.map(({ groupLabel }) => groupLabel))].slice(0, mostGroups);
      const done = isTold && groups.length > 1 ? wayTo(context, index, key) : undefined;
      return done ? [{ workflow: index, done, key, groups }] : [];
    });
  });
  return shared.slice(0, byDepth(context, { quick: 0, standard: 2, deep: 6 })).map(({ key, groups, ...place }, at) =>
    script(context, `each-group-${at}`, "An action that several groups may do is taken from each of them", (draft) => [
      ...begun(draft, place.workflow, place.done, "v2"),
      ...states("$t"),
      ...groups.toReversed().flatMap((group, turn): OperationStep[] => [
        {
          op: "act",
          face: alternating(turn),
          trace: "$t",
          workflow: place.workflow,
          action: key,
          group,
          data: draft.doc({ group: turn }),
          outOfOrder: true,
        },
        { op: "state", face: alternating(turn), trace: "$t" },
      ]),
    ]),
  );
}
