/**
 * Finds actions that end their trace and replace its state by something that shows nothing that was sent. Seen in
 * earlier exchanges, then confirmed on a fresh trace through each face.
 */
import { isAction, traceOf } from "../../../spec/readings/actions.ts";
import { markerIn } from "../../../spec/readings/marker.ts";
import { payloadMember, payloadOf, succeeded } from "../../../spec/readings/outcome.ts";
import { followers, processOf } from "../../../spec/readings/process.ts";
import { everyPlace } from "../../../spec/readings/path.ts";
import { isJsonObject, type Json } from "../../../spec/json.ts";
import { faces, type Face } from "../../../spec/operations.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { OpenPointValues, Profile } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { actionData, fitting } from "../../fixture/fixture-data.ts";
import type { ProbeContext } from "../../probe.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target">;
type Endings = NonNullable<OpenPointValues["state-data"]["replacedAfter"]>;

/** At most so many such actions are tried. */
const maxTried = 4;
const maxPlaces = 500;

/** A trace that ended with a state without any of its data. */
interface Ended {
  readonly workflow: number;
  /** The keys of its actions, the creation first. */
  readonly keys: readonly string[];
}

/** By the id of the workflow: the keys of such actions; undefined where there are none. */
export async function replacedAfter(
  asker: Asker,
  profile: Profile,
  exchanges: readonly Exchange[],
): Promise<Endings | undefined> {
  const found: Record<string, string[]> = {};
  for (const ended of endedWithoutData(asker, profile, exchanges).slice(0, maxTried)) {
    const description = asker.target.workflows[ended.workflow];
    const last = ended.keys.at(-1);
    if (!description || last === undefined || !(await isReplacedAgain(asker, description, ended))) continue;
    (found[description.id] ??= []).push(last);
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

/** For each ending action the shortest such trace. */
function endedWithoutData({ target }: Asker, profile: Profile, exchanges: readonly Exchange[]): readonly Ended[] {
  const traces = new Map<string, { readonly workflow: number; keys: readonly string[]; markers: readonly string[] }>();
  const ended = new Map<string, Ended>();
  for (const exchange of exchanges) {
    const { intent } = exchange;
    const id = traceOf(exchange);
    if (id === undefined || !succeeded(exchange)) continue;
    if (intent.kind === "create") traces.set(id, { workflow: intent.workflow, keys: [], markers: [] });
    const trace = traces.get(id);
    if (!trace) continue;
    if (isAction(intent)) {
      trace.keys = [...trace.keys, typeof intent.actionKey === "string" ? intent.actionKey : ""];
      trace.markers = [...trace.markers, markerIn(intent.data, intent.markerAt) ?? []].flat();
    }
    const [state, description] = [payloadMember(exchange, "state"), target.workflows[trace.workflow]];
    const rules = processOf(profile, description);
    if (!isJsonObject(state) || !description || !rules || trace.keys.length < 2) continue;
    if (followers(rules, description, trace.keys).length > 0 || holdsAny(state, trace.markers)) continue;
    const place = JSON.stringify([trace.workflow, trace.keys.at(-1)]);
    const known = ended.get(place);
    if (!known || known.keys.length > trace.keys.length)
      ended.set(place, { workflow: trace.workflow, keys: trace.keys });
  }
  return [...ended.values()];
}

async function isReplacedAgain(asker: Asker, description: WorkflowDescription, ended: Ended): Promise<boolean> {
  for (const face of faces) if (!(await isReplacedThrough(asker, description, ended, face))) return false;
  return true;
}

/** Builds the trace again, with the last action through this face, and compares the states. */
async function isReplacedThrough(
  { run, runId }: Asker,
  { actions }: WorkflowDescription,
  { workflow, keys }: Ended,
  face: Face,
): Promise<boolean> {
  const markers: string[] = [];
  const writes = keys.map((action, index): OperationStep => {
    const description = actions.find(({ key }) => key === action);
    const content = fitting(description, actionData(runId, `ended-${face}-${action}-`, index));
    markers.push(markerIn(content.data, content.markerAt) ?? "");
    const common = { face: index === keys.length - 1 ? face : "v2", workflow, action, ...content } as const;
    return index === 0 ? { op: "create", as: "trace", ...common } : { op: "act", trace: "$trace", ...common };
  });
  const read = (op: "state" | "details", through: Face): OperationStep => ({ op, face: through, trace: "$trace" });
  const reads = [...faces, "v2" as const].map((one) => read("state", one));
  const pages = faces.map((one) => read("details", one));
  const steps = [...writes.slice(0, -1), read("state", "v2"), ...writes.slice(-1), ...reads, ...pages];
  const answers = await run("a trace that comes to its end", steps);
  if (answers.length < steps.length || !answers.every(succeeded)) return false;
  const shown = answers.slice(0, -pages.length).flatMap((one) => payloadMember(one, "state") ?? []);
  const states = shown.slice(-reads.length - (face === "legacy" ? 1 : 0));
  const [before, [first, ...others]] = [shown.at(-states.length - 1), states];
  if (before === undefined || first === undefined || !holdsAny(before, markers)) return false;
  if (states.some((state) => holdsAny(state, markers))) return false;
  const [places, former] = [placesIn(first), placesIn(before)];
  const isOther = [...places].some((place) => !former.has(place));
  const isSame = others.every((state) => placesIn(state).symmetricDifference(places).size === 0);
  return isOther && isSame && answers.slice(-pages.length).every((page) => areInLinks(payloadOf(page), markers));
}

/** True where the links show each marker. */
function areInLinks(page: Json | undefined, markers: readonly string[]): boolean {
  const links = isJsonObject(page) && Array.isArray(page["links"]) ? (page["links"] as readonly Json[]) : [];
  const own = markers.filter((marker) => marker !== "");
  return own.length > 0 && own.every((marker) => links.some((link) => holdsAny(link, [marker])));
}

function holdsAny(document: Json, markers: readonly string[]): boolean {
  const text = JSON.stringify(document);
  return markers.some((marker) => marker !== "" && text.includes(JSON.stringify(marker).slice(1, -1)));
}

/** The paths of all values that are not null. */
function placesIn(document: Json): ReadonlySet<string> {
  const places = [...everyPlace(document, maxPlaces)].filter(({ value }) => value !== null);
  return new Set(places.map(({ path }) => JSON.stringify(path)));
}
