/** Whether filters reach the data of every action, where the state keeps those of several apart. */
import { statePartsAfter } from "../../spec/readings/state-parts.ts";
import type { ProbeContext } from "../probe.ts";
import type { KnownTrace } from "../seen/known-traces.ts";
import { askSearches, type SearchToAsk } from "./ask-search.ts";
import type { FilterStyle } from "./filter-styles.ts";
import { textMember, type Member } from "./members.ts";

/** True where a trace is found by texts of two parts of its state, each of which no other part has. */
export async function reachesEveryPart(context: ProbeContext, style: FilterStyle): Promise<boolean> {
  const { fixture } = context;
  if (fixture.found || style.path.length > 0) return false;
  for (const trace of [fixture.other, fixture.long]) {
    const [one, another] = trace ? ownTexts(context, trace) : [];
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

function ownTexts({ reading }: ProbeContext, { actions }: KnownTrace): readonly Member<string>[] {
  const state = reading("state-data");
  const parts = state ? (statePartsAfter(actions, state) ?? []) : [];
  return parts.flatMap((part, at) => {
    const others = JSON.stringify(parts.toSpliced(at, 1));
    const own = Object.entries(part).filter(
      ([, value]) => typeof value === "string" && value !== "" && !others.includes(JSON.stringify(value)),
    );
    return textMember(Object.fromEntries(own)) ?? [];
  });
}
