/** What the configured data schemas of the actions leave no room for. */
import { kindsIn } from "../../../checks/model/states/fidelity.ts";
import {
  combinedDocument,
  fitData,
  fittingAction,
  isOpen,
  markerPlaceIn,
  schemaLeaves,
} from "../../../generators/index.ts";
import { contentDeciding, mayRefuse } from "../../../spec/readings/process.ts";
import type { ClosedSchemas } from "../../../spec/requirements/at-hand.ts";
import type { OpenPointValues } from "../../../spec/vocabulary/profile.ts";
import type { ActionDescription, WorkflowDescription } from "../../../spec/vocabulary/target.ts";

interface Known {
  /** False where filters reach no members of objects. */
  readonly reachesInner?: boolean;
  readonly gating?: OpenPointValues["action-gating"] | undefined;
  /** True where data of every kind are sent to another workflow. */
  readonly isSentElsewhere?: boolean;
}

/**
 * Where one action of the first workflow, which scripts use above all, takes any data, there is room for everything but
 * filters: searches are written in the members of the other one.
 */
export function closedSchemas(
  workflows: readonly WorkflowDescription[],
  { reachesInner = true, gating, isSentElsewhere = false }: Known = {},
): ClosedSchemas {
  // What was never taken waits for itself, or is part of no sequence: of room in its data nothing is known.
  const id = workflows[0]?.id ?? "";
  const { after = {}, paths } = gating?.workflows?.[id] ?? {};
  const isNeverTaken = (key: string): boolean =>
    (Object.hasOwn(after, key) && after[key]?.includes(key) === true) ||
    (paths !== undefined && !paths.some((path) => path.includes(key)));
  // Nor where the forms of others had to be found, and this one was refused for data that nobody knows.
  const areFound = workflows[0]?.actions.some(({ dataSchema }) => dataSchema) === true;
  const isUnknown = ({ key, dataSchema }: ActionDescription): boolean =>
    areFound && !dataSchema && contentDeciding(gating, id, key) === "unknown";
  const coming = workflows[0] && {
    ...workflows[0],
    actions: workflows[0].actions.filter((one) => !isNeverTaken(one.key) && !isUnknown(one)),
  };
  const actions = (["create", "act"] as const).flatMap((purpose) => fittingAction(coming, purpose) ?? []);
  const [first] = actions;
  const narrow = actions.find((action) => !isOpen(action) && !hasOtherFilters(action));
  const [create] = actions.filter(({ creates }) => creates);
  const closed = create && !isOpen(create) ? create.dataSchema : undefined;
  const marker = closed && markerPlaceIn(closed);
  const isCommon = closed && (!marker || marker.mayBeStrangers || (!reachesInner && marker.path.length > 1));
  const fewFilters = {
    ...(narrow ? { fewFilters: narrow.key } : {}),
    ...(isCommon && create ? { commonMarker: create.key } : {}),
  };
  if (!first || actions.some(isOpen)) return fewFilters;
  // What is sent with an action of which the data decide may be refused for being unusual.
  const isSure = ({ key }: ActionDescription): boolean => !mayRefuse(contentDeciding(gating, workflows[0]?.id, key), 0);
  const held: ReadonlySet<string> = new Set(actions.filter(isSure).flatMap(kindsHeld));
  const noMarker = actions.find(({ dataSchema }) => dataSchema && !markerPlaceIn(dataSchema));
  return {
    ...(noMarker ? { noMarker: noMarker.key } : {}),
    ...fewFilters,
    withoutSuchData: (requirement) => (isSentElsewhere || held.has(requirement) ? undefined : first.key),
  };
}

/** The requirements that the data with most traits of the action exercise. */
function kindsHeld(action: ActionDescription): readonly string[] {
  const combined = combinedDocument({ refused: [], marker: { run: "run", marker: "a~run~1" } });
  const { data } = fitData(action, combined);
  // That data are empty as a whole need not be shown.
  return Object.keys(data).length === 0 ? [] : kindsIn(data);
}

/** Three members beside the marker: one that traces share, one that changes, and one that stays. */
function hasOtherFilters({ dataSchema }: ActionDescription): boolean {
  const usable = ["string", "number", "integer", "boolean"];
  const outer = schemaLeaves(dataSchema ?? {}).filter(
    ({ path, type }) => path.length === 1 && usable.includes(type ?? ""),
  );
  return outer.length > 3;
}
