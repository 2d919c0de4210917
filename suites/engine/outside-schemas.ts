/** Requirements that cannot be judged because the configured schemas of the actions leave no room for what shows them. */
import { kindsIn } from "../../checks/model/fidelity.ts";
import { denseDocument, fitData, fittingAction, isOpen, markPlaceIn, schemaLeaves } from "../../generators/index.ts";
import { requirements, type RequirementId } from "../../spec/requirements/index.ts";
import type { ActionDescription, WorkflowDescription } from "../../spec/vocabulary/target.ts";

/** What is told by a text that one action alone has. */
const toldByMarks: readonly RequirementId[] = [
  ...requirements.filter(({ needs }) => needs?.includes("reading:search-keys")).map(({ id }) => id),
  ...(["ACT-08", "DETAILS-07", "DETAILS-08", "DETAILS-11", "CONC-02", "CONC-04", "STATE-07"] as const),
  ...([
    "PAGE-03",
    "PAGE-04",
    "PAGE-11",
    "REFUSE-02",
    "SEARCH-01",
    "SEARCH-02",
    "EQUIV-04",
    "EQUIV-06",
    "EQUIV-07",
  ] as const),
];

/** What takes a filter beside the mark: a member that traces share, or that changes. */
const toldByMoreFilters: readonly RequirementId[] = ["SEARCH-05", "SEARCH-06", "SEARCH-08", "SEARCH-09"];

/** Each with the reason; what is judged all the same counts. Scripts use the first workflow above all. */
export function* outsideSchemas(workflows: readonly WorkflowDescription[]): Iterable<readonly [RequirementId, string]> {
  const actions = (["create", "act"] as const).flatMap((purpose) => fittingAction(workflows[0], purpose) ?? []);
  const closed = actions.filter((action) => !isOpen(action));
  const [first] = closed;
  if (!first || closed.length < actions.length) return;
  const held = new Set(actions.flatMap(kindsHeld));
  for (const { id, area } of requirements)
    if (area === "DATA" && !held.has(id)) yield [id, `the schema of action ${first.key} leaves no room for such data`];
  if (!actions.every(hasOtherFilters))
    for (const id of toldByMoreFilters)
      yield [id, `the schema of action ${first.key} names too few members that a filter can name`];
  const unmarked = closed.find(({ dataSchema }) => dataSchema && !markPlaceIn(dataSchema));
  if (unmarked)
    for (const id of toldByMarks)
      yield [id, `the schema of action ${unmarked.key} leaves no room for a text that tells traces apart`];
}

/** The requirements that the densest data of the action exercise. */
function kindsHeld(action: ActionDescription): readonly RequirementId[] {
  const dense = denseDocument({ refused: [], mark: { run: "run", mark: "a~run~1" } });
  return kindsIn(fitData(action, dense).data);
}

/** Three members beside the mark: one that traces share, one that changes, and one that stays. */
function hasOtherFilters({ dataSchema }: ActionDescription): boolean {
  const usable = ["string", "number", "integer", "boolean"];
  const outer = schemaLeaves(dataSchema ?? {}).filter(
    ({ path, type }) => path.length === 1 && usable.includes(type ?? ""),
  );
  return outer.length > 3;
}
