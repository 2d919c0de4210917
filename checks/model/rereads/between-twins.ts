/**
 * Finds effects of refused actions that show only after later actions: compares a trace with traces of the same steps
 * without refusals, two built before and two after, which agree.
 */
import { sameJson } from "../../../spec/readings/equal.ts";
import type { Json } from "../../../spec/json.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Finding } from "../../judgements.ts";
import { nameOf } from "../../support/exchanges.ts";
import type { Case } from "../case.ts";
import { hasTokenDefect } from "../files/files.ts";
import type { ModelTrace } from "../world.ts";
import { finalReads, groups, isDrawn } from "./twins.ts";
import { valuesByPlace } from "./values-by-place.ts";

/** A read of a trace with refused actions and such twins. */
interface BetweenTwins {
  readonly read: Exchange;
  readonly finding: Finding | undefined;
}

/** So many twins before and after: values dealt out in turn differ between two in a row. */
const enough = 2;

export const betweenTwins = (subject: Case): readonly BetweenTwins[] => {
  // Changes by the service itself come at any time.
  if (subject.observed("own-links")?.late === true) return [];
  return subject
    .view(groups)
    .flatMap((group) => [...Map.groupBy(group, buildersOf).values()])
    .filter((alikes) => alikes.length > 2 * enough)
    .flatMap((alikes) => {
      const clean = alikes
        .filter(({ refused }) => refused.length === 0)
        .map((trace) => ({ trace, endMs: endOf(trace) }));
      return alikes.flatMap((trace) => {
        const { refused, created } = trace;
        if (refused.length === 0 || isDrawn(trace, subject)) return [];
        const endMs = endOf(trace);
        const before = clean.filter((twin) => twin.endMs <= created.exchange.sentAtMs);
        const after = clean.filter((twin) => twin.trace.created.exchange.sentAtMs >= endMs);
        if (before.length < enough || after.length < enough || refused.some((one) => hasTokenDefect(one.exchange)))
          return [];
        return comparedWith(
          trace,
          [...before, ...after].map((twin) => twin.trace),
          subject,
        );
      });
    });
};

function comparedWith(trace: ModelTrace, twins: readonly ModelTrace[], subject: Case): readonly BetweenTwins[] {
  const reads = twins.map((twin) => finalReads(twin, subject));
  return [...finalReads(trace, subject)].flatMap(([kind, { shown, read }]): readonly BetweenTwins[] => {
    const others = reads.flatMap((one) => one.get(kind) ?? []);
    if (others.length < twins.length) return [];
    const seen = others.map((other, at) => ({
      shown: other.shown,
      seconds: secondsOf(twins[at] ?? trace, other.read),
    }));
    const found = otherwiseThan(seen, { shown, seconds: secondsOf(trace, read) });
    if (!found) return [{ read, finding: undefined }];
    const { place, expected, actual } = found;
    const message = `${nameOf(read)} shows at ${place} something else than for traces built by the same steps, without actions that are refused in between`;
    const refusal = trace.refused.slice(0, 1).map(({ exchange }) => exchange);
    const creations = [trace, ...twins].map(({ created }) => created.exchange);
    const finding = {
      message,
      expected,
      actual,
      with: [...refusal, ...others.map((other) => other.read), ...creations],
    };
    return [{ read, finding }];
  });
}

const secondsOf = ({ created }: ModelTrace, read: Exchange): number =>
  (read.receivedAtMs - created.exchange.sentAtMs) / 1_000;

/** The faces and the users of its actions. */
const buildersOf = ({ actions }: ModelTrace): string =>
  JSON.stringify(actions.map(({ exchange }) => [exchange.face, senderOf(exchange)]));

const endOf = ({ reads, actions, refused }: ModelTrace): number =>
  [...reads, ...[...actions, ...refused].map(({ exchange }) => exchange)].reduce(
    (last, { receivedAtMs }) => Math.max(last, receivedAtMs),
    0,
  );

/** What a trace showed in the end, and its age. */
export interface SeenInTheEnd {
  readonly shown: Json;
  readonly seconds: number;
}

/** A place in the document, and the values there, sorted. */
interface OtherwiseAt {
  readonly place: string;
  readonly expected: readonly Json[];
  readonly actual: readonly Json[];
}

/** The first place where all twins agree and the trace differs, except times and names. */
export function otherwiseThan(twins: readonly SeenInTheEnd[], trace: SeenInTheEnd): OtherwiseAt | undefined {
  const [first, ...others] = twins.map(({ shown }) => valuesByPlace(shown));
  const own = valuesByPlace(trace.shown);
  if (!first) return undefined;
  const places = new Set([...first.keys(), ...others.flatMap((one) => [...one.keys()])]);
  const isShared = (place: string): boolean => [first, ...others].every((one) => one.has(place));
  // Where twins have names of their own, so has the trace.
  const named = new Set([...places].filter((place) => !isShared(place)).map(holderOf));
  for (const place of new Set([...places, ...own.keys()])) {
    const [expected, actual] = [first.get(place) ?? [], own.get(place) ?? []];
    if (named.has(holderOf(place)) || !others.every((one) => sameJson(one.get(place) ?? [], expected))) continue;
    if (sameJson(expected, actual)) continue;
    const seconds = Math.max(...twins.map((twin) => twin.seconds));
    if (!areTimes(expected, seconds) || !areTimes(actual, trace.seconds)) return { place, expected, actual };
  }
  return undefined;
}

const holderOf = (place: string): string => place.slice(0, Math.max(0, place.lastIndexOf(".")));

/** True for numbers that may be the age of the trace in seconds, and texts with digits, which may tell a time. */
function areTimes(values: readonly Json[], seconds: number): boolean {
  return values.every((value) =>
    typeof value === "number" ? value <= Math.ceil(seconds) : typeof value === "string" && /\d/.test(value),
  );
}
