/**
 * Searches for a trace by members of its state that its last action changed. What the target computes nobody can write
 * into a script: it is taken from what the script read.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { getOwn, isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import { payloadMember, succeeded } from "../../spec/readings/outcome.ts";
import { searchKeysOf } from "../../spec/readings/search-keys.ts";
import { isMarker } from "../../spec/readings/marker.ts";
import { stateReadingOf } from "../../spec/readings/state-data.ts";
import { isSeenBehind } from "../../spec/readings/search-lag.ts";
import { readingOf } from "../../spec/vocabulary/profile.ts";
import { everyMember } from "../../spec/readings/named-entries.ts";
import type { Place } from "../../spec/readings/path.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { PlacedStep } from "../../spec/vocabulary/placed-steps.ts";
import type { SearchStep, TraceRef } from "../../spec/vocabulary/script.ts";
import type { Connection } from "../execute/connection.ts";
import type { KeyStyle } from "../faces/filters.ts";
import { resolveTrace } from "../execute/references.ts";
import type { ScriptRun, Sought } from "../execute/script-run.ts";
import { search } from "./search.ts";

/** So many members of one state that the target computes are searched by, and so many that were sent. */
const [maxMembers, maxSent] = [2, 1];
/** A member by which nothing was found so often is none that searches reach; by one found so often by what was, nobody waits. */
const mostMissed = 2;
const longestText = 100;
/** From this number on one is also sought by its first digits. */
const leastCut = 10;
/** From so many times on that a member found the trace it is a filter beside others, and so many they are. */
const [leastKnown, mostBeside] = [2, 2];

/** By its name, or its whole place, a member of a state that stands in one place, or has the same value in all. */
type Members = ReadonlyMap<string, string | number | boolean>;

interface Changed {
  readonly name: string;
  readonly now: Json;
  readonly before: Json | undefined;
}

const never: Sought = { found: 0, missed: 0, stale: 0, isAlone: false, isCut: false };

export async function changedSearches(
  connection: Connection,
  run: ScriptRun,
  { changed: reference, ...step }: SearchStep & { readonly changed: TraceRef },
  at: PlacedStep,
): Promise<void> {
  const { value: trace } = resolveTrace(connection, run, reference);
  const states = run.statesOf(trace);
  const lags = isSeenBehind(readingOf(run.profile, "search-lag"));
  const { workflow = 0 } = step;
  const place = typeof workflow === "number" ? connection.environment.workflows[workflow] : undefined;
  const keys = searchKeysOf(run.profile, place);
  const isByPlace = keys !== undefined && (keys.path.length > 0 || keys.inner !== "none" || keys.below !== undefined);
  const written = isByPlace ? byPlace(keys) : undefined;
  const shown = membersOf(states.at(-1), isByPlace);
  const sent = (run.actions.get(trace) ?? []).map(({ data }) => JSON.stringify(data));
  const markers = (run.actions.get(trace) ?? []).flatMap(({ marker = [] }) => marker);
  const telling = [...shown].find(([, value]) => markers.some((marker) => String(value).includes(marker)));
  const ownName = (name: string): string => (isByPlace ? (name.split(".").at(-1) ?? name) : name);
  const isOwn = ({ name, now }: Changed): boolean => !sent.some((text) => text.includes(pairOf(ownName(name), now)));
  const changed = changedIn(shown, membersOf(states.at(-2), isByPlace));
  const ofItsOwn = changed.filter(isOwn);
  // Of states that show the data in no place of their own nothing else tells whether what was sent is found.
  const isHidden = stateReadingOf(run.profile, place)?.path === null;
  let isLost = false;
  const computed = chosen(run, ofItsOwn.length === 0 && isHidden ? changed : ofItsOwn, maxMembers);
  // Of what was sent, one that took the place of another value: an index may go by what it was first.
  const ofSent = changed.filter((one) => one.before !== undefined && !isOwn(one) && !computed.includes(one));
  for (const member of [...computed, ...chosen(run, ofSent, maxSent)]) {
    const { name, now, before } = member;
    const known = run.sought.get(name) ?? never;
    // What tells the trace from others may be no key of searches: then the member alone is tried.
    const isAlone = known.found > 0 ? known.isAlone : known.missed > 0 || telling?.[0] === name;
    const own = telling && !isAlone ? { [telling[0]]: telling[1] } : {};
    const beside = { ...own, ...alsoFound(run, name, shown, known) };
    const find = async (value: Json, until: SearchStep["until"]): Promise<boolean> => {
      const filters: JsonObject = { ...beside, [name]: value };
      const traits = ["filters.computed"];
      const asked = { ...step, filters, traits, ...(until ? { until } : {}) };
      const found = await search(connection, run, asked, at, written);
      return found.some((one) => one.toLowerCase() === trace.toLowerCase());
    };
    // Nobody waits for what no search found yet, unless what is written is always found late.
    const isAwaited = known.found > 0 || lags;
    const isFound = await find(now, isAwaited ? { includes: [trace] } : undefined);
    const isLeft = isFound && known.stale < mostMissed;
    const isStale = before !== undefined && (await find(before, isLeft ? { excludes: [trace] } : undefined));
    const isLate = !isFound && (isAwaited || isStale) && (await findsLate(connection, run, () => find(now, undefined)));
    isLost ||= isAwaited && !isFound && !isLate;
    // What begins with the same digits is another number.
    if (isFound && !known.isCut && typeof now === "number" && now >= leastCut)
      await find(Math.trunc(now / 10), undefined);
    if (isLeft && isStale) await findsLate(connection, run, () => find(before, undefined));
    // What it may be next, but was not yet: what is left behind a change, and what comes with it, are told apart by that.
    const next = isFound
      ? notYet(
          run,
          ownName(name),
          place,
          states.map((read) => membersOf(read, isByPlace).get(name)),
        )
      : undefined;
    if (next !== undefined) await find(next, undefined);
    run.sought.set(name, {
      found: known.found + (isFound || isLate ? 1 : 0),
      missed: known.missed + (isFound || isLate ? 0 : 1),
      stale: known.stale + (isStale ? 1 : 0),
      isAlone,
      isCut: known.isCut || (isFound && typeof now === "number" && now >= leastCut),
    });
  }
  // What no longer finds it by what the target computes may find it by nothing of its state.
  const byItsOwn = telling && { [ownName(telling[0])]: telling[1] };
  if (isLost && byItsOwn && keys && !isHidden)
    await search(connection, run, { ...step, filters: byItsOwn, until: { includes: [trace] } }, at);
}

