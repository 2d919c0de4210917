/** Whether filters reach the data of every action, where the state keeps those of several apart. */
import type { Json, JsonObject } from "../../spec/json.ts";
import { ofWorkflow } from "../../spec/readings/state-data.ts";
import { statePartsAfter } from "../../spec/readings/state-parts.ts";
import type { ProbeContext } from "../probe.ts";
import type { KnownTrace } from "../seen/known-traces.ts";
import { askSearches, type SearchToAsk } from "./ask-search.ts";
import type { FilterStyle, SearchKeys } from "./filter-styles.ts";
import { textMember, type Member } from "./members.ts";

/**
 * Whether a trace is found by texts of two parts of its state: `any` where no other part has these texts, `distinct` where none
 * has anything by their names either.
 */
export async function reachedParts(context: ProbeContext, style: FilterStyle): Promise<SearchKeys["ofActions"]> {
  const { fixture } = context;
  if (fixture.found || style.path.length > 0) return undefined;
  if (await findsByParts(context, style, isTextIn)) return "any";
  return (await findsByParts(context, style, isNameIn)) ? "distinct" : undefined;
}

/** Whether a member of a part stands in another one. */
type IsIn = (other: JsonObject, name: string, value: Json) => boolean;
const isTextIn: IsIn = (other, _, value) => JSON.stringify(other).includes(JSON.stringify(value));
const isNameIn: IsIn = (other, name, value) => Object.hasOwn(other, name) || isTextIn(other, name, value);

async function findsByParts(context: ProbeContext, style: FilterStyle, isIn: IsIn): Promise<boolean> {
  const { fixture } = context;
  for (const trace of [fixture.other, fixture.long]) {
    const [one, another] = trace ? ownTexts(context, trace, isIn) : [];
    if (!trace || !one || !another) continue;
    const searches = [one, another].map(({ name, value }): SearchToAsk => ({
      face: "v2",
      key: context.reading("search-workflow-key")?.v2 ?? "id",
      style: { path: style.path, join: style.join },
      filters: { [name]: value },
      workflow: trace.workflow,
    }));
    const answers = await askSearches(context, "search-keys", trace.traceId, searches);
    return answers.every(({ outcome }) => outcome === "found");
  }
  return false;
}

function ownTexts(
  { reading, target }: ProbeContext,
  { actions, workflow }: KnownTrace,
  isIn: IsIn,
): readonly Member<string>[] {
  const state = ofWorkflow(reading("state-data"), target.workflows[workflow]);
  const parts = state ? (statePartsAfter(actions, state) ?? []) : [];
  return parts.flatMap((part, at) => {
    const others = parts.toSpliced(at, 1);
    const own = Object.entries(part).filter(
      ([name, value]) => typeof value === "string" && value !== "" && !others.some((other) => isIn(other, name, value)),
    );
    return textMember(Object.fromEntries(own)) ?? [];
  });
}
