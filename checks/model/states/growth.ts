/**
 * Numbers in the states of twins, such as a count of actions: how much each action through either face adds. Numbers
 * that do not follow from the faces alone are left out, e.g. numbers of traces, or times.
 */
import { payloadMember } from "../../../spec/readings/outcome.ts";
import { everyPlace, numberAt } from "../../../spec/readings/path.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { isJsonObject, type Json } from "../../../spec/json.ts";
import type { JsonPath } from "../../../spec/vocabulary/profile.ts";
import type { Case } from "../case.ts";
import { stableState } from "../links/links.ts";
import { momentOf } from "../moment.ts";
import type { ModelTrace } from "../world.ts";

/** A number that grows with each action, and by how much. */
export interface Growth {
  readonly path: JsonPath;
  readonly perAction: { readonly v2: number; readonly legacy: number };
  /** How much more it is after a creation through legacy. */
  readonly byLegacyCreation: number;
  /** The last state that shows it. */
  readonly shownBy: Exchange;
  readonly with: readonly Exchange[];
}

/** So many states must agree beyond those needed for the calculation. */
const leastProof = 3;

interface Shown {
  readonly exchange: Exchange;
  readonly state: Json;
  /**
   * The terms of a sum: 1, the actions after the creation through v2 and through legacy, and 1 for a creation through
   * legacy.
   */
  readonly terms: readonly number[];
}

/** The numbers that grow with each action in the states of these twins. */
export function growthOf(twins: readonly ModelTrace[], subject: Case): readonly Growth[] {
  const shown = twins.flatMap((trace) => statesIn(trace, subject));
  const [first] = shown;
  if (!first || twins.length < 3) return [];
  const numbers = [...everyPlace(first.state)].filter(({ value }) => typeof value === "number");
  return numbers.flatMap(({ path }): readonly Growth[] => {
    const rows = shown.map(({ state, terms }) => ({ terms, value: numberAt(state, path) }));
    const found = reckoned(rows);
    const [, v2, legacy, byLegacyCreation] = found ?? [];
    const last = shown.at(-1);
    if (v2 === undefined || legacy === undefined || byLegacyCreation === undefined || !last) return [];
    if (v2 === 0 || legacy === 0) return [];
    const others = shown.map(({ exchange }) => exchange).filter((exchange) => exchange !== last.exchange);
    return [{ path, perAction: { v2, legacy }, byLegacyCreation, shownBy: last.exchange, with: others }];
  });
}

function statesIn(trace: ModelTrace, subject: Case): readonly Shown[] {
  const answers = trace.actions.map(({ exchange }) => exchange);
  return [...trace.reads, ...answers].flatMap((exchange): readonly Shown[] => {
    const state = payloadMember(exchange, "state");
    const { exact, acknowledged } = momentOf(trace, exchange);
    if (!exact || !isJsonObject(state)) return [];
    const appended = acknowledged.slice(1).map((action) => action.exchange.face);
    const v2 = appended.filter((face) => face === "v2").length;
    const byLegacy = trace.created.exchange.face === "legacy" ? 1 : 0;
    return [{ exchange, state: stableState(state, subject), terms: [1, v2, appended.length - v2, byLegacy] }];
  });
}

interface Row {
  readonly terms: readonly number[];
  readonly value: number | undefined;
}

/**
 * The factors with which every value is the sum of its terms, by Gaussian elimination; undefined where there are none,
 * or many.
 */
function reckoned(rows: readonly Row[]): readonly number[] | undefined {
  const count = rows[0]?.terms.length ?? 0;
  const places = new Set(rows.map(({ terms }) => terms.join(" ")));
  if (places.size < count + leastProof) return undefined;
  let left = rows.map(({ terms, value = NaN }): readonly number[] => [...terms, value]);
  const solved: (readonly number[])[] = [];
  for (let column = 0; column < count; column += 1) {
    const pivot = left.find((row) => !isZero(row[column]));
    if (!pivot) return undefined;
    const one = pivot.map((term) => term / (pivot[column] ?? 1));
    const without = (row: readonly number[]) => row.map((term, at) => term - (row[column] ?? 0) * (one[at] ?? 0));
    left = left.filter((row) => row !== pivot).map(without);
    solved.splice(0, solved.length, ...solved.map(without), one);
  }
  if (!left.every((row) => isZero(row.at(-1)))) return undefined;
  return solved.map((row) => row.at(-1) ?? 0).map((factor) => (isZero(factor) ? 0 : factor));
}

const isZero = (term = NaN): boolean => Math.abs(term) < 1e-9;
