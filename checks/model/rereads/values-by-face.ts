/**
 * Finds values in states that differ between two traces built by the same steps with the same data, one through v2 and
 * one through legacy. Values that also differ between traces of one face are left out.
 */
import { sameJson } from "../../../spec/readings/equal.ts";
import type { Face } from "../../../spec/operations.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Json } from "../../../spec/json.ts";
import type { Finding } from "../../judgements.ts";
import { nameOf } from "../../support/exchanges.ts";
import type { Case } from "../case.ts";
import { isWhileBusy } from "../process/busy-traces.ts";
import type { ModelTrace } from "../world.ts";
import { textsOf } from "./outline.ts";
import { begunAlike, type OfOneFace } from "./begun-alike.ts";
import { finalReads, statesAfterEach } from "./twins.ts";
import { valuesByPlace } from "./values-by-place.ts";

interface ByFace {
  readonly exchange: Exchange;
  readonly finding: Finding | undefined;
}

/** The values of a state after some of the actions, by place. */
interface Shown {
  readonly read: Exchange;
  readonly values: ReadonlyMap<string, readonly Json[]>;
}

/** A trace that was built through one face. */
interface Built {
  readonly trace: ModelTrace;
  readonly face: Face;
  /** By the number of actions and the reader. */
  readonly shown: ReadonlyMap<string, Shown>;
}

/** Traces that began with the same action, grouped by equal steps and data. */
type Family = readonly (readonly Built[])[];

/** Compares such traces; places where traces of one face differ are left out. */
export function valuesByFace(subject: Case): readonly ByFace[] {
  // Changes by the service itself come at any time.
  if (subject.observed("own-links")?.late === true) return [];
  const families = Map.groupBy(subject.view(begunAlike), ({ family }) => family).values();
  return [...families].flatMap((all) => comparedIn(all.map(({ traces, done }) => builtSoFar(traces, done, subject))));
}

const builtSoFar = (traces: readonly OfOneFace[], done: number, subject: Case): readonly Built[] =>
  traces.map(({ trace, face }) => ({ trace, face, shown: shownBehind(trace, done, subject) }));

/** The states after each action, for each of these traces. */
const statesByTrace = (subject: Case) => {
  const traces = new Set(subject.view(begunAlike).flatMap((alike) => alike.traces.map(({ trace }) => trace)));
  return new Map([...traces].map((trace) => [trace, [...statesAfterEach(trace, subject)]]));
};

/** The values of the trace's states after so many actions. */
function shownBehind(trace: ModelTrace, done: number, subject: Case): ReadonlyMap<string, Shown> {
  const sent = textsOf(trace);
  const last = done === trace.actions.length ? finalReads(trace, subject).get("state v2") : undefined;
  const behind =
    subject
      .view(statesByTrace)
      .get(trace)
      ?.filter(([, { done: own }]) => own === done) ?? [];
  const reads = [...behind, ...(last ? ([["last", last]] as const) : [])];
  const settled = reads.filter(([, { read }]) => !isWhileBusy(trace, read, subject));
  const shown = settled.map(([when, { shown: state, read }]): readonly [string, Shown] => {
    const values = [...valuesByPlace(state)].map(
      ([place, all]) => [place, all.filter((one) => isTold(one, sent))] as const,
    );
    return [when, { read, values: new Map(values.filter(([, all]) => all.length > 0)) }];
  });
  return new Map(shown);
}

/** Numbers, flags and words that nobody sent. Texts with digits may be times or ids. */
const isTold = (value: Json, sent: ReadonlySet<string>): boolean =>
  typeof value === "string" ? !/\d/.test(value) && !sent.has(value) : value !== null;

function comparedIn(family: Family): readonly ByFace[] {
  const steady = steadyPlaces(family);
  const naming = namesOfFaces(family);
  return family.flatMap((traces) => {
    const [one, other] = (["v2", "legacy"] as const).map((face) => traces.find((trace) => trace.face === face));
    if (!one || !other) return [];
    return [...one.shown].flatMap(([when, { read, values }]): readonly ByFace[] => {
      const later = other.shown.get(when);
      if (!later) return [];
      const places = [...values.keys()].filter((place) => steady.has(place) && !naming.has(place));
      const wrong = places.find((place) => {
        const there = later.values.get(place);
        return there !== undefined && !sameJson(values.get(place) ?? [], there);
      });
      if (places.length === 0) return [];
      if (wrong === undefined) return [{ exchange: later.read, finding: undefined }];
      const message = `${nameOf(later.read)} shows at ${wrong} something else for a trace built through legacy than for one built by the same steps with the same data through v2`;
      const created = [one, other].map(({ trace }) => trace.created.exchange);
      const [expected, actual] = [values.get(wrong), later.values.get(wrong)].map((all) =>
        all?.length === 1 ? all[0] : all,
      );
      return [{ exchange: later.read, finding: { message, expected, actual, with: [read, ...created] } }];
    });
  });
}

/** The places where traces of one face with the same data always agree. */
function steadyPlaces(family: Family): ReadonlySet<string> {
  const [seen, own] = [new Set<string>(), new Set<string>()];
  for (const traces of family)
    for (const [first, ...others] of Map.groupBy(traces, ({ face }) => face).values())
      for (const other of others)
        for (const [when, { values }] of first?.shown ?? []) {
          const again = other.shown.get(when);
          if (!again) continue;
          for (const place of new Set([...values.keys(), ...again.values.keys()]))
            (sameJson(values.get(place) ?? [], again.values.get(place) ?? []) ? seen : own).add(place);
        }
  return seen.difference(own);
}

/** The places where the faces always have different words: these may name the face. */
function namesOfFaces(family: Family): ReadonlySet<string> {
  const byFace = { v2: new Map<string, Set<Json>>(), legacy: new Map<string, Set<Json>>() };
  const states = family
    .flat()
    .flatMap(({ face, shown }) => [...shown.values()].map(({ values }) => ({ face, values })));
  for (const { face, values } of states)
    for (const [place, all] of values) {
      const known = byFace[face].get(place) ?? new Set();
      byFace[face].set(place, known);
      for (const value of all) known.add(value);
    }
  const isName = ([place, ofOne]: [string, Set<Json>]): boolean => {
    const ofOther = byFace.legacy.get(place) ?? new Set();
    const areNumbers = [...ofOne].some((value) => typeof value === "number");
    return (
      ofOne.isDisjointFrom(ofOther) &&
      (!areNumbers || (ofOne.size === 1 && ofOther.size === 1)) &&
      states.every(({ values }) => values.has(place))
    );
  };
  return new Set([...byFace.v2].filter(isName).map(([place]) => place));
}
