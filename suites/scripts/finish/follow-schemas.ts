import {
  fitData,
  fittingAction,
  type KeptOnWay,
  keptOnWays,
  mapSteps,
  markerMembers,
  MemberPlaces,
  pruneScript,
  turnsIn,
  withOwnTexts,
} from "../../../generators/index.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import type { Account, OperationStep, Script } from "../../../spec/vocabulary/script.ts";
import { unfitTraits } from "../../../spec/vocabulary/unfit-traits.ts";
import type { SuiteContext } from "../context.ts";
import { closedSchemasOf, TranslatedSearches } from "./translate-searches.ts";

/**
 * Every creation and action under the configured action that suits it best, its data following that action's schema.
 * Where a schema is closed, what stands in a free document is put into the members that the schema names, and searches
 * look for it there; searches for what no member has room for are taken out.
 */
export function followSchemas(context: SuiteContext, script: Script): Script {
  const { workflows } = context.target;
  const places = workflows.map((workflow) => new MemberPlaces(closedSchemasOf(workflow)));
  const searches = new TranslatedSearches(context, script, places);
  const [turns, kept] = [turnsIn(script), keptOnWays({ workflows, profile: context.profile }, script)];
  const last = new Map<string, Fitted>();
  const followed = mapSteps(script, (step, place): OperationStep => {
    const beside = { turn: turns.get(place), kept: kept.get(place) };
    const owner = `${context.runId} ${script.id} ${place}`;
    if (step.op === "walk" && step.actAfterFirstPage)
      return { ...step, actAfterFirstPage: fitted(context, step.actAfterFirstPage, "act", places, beside, owner) };
    if (step.op !== "create" && step.op !== "act") return step;
    const fit = (variant = step.variant) => fitted(context, { ...step, variant }, step.op, places, beside, owner);
    const kind = JSON.stringify([step.op === "act" ? step.trace : `$${step.as ?? ""}`, step.workflow, step.action]);
    const next = inGroup(otherThan(last.get(kind), step, fit), beside.kept?.group);
    last.set(kind, { free: step.data, data: next.data });
    return next;
  });
  const translated = pruneScript(followed, (step) => step.op !== "search" || searches.filtersOf(step) !== undefined);
  return mapSteps(translated, (step) =>
    step.op === "search" ? { ...step, filters: searches.filtersOf(step) ?? step.filters } : step,
  );
}

/** Done for this group, where nothing says for which. */
function inGroup<Step extends { readonly group?: string; readonly actor?: Account }>(step: Step, group?: string): Step {
  return group === undefined || step.group !== undefined || step.actor !== undefined ? step : { ...step, group };
}

/** What an action of a kind brought last on a trace, and what it was made of. */
interface Fitted {
  readonly free: JsonObject;
  readonly data: JsonObject;
}

/** So many data of another make are tried. */
const mostVariants = 3;

/**
 * With other data than the action brought last there, where that is meant and the form has any: which is which shows only then.
 * What a target may refuse for what it is must be alike through both faces.
 */
function otherThan<Step extends Pick<Input, "data" | "variant" | "traits">>(
  last: Fitted | undefined,
  { data: free, variant, traits = [] }: Step,
  fit: (variant?: number) => Step,
): Step {
  const first = fit();
  const isLikeLast = ({ data }: Step): boolean => last !== undefined && sameJson(data, last.data);
  const isToBeAlike = variant !== undefined || traits.some((trait) => unfit.has(trait));
  if (!last || isToBeAlike || sameJson(free, last.free) || !isLikeLast(first)) return first;
  for (let other = 1; other <= mostVariants; other += 1) {
    const next = fit(other);
    if (!isLikeLast(next)) return next;
  }
  return first;
}

const unfit: ReadonlySet<string> = new Set(Object.values(unfitTraits));

const againstForm: ReadonlySet<string> = new Set([
  unfitTraits.form,
  unfitTraits.type,
  unfitTraits.beyond,
  unfitTraits.extreme,
  unfitTraits.again,
]);

interface Input {
  readonly data: JsonObject;
  readonly workflow?: number;
  readonly action?: string;
  readonly traits?: readonly string[];
  readonly variant?: number;
  readonly asTaken?: JsonObject;
}

function fitted<Wanted extends Input>(
  { target }: SuiteContext,
  { variant, asTaken, ...given }: Wanted,
  purpose: "create" | "act",
  places: readonly MemberPlaces[],
  beside: { readonly turn: number | undefined; readonly kept: KeptOnWay | undefined },
  owner: string,
): Wanted {
  const input = given as unknown as Wanted;
  const workflow = input.workflow ?? 0;
  const asked = target.workflows[workflow]?.actions.find(({ key }) => key === input.action);
  const action = input.action === undefined ? fittingAction(target.workflows[workflow], purpose) : asked;
  // What is against the form on purpose stays so.
  if (!action || input.traits?.some((trait) => againstForm.has(trait))) return input;
  const taken = { ...beside.kept?.asTaken, ...asTaken };
  const settled = Object.keys(taken).length > 0 ? { asTaken: taken } : {};
  if (!action.dataSchema) return { ...input, ...settled, action: action.key, data: { ...input.data, ...taken } };
  const { data: fitting, markerAt, traits } = fitData(action, { ...input, ...beside, variant }, places[workflow]);
  // What has no marker has no texts of its own yet.
  const made = Object.hasOwn(input.data, markerMembers.marker)
    ? fitting
    : withOwnTexts(action, fitting, undefined, owner);
  const data = { ...made, ...taken };
  const { traits: _, ...others } = input;
  return {
    ...(others as Wanted),
    ...settled,
    action: action.key,
    data,
    ...(markerAt ? { markerAt } : {}),
    ...(traits.length > 0 ? { traits } : {}),
  };
}
