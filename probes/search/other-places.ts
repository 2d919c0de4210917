/** Places that filters name in workflows whose states show the data otherwise than that of the fixture. */
import { faces } from "../../spec/operations.ts";
import { sameJson } from "../../spec/readings/equal.ts";
import { isWildcard } from "../../spec/readings/path.ts";
import { isSeenBehind } from "../../spec/readings/search-lag.ts";
import { ofWorkflow } from "../../spec/readings/state-data.ts";
import { payloadMember } from "../../spec/readings/outcome.ts";
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import type { ProbeContext } from "../probe.ts";
import { inOrder, knownTraces, type KnownTrace } from "../seen/known-traces.ts";
import { askSearches } from "./ask-search.ts";
import { placesShowing, type FilterStyle } from "./filter-styles.ts";
import { textMember, type Member } from "./members.ts";

/** By the id of a workflow: the place below which both faces find a trace of it by a text of its data, where they do not elsewhere. */
export async function otherPlaces(
  context: ProbeContext,
  style: FilterStyle,
): Promise<Readonly<Record<string, JsonPath>>> {
  const { target, fixture, histories } = context;
  const reading = context.reading("state-data");
  const main = ofWorkflow(reading, target.workflows[fixture.workflow]);
  const found: Record<string, JsonPath> = {};
  const traces = [...knownTraces(inOrder(histories())).values()];
  for (const [index, workflow] of target.workflows.entries()) {
    const own = ofWorkflow(reading, workflow);
    // Where no place of the data is known, those of each workflow may have one of their own all the same.
    if (index === fixture.workflow || !own || (own === main && own.path !== null)) continue;
    const trace = traces.findLast((one) => one.workflow === index);
    const state = trace && (await stateOf(context, trace));
    const text = trace && shownText(trace, state);
    if (!text) continue;
    const natural = (own.path ?? []).filter((step) => !isWildcard(step));
    const shown = placesShowing(state, text);
    if (own === main && (shown.length === 0 || shown.some((path) => sameJson([...path], [...style.path])))) continue;
    const paths = [style.path, ...(own.path ? [natural] : []), ...shown, []];
    const distinct = paths.filter((path, at) => paths.findIndex((other) => sameJson([...other], [...path])) === at);
    await rested(context);
    const place = await placeThatFinds(
      context,
      { traceId: trace.traceId, workflow: index, member: text, style },
      distinct,
    );
    if (place && place !== style.path) found[workflow.id] = place;
  }
  return found;
}

/** Where searches lag, once what was written last can be found. */
export async function rested({ reading, pause, target }: ProbeContext): Promise<void> {
  if (isSeenBehind(reading("search-lag"))) await pause(target.searchLagMs);
}

async function stateOf({ ask }: ProbeContext, { traceId }: KnownTrace): Promise<Json> {
  const [read] = await ask("the state of a trace of another workflow", [
    { step: { op: "state", face: "v2", trace: traceId } },
  ]);
  return (read && payloadMember(read, "state")) ?? null;
}

/** A text of the last action that stands in the state. */
function shownText({ actions }: KnownTrace, state: Json | undefined): Member<string> | undefined {
  const data = actions.at(-1)?.data;
  const shown = JSON.stringify(state);
  const own: JsonObject = isJsonObject(data) ? data : {};
  return textMember(
    Object.fromEntries(Object.entries(own).filter(([, value]) => shown.includes(JSON.stringify(value)))),
  );
}

interface Sought {
  readonly traceId: string;
  readonly workflow: number;
  readonly member: Member;
  readonly style: FilterStyle;
}

/** The first of the places below which both faces find the trace. */
export async function placeThatFinds(
  context: ProbeContext,
  { traceId, workflow, member, style }: Sought,
  paths: readonly JsonPath[],
): Promise<JsonPath | undefined> {
  const keys = context.reading("search-workflow-key");
  for (const path of paths) {
    const asked = faces.map((face) => ({
      ...{ face, workflow, key: keys?.[face] ?? ("id" as const), style: { ...style, path } },
      filters: { [member.name]: member.value },
    }));
    const answers = await askSearches(context, "search-keys", traceId, asked);
    if (answers.every(({ outcome }) => outcome === "found")) return path;
  }
  return undefined;
}
