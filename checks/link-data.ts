/** The data of each action stands in its link as it was sent, where the target shows it there. */
import { differences, type Difference } from "../spec/readings/equal.ts";
import { dataOfLink } from "../spec/readings/link-data.ts";
import type { Json } from "../spec/vocabulary/json.ts";
import type { Check } from "../spec/vocabulary/judgement.ts";
import { readingOf } from "../spec/vocabulary/profile.ts";
import { kindOfDifference, kindsIn } from "./model/fidelity.ts";
import { actionOfLink, pageOf } from "./model/links.ts";
import { worldOf } from "./model/world.ts";
import { nameOf } from "./support/exchanges.ts";
import { failed, passed } from "./support/judging.ts";

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

function differenceOf(sent: Json, shown: Json | undefined, exact: boolean): Difference | undefined {
  const first = differences(sent, shown, [], { extraTopMembers: !exact }).next();
  return first.done ? undefined : first.value;
}
