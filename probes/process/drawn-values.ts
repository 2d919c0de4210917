/**
 * Finds out whether the service draws values of the state at random, or deals them out in turn: builds each of two
 * traces again several times, with the same steps through the same faces, and compares the states. A value that only
 * depends on the face is the same each time.
 */
import { sameJson } from "../../spec/readings/equal.ts";
import { payloadMember, succeeded } from "../../spec/readings/outcome.ts";
import { valuesAt } from "../../spec/readings/path.ts";
import type { Json } from "../../spec/json.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { JsonPath, Profile, Reading } from "../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { changedPaths } from "../lib/changed-paths.ts";
import { leavesIn } from "../../spec/json-walks.ts";
import { pathText } from "../lib/wording.ts";
import type { ProbeContext } from "../probe.ts";
import { builtAgain, type Write } from "./rebuilt.ts";
import { withVolatile } from "./late/late-reading.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target">;

/** How often each of the two traces is built. */
const times = 3;

/**
 * Returns the reading of volatile members with those that differed between traces of the same steps; undefined where
 * none did.
 * @param created the creations of two traces that were built by the same steps and show different states
 */
export async function drawnValues(
  asker: Asker,
  profile: Profile,
  history: History,
  created: readonly Exchange[],
): Promise<Reading<"volatile-members"> | undefined> {
  const known = profile.readings["volatile-members"];
  const index = created[0]?.intent.kind === "create" ? created[0].intent.workflow : undefined;
  const workflow = index === undefined ? undefined : asker.target.workflows[index];
  if (known?.pinned || !workflow) return undefined;
  const { state = [] } = known?.value ?? {};
  const found = new Map<string, JsonPath>();
  for (const one of created) {
    const [all, sent]: [(readonly (Json | undefined)[])[], Set<Json>] = [[], new Set()];
    for (let time = 0; time < times; time += 1) {
      // The run id differs each time, so that texts which must be unique are unique.
      const steps = builtAgain(`${asker.runId}${String(time)}`, workflow, history, one) ?? [];
      for (const { data } of steps) for (const value of leavesIn(data)) sent.add(value);
      const exchanges = await asker.run("the same steps once more, and the state behind each", withReads(steps));
      const isRead = ({ intent }: Exchange): boolean => intent.kind === "state";
      if (!exchanges.every((exchange) => isRead(exchange) || succeeded(exchange))) break;
      all.push(exchanges.filter(isRead).map((read) => payloadMember(read, "state")));
    }
    const [first = []] = all;
    const paths = first.flatMap((_, at) =>
      drawnAmong(
        all.map((states) => states[at]),
        sent,
      ),
    );
    for (const path of paths) found.set(JSON.stringify(path), path);
  }
  const drawn = [...found.values()].filter((path) => !state.some((one) => sameJson(one, path)));
  if (drawn.length === 0) return undefined;
  const places = drawn.map((path) => `state ${pathText(path)}`).join(", ");
  const told = `Traces of the same steps through the same faces showed others at ${places}: the service draws.`;
  return withVolatile(profile, { state: drawn }, told);
}

const withReads = (steps: readonly Write[]): readonly OperationStep[] =>
  steps.flatMap((step) => [
    step,
    { op: "state", face: "v2", trace: "$again", ...(step.actor ? { actor: step.actor } : {}) },
  ]);

/**
 * The places where states differ in numbers, flags or words that nobody sent. Texts with digits are left out: ids and
 * times differ on each trace.
 */
function drawnAmong(states: readonly (Json | undefined)[], sent: ReadonlySet<Json>): readonly JsonPath[] {
  const isTold = (value: Json): boolean => typeof value !== "string" || (!/\d/.test(value) && !sent.has(value));
  return changedPaths(states).filter((path) =>
    states.flatMap((state) => leavesIn(valuesAt(state, path)[0])).every(isTold),
  );
}