/** A value that a member of the target's own was seen to have in other traces, and in this one so far was not. */
function notYet(
  { profile }: ScriptRun,
  name: string,
  workflow: { readonly id: string } | undefined,
  shown: readonly (Json | undefined)[],
): string | undefined {
  const { ownValues = {} } = stateReadingOf(profile, workflow) ?? {};
  const values = getOwn(ownValues, name) ?? [];
  // A text of our own would find the trace that it was sent to.
  return values.find((value) => !shown.includes(value) && !isMarker(value));
}

/** Keys written as the whole place in the state: what the target computes may stand beside the place of the data. */
const byPlace = ({ path, join, inner, below }: KeyStyle): KeyStyle => ({
  path: [],
  join,
  inner: path.length > 0 || below ? join : inner,
});

/** Other members that find the trace too, for one that is known to: however many filters there are, each counts. */
function alsoFound(run: ScriptRun, name: string, shown: Members, known: Sought): JsonObject {
  if (known.found < leastKnown) return {};
  const others = [...run.sought].flatMap(([other, { found }]): (readonly [string, Json])[] => {
    const value = other === name || found === 0 ? undefined : shown.get(other);
    return value === undefined ? [] : [[other, value]];
  });
  return Object.fromEntries(others.slice(0, mostBeside));
}

/** A search is given up before the lag has passed where others never took so long. */
async function findsLate({ environment }: Connection, run: ScriptRun, find: () => Promise<boolean>): Promise<boolean> {
  const leftMs = run.lastWriteMs + environment.limits.searchLagMs - performance.now();
  if (leftMs > 0) await sleep(leftMs, undefined, { signal: run.signal }).catch(() => undefined);
  return find();
}

/** One that changes often, as a status does, and the one that was sought least. */
function chosen(run: ScriptRun, all: readonly Changed[], most: number): readonly Changed[] {
  const soughtBy = ({ name }: Changed): Sought => run.sought.get(name) ?? never;
  const timesOf = (one: Changed): number => soughtBy(one).found + soughtBy(one).missed;
  const left = all
    .filter((one) => soughtBy(one).found > 0 || soughtBy(one).missed < mostMissed)
    .toSorted((one, other) => timesOf(one) - timesOf(other));
  const usual = left.at(-1);
  return [...(usual ? [usual] : []), ...left.filter((one) => one !== usual)].slice(0, most);
}

function changedIn(now: Members, before: Members): readonly Changed[] {
  return [...now].flatMap(([name, value]) =>
    before.get(name) === value ? [] : [{ name, now: value, before: before.get(name) }],
  );
}

/**
 * Texts that are no moments, whole numbers and flags: others may be rounded, or written otherwise.
 * @param isByPlace whether they are named by the whole place
 */
function membersOf(read: Exchange | undefined, isByPlace: boolean): Members {
  const state = read && succeeded(read) ? payloadMember(read, "state") : undefined;
  if (!isJsonObject(state)) return new Map();
  const isOfList = ({ path }: Place): boolean => (isByPlace ? path : path.slice(-1)).some((step) => /^\d+$/.test(step));
  const places = everyMember(state).filter((place) => !isOfList(place));
  const nameAt = ({ path }: Place): string => (isByPlace ? path.join(".") : (path.at(-1) ?? ""));
  return new Map(
    [...Map.groupBy(places, nameAt)].flatMap(([name, all]) => {
      const [first, ...others] = new Set(all.map(({ value }) => value));
      return name !== "" && others.length === 0 && isSought(first) ? [[name, first]] : [];
    }),
  );
}

function isSought(value: Json | undefined): value is string | number | boolean {
  if (typeof value === "string")
    return value.trim() !== "" && value.length <= longestText && !/^\d{4}-\d\d-\d\dT/.test(value);
  return typeof value === "boolean" || Number.isSafeInteger(value);
}

/** As a member stands in a JSON text. */
function pairOf(name: string, value: Json): string {
  return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
}
