/**
 * Finds numbers in states that agree among twins built through one face and differ for the other face. The traces must
 * alternate, so that time does not explain it.
 */
import { payloadMember } from "../../../spec/readings/outcome.ts";
import { everyPlace, numberAt } from "../../../spec/readings/path.ts";
import type { Face } from "../../../spec/operations.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { isJsonObject, type Json } from "../../../spec/json.ts";
import type { Finding } from "../../judgements.ts";
import { nameOf } from "../../support/exchanges.ts";
import type { Case } from "../case.ts";
import { stableState } from "../links/links.ts";
import { momentOf } from "../moment.ts";
import { statesOnTheWay } from "./twins.ts";
import type { ModelTrace } from "../world.ts";

/** At least so many traces of each face must agree. */
const enough = 3;

interface Shown {
  readonly trace: ModelTrace;
  readonly face: Face;
  readonly exchange: Exchange;
  readonly state: Json;
}

interface Told {
  readonly exchange: Exchange;
  readonly finding: Finding | undefined;
}

/**
 * Compares the last states of such traces, then those after the same action; undefined where too few were built through
 * one face.
 */
export function numbersByFace(twins: readonly ModelTrace[], subject: Case): Told | undefined {
  const last = toldBy(twins.flatMap((trace) => lastState(trace, subject) ?? []));
  if (last?.finding) return last;
  const onTheWay = twins.flatMap((trace) => {
    const face = builtThrough(trace);
    if (face === undefined) return [];
    const shown = [...statesOnTheWay(trace, subject)];
    return shown.map(([place, { shown: state, read: exchange }]) => ({ place, trace, face, exchange, state }));
  });
  const wrong = [...Map.groupBy(onTheWay, ({ place }) => place).values()].flatMap((shown) => toldBy(shown) ?? []);
  return wrong.find(({ finding }) => finding) ?? last;
}

function toldBy(shown: readonly Shown[]): Told | undefined {
  const [v2, legacy] = (["v2", "legacy"] as const).map((face) => shown.filter((one) => one.face === face));
  const [one, last] = [v2?.[0], legacy?.at(-1)];
  if (!v2 || !legacy || !one || !last || v2.length < enough || legacy.length < enough) return undefined;
  if (!isByTurns(v2, legacy) || !isByTurns(legacy, v2)) return undefined;
  const numbers = [...everyPlace(one.state)].filter(({ value }) => typeof value === "number");
  const wrong = numbers.find(({ path, value }) => {
    const other = numberAt(last.state, path);
    const isSteady =
      v2.every((state) => numberAt(state.state, path) === value) &&
      legacy.every((state) => numberAt(state.state, path) === other);
    return isSteady && other !== undefined && other !== value;
  });
  if (!wrong) return { exchange: last.exchange, finding: undefined };
  const message = `${nameOf(last.exchange)} shows at ${wrong.path.join(".")} another number for traces built through legacy than for those built by the same steps through v2`;
  const finding = { message, expected: wrong.value, actual: numberAt(last.state, wrong.path), with: [one.exchange] };
  return { exchange: last.exchange, finding };
}

/** True where some of the first were created after some of the others. */
function isByTurns(ones: readonly Shown[], others: readonly Shown[]): boolean {
  const begun = (shown: readonly Shown[]) => shown.map(({ trace }) => trace.created.exchange.sentAtMs);
  return ones.length > 0 && Math.max(...begun(ones)) > Math.min(...begun(others));
}

/** The face that built the whole trace; undefined where both did, or nothing followed the creation. */
function builtThrough({ actions }: ModelTrace): Face | undefined {
  const [face, ...others] = new Set(actions.map(({ exchange }) => exchange.face));
  return others.length > 0 || actions.length < 2 ? undefined : face;
}

function lastState(trace: ModelTrace, subject: Case): Shown | undefined {
  const face = builtThrough(trace);
  if (face === undefined) return undefined;
  const exchange = trace.reads.findLast((read) => {
    const { exact, acknowledged } = momentOf(trace, read);
    return read.intent.kind === "state" && exact && acknowledged.length === trace.actions.length;
  });
  const state = exchange && payloadMember(exchange, "state");
  return exchange && isJsonObject(state) ? { trace, face, exchange, state: stableState(state, subject) } : undefined;
}
