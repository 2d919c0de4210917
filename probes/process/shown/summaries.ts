/**
 * Finds readers who are shown a summary instead of the data. Seen in earlier exchanges, then confirmed through both
 * faces between two reads by somebody who sees the data.
 */
import { isJsonObject, type Json } from "../../../spec/json.ts";
import { everyPlace } from "../../../spec/readings/path.ts";
import { payloadMember, succeeded } from "../../../spec/readings/outcome.ts";
import type { Account, OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ProbeContext } from "../../probe.ts";
import { isUsual, type SeenState } from "../../seen/states.ts";

type Asker = Pick<ProbeContext, "run">;

/** On so many traces. */
const enough = 2;
/** At most so many readers are tried. */
const maxReaders = 4;
const maxPlaces = 500;
/** A shorter text may occur by chance. */
const minLength = 4;

/** True where a state shows a text that was sent, or member names that were sent. */
export function showsSent({ state, actions }: Pick<SeenState, "state" | "actions">): boolean {
  const sent = new Set(actions.flatMap(({ data }) => textsIn(data)));
  if (textsIn(state).some((text) => sent.has(text))) return true;
  const names = new Set(actions.flatMap(({ data }) => namesIn(data)));
  // A computed state may have one of the names by chance.
  const few = Math.min(2, names.size);
  return [...everyPlace(state, maxPlaces)].some(
    ({ value }) => few > 0 && namesIn(value).filter((name) => names.has(name)).length >= few,
  );
}

/** The readers who are shown only a summary, each time and on every trace. */
export async function summaryReaders(asker: Asker, states: readonly SeenState[]): Promise<readonly Account[]> {
  const written = states.filter(({ actions }) => actions.some(({ data }) => textsIn(data).length > 0));
  const byReader = Map.groupBy(written, ({ reader }) => reader);
  const candidates = [...byReader].filter(
    ([reader, own]) => reader !== "first" && reader !== "second" && !own.some(showsSent),
  );
  const found: Account[] = [];
  for (const [reader, own] of candidates.slice(0, maxReaders))
    if (await isShownSummaries(asker, reader, own, written)) found.push(reader);
  return found;
}

async function isShownSummaries(
  asker: Asker,
  reader: Account,
  own: readonly SeenState[],
  all: readonly SeenState[],
): Promise<boolean> {
  const latest = new Map(own.map((state) => [state.traceId, state]));
  const tried = [...latest.values()].flatMap((state) => {
    const shown = all.filter((one) => one.traceId === state.traceId && showsSent(one));
    const witness = shown.find(isUsual) ?? shown[0];
    return witness ? [{ state, witness: witness.reader }] : [];
  });
  if (tried.length < enough) return false;
  for (const { state, witness } of tried.slice(-enough))
    if (!(await isSummary(asker, reader, witness, state))) return false;
  return true;
}

async function isSummary(
  { run }: Asker,
  reader: Account,
  witness: Account,
  { traceId: trace, actions }: SeenState,
): Promise<boolean> {
  const read = (actor: Account, face: "v2" | "legacy"): OperationStep => ({ op: "state", face, actor, trace });
  const steps = [
    read(witness, "v2"),
    read(reader, "v2"),
    read(reader, "legacy"),
    read(reader, "v2"),
    read(witness, "legacy"),
  ];
  const answers = await run("what a reader is shown in place of the data", steps);
  if (answers.length < steps.length || !answers.every(succeeded)) return false;
  const states = answers.map((one) => payloadMember(one, "state") ?? null);
  const [[before, after], summaries] = [[states[0], states.at(-1)], states.slice(1, -1)];
  if (![before, after].every((state) => showsSent({ state: state ?? null, actions }))) return false;
  const [first] = summaries.map(placesIn);
  return (
    first !== undefined &&
    first.size > 0 &&
    summaries.every(
      (state) =>
        isJsonObject(state) && !showsSent({ state, actions }) && placesIn(state).symmetricDifference(first).size === 0,
    )
  );
}

/** The paths of texts, numbers and flags. */
function placesIn(document: Json): ReadonlySet<string> {
  const places = [...everyPlace(document, maxPlaces)].filter(({ value }) => typeof value !== "object");
  return new Set(places.map(({ path }) => JSON.stringify(path)));
}

const namesIn = (value: Json): readonly string[] => (isJsonObject(value) ? Object.keys(value) : []);

function textsIn(document: Json): readonly string[] {
  const values = [...everyPlace(document, maxPlaces)].map(({ value }) => value);
  return values.filter((value): value is string => typeof value === "string" && value.length >= minLength);
}
