/**
 * What may not show on a trace, though it shows only once something else was done: what refused actions made of it, and
 * actions on another trace. It is told from two traces of the same steps, one built before it and one after.
 */
import { sameJson } from "../../../spec/readings/equal.ts";
import { everyPlace } from "../../../spec/readings/path.ts";
import type { Json } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Finding } from "../../judgements.ts";
import { nameOf } from "../../support/exchanges.ts";
import { isUuid } from "../../support/uuid.ts";
import type { Case } from "../case.ts";
import { hasTokenDefect } from "../files/files.ts";
import type { ModelTrace } from "../world.ts";
import { finalReads, groups, isDrawn } from "./twins.ts";

/** A read of a trace that has such twins. */
export interface BetweenTwins {
  readonly read: Exchange;
  /** What was done between its actions that was not done between theirs: refused actions, or those of another trace. */
  readonly why: "refused" | "elsewhere";
  readonly finding: Finding | undefined;
}

export const betweenTwins = (subject: Case): readonly BetweenTwins[] =>
  subject
    .view(groups)
    .flatMap((group) => [...Map.groupBy(group, buildersOf).values()])
    .flatMap((alikes) => {
      const clean = alikes.filter((trace) => othersOn(trace, subject).length === 0);
      return alikes.flatMap((trace) => {
        const others = othersOn(trace, subject);
        const before = clean.find((twin) => lastOf(twin) <= trace.created.exchange.sentAtMs);
        const after = clean.find((twin) => twin.created.exchange.sentAtMs >= lastOf(trace));
        if (others.some(hasTokenDefect) || isDrawn(trace, subject) || !before || !after) return [];
        return clean.includes(trace) ? [] : comparedWith([before, trace, after], others, subject);
      });
    });

function comparedWith(
  traces: readonly [ModelTrace, ModelTrace, ModelTrace],
  others: readonly Exchange[],
  subject: Case,
): readonly BetweenTwins[] {
  const [before, reads, after] = traces.map((trace) => finalReads(trace, subject));
  const [, { refused, created }] = traces;
  const why = refused.length > 0 ? "refused" : "elsewhere";
  const without =
    why === "refused" ? "without actions that are refused in between" : "while nothing is done on another";
  return [...(reads ?? [])].flatMap(([kind, { shown, read }]): readonly BetweenTwins[] => {
    const [one, other] = [before?.get(kind), after?.get(kind)];
    if (!one || !other) return [];
    const seconds = (read.receivedAtMs - created.exchange.sentAtMs) / 1_000;
    const found = otherwiseBetween([one.shown, shown, other.shown], seconds);
    if (!found) return [{ read, why, finding: undefined }];
    const { place, expected, actual } = found;
    const message = `${nameOf(read)} shows at ${place} something else than for traces built by the same steps ${without}`;
    return [{ read, why, finding: { message, expected, actual, with: [...others.slice(0, 1), one.read, other.read] } }];
  });
}

/** What was refused on the trace, or else what was done on others while it was built. */
function othersOn({ created, actions, refused }: ModelTrace, { world }: Case): readonly Exchange[] {
  if (refused.length > 0) return refused.map(({ exchange }) => exchange);
  const [fromMs, toMs] = [created.exchange.sentAtMs, Math.max(...actions.map(({ exchange }) => exchange.receivedAtMs))];
  const elsewhere = [...world.traces.values()].flatMap((trace) => (trace.created === created ? [] : trace.actions));
  return elsewhere
    .map(({ exchange }) => exchange)
    .filter(({ sentAtMs, receivedAtMs }) => sentAtMs < toMs && receivedAtMs > fromMs);
}

/** Through which faces, and by whom. */
const buildersOf = ({ actions }: ModelTrace): string =>
  JSON.stringify(actions.map(({ exchange: { face, actor } }) => [face, actor]));

const lastOf = ({ reads, actions, refused }: ModelTrace): number =>
  Math.max(...[...reads, ...[...actions, ...refused].map(({ exchange }) => exchange)].map((one) => one.receivedAtMs));

/** A place, and what stands there in any order. */
export interface OtherwiseAt {
  readonly place: string;
  readonly expected: readonly Json[];
  readonly actual: readonly Json[];
}

/**
 * The first place where two documents agree and the one between them in time does not. Clocks and counters of all traces do
 * not go back: what they show alike before and after they show in between.
 * @param seconds how long it took to build the longest; numbers may show how long something took
 */
export function otherwiseBetween(
  [before, between, after]: readonly [Json, Json, Json],
  seconds: number,
): OtherwiseAt | undefined {
  const [one, middle, other] = [before, between, after].map(valuesByPlace);
  if (!one || !middle || !other) return undefined;
  for (const place of new Set([...one.keys(), ...middle.keys(), ...other.keys()])) {
    const [expected, actual, again] = [one, middle, other].map((values) => values.get(place) ?? []);
    if (!expected || !actual || !sameJson(expected, again ?? [])) continue;
    if (!sameJson(expected, actual) && !isTime(expected, actual, seconds)) return { place, expected, actual };
  }
  return undefined;
}

/** A name of so many characters is an id or a digest. */
const longest = 24;

/** Ids, and numbers in names, are each trace's own. */
function nameOfStep(step: string): string {
  const isId: boolean = step.length >= longest || isUuid(step);
  return isId ? "#" : step.replaceAll(/\d+/g, "#");
}

function valuesByPlace(shown: Json): ReadonlyMap<string, readonly Json[]> {
  const scalars = [...everyPlace(shown)].filter(({ value }) => value === null || typeof value !== "object");
  const placed = Map.groupBy(scalars, ({ path }) => path.map(nameOfStep).join("."));
  const sorted = (values: readonly Json[]) =>
    values.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
  return new Map([...placed].map(([place, all]) => [place, sorted(all.map(({ value }) => value))]));
}

/** True for numbers that are apart by no more than the time it took. */
function isTime(expected: readonly Json[], actual: readonly Json[], seconds: number): boolean {
  return (
    expected.length === actual.length &&
    expected.every((value, at) => {
      const other = actual[at] ?? null;
      if (typeof value !== "number" || typeof other !== "number") return sameJson(value, other);
      return Math.abs(value - other) <= Math.ceil(seconds);
    })
  );
}
