/**
 * What the probes did on one trace, as one history. They send each request by itself, so that nothing is judged of a trace
 * that is walked through step by step; put together, its states and links are held against everything that was sent to it.
 */
import { isAction, traceOf } from "../../../spec/readings/actions.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import { behindIn } from "../../../spec/readings/read-lag.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import { placedSteps } from "../../../spec/vocabulary/placed-steps.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { Parts } from "../../extensions/parts.ts";
import { isOfProbes, joinedScripts } from "../plan/script-kinds.ts";

interface Sent {
  readonly exchange: Exchange;
  readonly step: OperationStep;
  /** Of which probe. */
  readonly history: History;
}

/**
 * One history for each trace that one script created and others wrote to, in the order in which they were created. It is
 * judged on what several exchanges show: what one shows is judged where it was sent.
 * @param histories of the probes, in any order, with the reads that came too soon or without them
 * @param lagMs how far reads are behind writes
 */
export function joinedByTrace(
  histories: readonly History[],
  { requirements }: Pick<Parts, "requirements">,
  lagMs: number,
): readonly History[] {
  const only = requirements.filter(({ shownBy = "history" }) => shownBy === "history").map(({ id }) => id);
  const byTrace = new Map<string, Sent[]>();
  const isBehind = behindIn(
    histories.flatMap(({ exchanges }) => exchanges),
    lagMs,
  );
  const all = histories
    .flatMap((history) => sentIn(history))
    .filter(({ exchange }) => lagMs === 0 || !isBehind(exchange));
  for (const sent of all.toSorted((one, other) => one.exchange.sentAtMs - other.exchange.sentAtMs)) {
    const id = traceOf(sent.exchange)?.toLowerCase();
    if (id === undefined) continue;
    const known = byTrace.get(id) ?? [];
    known.push(sent);
    byTrace.set(id, known);
  }
  const joined = [...byTrace.values()].map(oneAfterTheOther).filter(isWalk);
  return joined.map((some, at) => joinedHistory(some, `${joinedScripts}${String(at + 1)}`, only));
}

/** Saved histories, and behind the last of them what the probes did on one trace each. */
export async function* withJoined(
  histories: AsyncIterable<History>,
  parts: Pick<Parts, "requirements">,
  lagMs: number,
): AsyncGenerator<History> {
  const probes: History[] = [];
  for await (const history of histories) {
    if (isOfProbes(history.script)) probes.push(history);
    yield history;
  }
  yield* joinedByTrace(probes, parts, lagMs);
}

function sentIn(history: History): readonly Sent[] {
  const steps = new Map(placedSteps(history.script).map(({ place, step }) => [place, step]));
  return history.exchanges.flatMap((exchange) => {
    const step = steps.get(exchange.step);
    return step && !exchange.support && !pointsToOthers(exchange) ? [{ exchange, step, history }] : [];
  });
}

/** True for what names other exchanges of its own history by their place. */
function pointsToOthers({ intent, response }: Exchange): boolean {
  const isOfWalk = intent.kind === "details" && intent.walk !== undefined;
  return intent.kind === "files" || intent.kind === "file" || isOfWalk || response?.notModified !== undefined;
}

const isWrite = ({ exchange: { intent } }: Sent): boolean => isAction(intent);

/** Begun by a creation, and written to by other scripts than that. */
function isWalk(all: readonly Sent[]): boolean {
  const [first] = all;
  const others = all.filter((sent) => isWrite(sent) && sent.history !== first?.history);
  return first?.exchange.intent.kind === "create" && others.length > 0;
}

/** Up to where several were under way at the same time: from there on little tells what came first. */
function oneAfterTheOther(all: readonly Sent[]): readonly Sent[] {
  const overlaps = ({ exchange }: Sent, at: number): boolean =>
    exchange.sentAtMs < (all[at - 1]?.exchange.receivedAtMs ?? -Infinity);
  const end = all.findIndex(overlaps);
  return end < 0 ? all : all.slice(0, end - 1);
}

const label = "walked";

function joinedHistory(all: readonly Sent[], id: string, judgedOn: readonly string[]): History {
  const steps: OperationStep[] = [];
  const exchanges: Exchange[] = [];
  let before: Sent | undefined;
  for (const sent of all) {
    // Pages of a walk, and attempts of a search, share their step.
    const isSameStep = before?.history === sent.history && before.exchange.step === sent.exchange.step;
    if (!isSameStep) steps.push(labelled(sent));
    exchanges.push(asJoined(sent.exchange, exchanges.length, String(steps.length - 1)));
    before = sent;
  }
  const script = { id, title: "what the probes did on one trace", steps };
  return { script, exchanges, unsent: [], judgedOn };
}

function labelled({ step, exchange }: Sent): OperationStep {
  if (step.op === "create") return withoutTrial({ ...step, as: label }, exchange);
  return "trace" in step ? withoutTrial({ ...step, trace: `$${label}` }, exchange) : step;
}

/** What was tried, and taken, is an action like any other. */
function withoutTrial<S extends { readonly candidateFor?: unknown }>(of: S, exchange: Exchange): S {
  if (!isTaken(exchange)) return of;
  const { candidateFor: _, ...rest } = of;
  return rest as S;
}

const isTaken = (exchange: Exchange): boolean => exchange.candidateFor === "action-gating" && succeeded(exchange);

function asJoined(exchange: Exchange, index: number, step: string): Exchange {
  const { parallel: _, ...rest } = withoutTrial(exchange, exchange);
  return { ...rest, index, step };
}
