/**
 * Finds actions that one face accepts and the other refuses, after the same steps with the same data, each trace built
 * through one face. Both kinds of traces must alternate, so that time does not explain it.
 */
import type { Face } from "../../../spec/operations.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Finding } from "../../judgements.ts";
import { answerOf, isThrottled, nameOf } from "../../support/exchanges.ts";
import type { Case } from "../case.ts";
import type { ModelAction, ModelTrace } from "../world.ts";
import { begunAlike, contentBySender, type OfOneFace } from "./begun-alike.ts";

interface NextByFace {
  readonly exchange: Exchange;
  readonly finding: Finding | undefined;
}

/** The action that came next on a trace. */
interface Next {
  readonly face: Face;
  readonly exchange: Exchange;
  readonly isTaken: boolean;
}

/** Statuses about the login or the moment. */
const notOfAction: ReadonlySet<number> = new Set([401, 408, 425, 429]);

export function nextByFace(subject: Case): readonly NextByFace[] {
  // Effects that sometimes fail, and own links, may explain a difference.
  if (subject.observed("own-links")?.late === true || subject.observed("failing-effects")?.seen === true) return [];
  return subject.view(begunAlike).flatMap(({ traces, done }) => {
    const next = traces.flatMap((one) => nextOn(one, done, subject));
    return [...Map.groupBy(next, ({ content }) => content).values()].flatMap(told);
  });
}

/** The first action sent after so many, if it was sent through the face that built the trace. */
function nextOn({ trace, face, contents }: OfOneFace, done: number, subject: Case) {
  const refused = trace.refused.find(({ exchange }) => takenBefore(trace, exchange) === done);
  const taken = trace.actions[done];
  const isFirst = refused && (!taken || refused.exchange.sentAtMs < taken.exchange.sentAtMs);
  const action = isFirst ? refused : taken;
  if (!action || !isPlain(action, face)) return [];
  const content = isFirst ? contentBySender(action, subject) : (contents[done] ?? "");
  return [{ face, exchange: action.exchange, isTaken: !isFirst, content }];
}

const takenBefore = ({ actions }: ModelTrace, { sentAtMs }: Exchange): number =>
  actions.filter(({ exchange }) => exchange.receivedAtMs <= sentAtMs).length;

function isPlain({ exchange }: ModelAction, face: Face): boolean {
  const { defects, traits, candidateFor, parallel, response } = exchange;
  const status = response?.status ?? 500;
  const isAnswered = status < 500 && !notOfAction.has(status);
  const isUsual = defects.length === 0 && traits.length === 0 && candidateFor === undefined && parallel !== true;
  return exchange.face === face && isAnswered && isUsual && !isThrottled(exchange);
}

function told(all: readonly Next[]): readonly NextByFace[] {
  const [v2, legacy] = (["v2", "legacy"] as const).map((face) => all.filter((one) => one.face === face));
  const last = all.at(-1);
  if (!v2?.length || !legacy?.length || !last) return [];
  const isSame = new Set(all.map(({ isTaken }) => isTaken)).size === 1;
  if (isSame) return [{ exchange: last.exchange, finding: undefined }];
  const [taken, refused] = [all.filter(({ isTaken }) => isTaken), all.filter(({ isTaken }) => !isTaken)];
  const [one] = taken;
  const other = refused.find(({ exchange }) => isAmong(exchange, taken)) ?? refused[0];
  const isByFace = facesOf(taken) === 1 && facesOf(refused) === 1;
  if (!one || !other || !isByFace || !isBetween(taken, refused)) return [];
  const message = `${nameOf(other.exchange)} is refused on a trace built through ${other.face}, and taken on those built by the same steps with the same data through ${one.face}`;
  const finding = { message, expected: "the same", actual: answerOf(other.exchange), with: [one.exchange] };
  return [{ exchange: other.exchange, finding }];
}

const facesOf = (some: readonly Next[]): number => new Set(some.map(({ face }) => face)).size;

/** True where one of either kind was sent between two of the other. */
const isBetween = (taken: readonly Next[], refused: readonly Next[]): boolean =>
  taken.some(({ exchange }) => isAmong(exchange, refused)) || refused.some(({ exchange }) => isAmong(exchange, taken));

function isAmong({ sentAtMs }: Exchange, others: readonly Next[]): boolean {
  const sent = others.map(({ exchange }) => exchange.sentAtMs);
  return sent.some((one) => one < sentAtMs) && sent.some((one) => one > sentAtMs);
}
