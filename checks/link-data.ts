/** The data of each action stands in its link as it was sent, where the target shows it there. */
import { differences, sameJson, type Difference } from "../spec/readings/equal.ts";
import { dataOfLink } from "../spec/readings/link-data.ts";
import type { Json } from "../spec/vocabulary/json.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import type { Check, Judgement, JudgingContext } from "../spec/vocabulary/judgement.ts";
import { readingOf, type OpenPointValues } from "../spec/vocabulary/profile.ts";
import { kindOfDifference, kindsIn } from "./model/fidelity.ts";
import { actionOfLink, pageOf } from "./model/links.ts";
import { momentOf } from "./model/moment.ts";
import { worldOf, type TraceRecord } from "./model/world.ts";
import { nameOf } from "./support/exchanges.ts";
import { failed, judged, passed } from "./support/judging.ts";

export const linkData: Check = {
  id: "link-data",
  requirements: [
    "DETAILS-07",
    "DATA-01",
    "DATA-02",
    "DATA-03",
    "DATA-04",
    "DATA-05",
    "DATA-06",
    "DATA-07",
    "DATA-08",
    "DATA-09",
  ],
  *judge(history, context) {
    const reading = readingOf(context.profile, "link-data");
    if (!reading?.path) return;
    for (const trace of worldOf(history).traces.values()) {
      for (const read of trace.reads) {
        yield* judgeOddData(trace, read, reading, context);
        for (const link of pageOf(read)?.links ?? []) {
          const action = actionOfLink(link, trace, context.profile);
          if (!action || action.unclear || trace.refused.includes(action)) continue;
          const shown = dataOfLink(link, reading);
          const difference = differenceOf(action.data, shown, reading.exact);
          if (!difference) {
            yield passed("DETAILS-07", read);
            for (const kind of kindsIn(action.data)) yield passed(kind, read);
            continue;
          }
          const finding = {
            message: `${nameOf(read)} shows the data of an action otherwise than it was sent, at ${difference.path.join(".") || "its root"}`,
            expected: difference.expected,
            actual: difference.actual,
            with: [action.exchange],
          };
          yield failed("DETAILS-07", read, finding);
          yield failed(kindOfDifference(difference, action.data), read, finding);
        }
      }
    }
  },
} satisfies Check;

/**
 * Data that are no JSON object, accepted all the same, are kept like all that is accepted. Their link bears no mark; it
 * is told by its place.
 */
function* judgeOddData(
  trace: TraceRecord,
  read: Exchange,
  reading: OpenPointValues["link-data"],
  context: JudgingContext,
): Iterable<Judgement> {
  const links = pageOf(read)?.links ?? [];
  const { settled, exact } = momentOf(trace, read);
  const order = readingOf(context.profile, "link-order")?.order ?? "unknown";
  // Members spread over the link cannot hold anything but an object.
  if (!exact || !reading.path?.length || order === "unknown" || links.length !== settled.length) return;
  const inTime = order === "newest-first" ? links.toReversed() : links;
  for (const [place, action] of settled.entries()) {
    const { defects } = action.exchange;
    const replaced = defects.length === 1 && defects[0]?.where === "field" && defects[0].what === "replace:data";
    const odd = Array.isArray(action.data)
      ? action.data.length > 0
      : typeof action.data === "string" && action.data !== "";
    if (!replaced || !odd) continue;
    const shown = dataOfLink(inTime[place] ?? null, reading);
    yield judged(
      "DETAILS-07",
      read,
      sameJson(action.data, shown)
        ? undefined
        : {
            message: `${nameOf(read)} shows other data than an action was accepted with`,
            expected: action.data,
            actual: shown,
            with: [action.exchange],
          },
    );
  }
}

function differenceOf(sent: Json, shown: Json | undefined, exact: boolean): Difference | undefined {
  const first = differences(sent, shown, [], { extraTopMembers: !exact }).next();
  return first.done ? undefined : first.value;
}
