/**
 * Open points `search-workflow-key` and `search-lag`, and the way filter keys are written, on which `search-keys` builds:
 * a trace with a unique text is searched for in every way until an answer holds it, and an answer to another text does not.
 */
import type { Face } from "../../spec/operations.ts";
import { searches, traceIdsOf } from "../fixture/find-fixture.ts";
import { best } from "../lib/tally.ts";
import { unknown, type Probe, type ProbeContext, type Readings } from "../probe.ts";
import { numberOfCreation, textOfCreation } from "../search/members.ts";
import { SearchDiscovery } from "../search/search-discovery.ts";

export const searchWorkflowKey: Probe = {
  id: "search-workflow-key",
  openPoints: ["search-workflow-key", "search-lag"],
  needs: ["state-data", "link-data"],
  writes: false,
  async run(context) {
    const trace = context.fixture.alone;
    if (context.fixture.found || !trace) return withoutFilters(context);
    const member = textOfCreation(context, trace) ?? numberOfCreation(trace);
    if (!member) return withoutFilters(context);
    const discovery = new SearchDiscovery(context, trace, member);
    return discovery.readings();
  },
};

/** What can be seen where nothing was written: which path value is accepted. */
async function withoutFilters(context: ProbeContext): Promise<Readings> {
  const questions = searches(context.fixture.workflow);
  const answers = await context.ask("without filters", questions);
  const accepted = questions.flatMap(({ step, candidate }, index) => {
    const exchange = answers[index];
    const taken = exchange?.response && exchange.response.status < 300 ? traceIdsOf(exchange).length : -1;
    return taken < 0 ? [] : [{ face: step.face, key: candidate?.["search-workflow-key"]?.v2 ?? "id", taken }];
  });
  const keyOf = (face: Face) =>
    best(
      accepted.filter((one) => one.face === face),
      ({ taken }) => taken,
    )?.key;
  const [v2, legacy] = [keyOf("v2") ?? keyOf("legacy"), keyOf("legacy") ?? keyOf("v2")];
  const evidence = `Searches without filters were ${accepted.length > 0 ? `accepted by ${accepted.map(({ face, key }) => `${face} ${key}`).join(", ")}` : "refused"}.`;
  const nothing = unknown("No trace with known data could be searched for.");
  return {
    "search-workflow-key": v2 && legacy ? { value: { v2, legacy }, evidence } : unknown(evidence),
    "search-lag": nothing,
    "search-keys": nothing,
  };
}
