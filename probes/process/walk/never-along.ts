/**
 * What was never taken, tried after each action of the longest ways that were: it may come only after so many rounds, or so
 * late, that no walk tried it there.
 */
import { faces } from "../../../spec/operations.ts";
import { neverTaken, type SeenTrace } from "./deciding.ts";
import type { Explorer } from "./explore.ts";

/** No way that is gone again is longer. */
const longest = 12;
/** However many actions were never taken: so many are tried. */
const maxNever = 4;

/** The part of an explorer that goes on a trace. */
type Goer = Pick<Explorer, "repeat" | "tryAfter" | "workflow"> & { stage: Explorer["stage"] };

export async function tryNeverAlong(explorer: Goer, traces: readonly SeenTrace[]): Promise<void> {
  const never = neverTaken(traces, explorer.workflow);
  if (never.length === 0) return;
  explorer.stage = "again";
  const ways = waysAlong(traces.map(({ steps }) => steps.map(({ key }) => key)));
  for (const way of ways) await goAlong(explorer, way, never.slice(0, maxNever));
  explorer.stage = "first";
}

/** The way that goes round most, with one more round, and the one with most different actions. */
export function waysAlong(ways: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const goOn = new Set(ways.flatMap((way) => way.slice(0, -1)));
  // What never led on may end a trace.
  const open = ways.map((way) => (goOn.has(way.at(-1) ?? "") ? way : way.slice(0, -1)));
  const distinct = [...new Map(open.map((way) => [JSON.stringify(way), way])).values()].filter(
    ({ length }) => length > 1,
  );
  const repeats = (way: readonly string[]): number => way.filter((_, at) => comesRound(way, at)).length;
  const [roundest = []] = distinct.toSorted((one, other) => repeats(other) - repeats(one) || other.length - one.length);
  const [widest = []] = distinct.toSorted((one, other) => new Set(other).size - new Set(one).size);
  const chosen = [withOneMoreRound(roundest), widest].map((way) => way.slice(0, longest));
  return [...new Map(chosen.map((way) => [JSON.stringify(way), way])).values()].filter(({ length }) => length > 1);
}

/** True where an action was done before, with another one in between. */
function comesRound(way: readonly string[], at: number): boolean {
  return way[at] !== way[at - 1] && way.indexOf(way[at] ?? "") < at;
}

/** The way up to where it comes round first, and the round once more. */
function withOneMoreRound(way: readonly string[]): readonly string[] {
  const end = way.findIndex((_, at) => comesRound(way, at));
  if (end < 0) return way;
  const round = way.slice(way.indexOf(way[end] ?? "") + 1, end + 1);
  return [...way.slice(0, end + 1), ...round];
}

/**
 * Goes the way as far as it is taken, then does once more what may come again, and tries behind each action what was never
 * taken yet.
 */
async function goAlong(
  explorer: Goer,
  [first = "", ...rest]: readonly string[],
  never: readonly string[],
): Promise<void> {
  const { traceId } = await explorer.repeat([first]);
  if (traceId === undefined) return;
  const done = [first];
  let turn = 0;
  const isTaken = async (key: string): Promise<boolean> => {
    turn += 1;
    if (!(await explorer.tryAfter(traceId, [...done], key, faces[turn % faces.length] ?? "v2"))) return false;
    done.push(key);
    return true;
  };
  const tryNever = async (): Promise<void> => {
    const open = (): readonly string[] => never.filter((one) => !done.includes(one));
    for (let left = open(); left.length > 0;) {
      const [next = "", ...others] = left;
      left = (await isTaken(next)) ? open() : others;
    }
  };
  for (const key of rest) {
    if (!(await isTaken(key))) return;
    await tryNever();
  }
  for (const key of new Set(rest)) if (done.length <= longest && (await isTaken(key))) await tryNever();
}
