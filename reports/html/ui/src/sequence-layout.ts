/** Where everything in the sequence diagram of a failing script stands: lanes from left to right, time from top to bottom. */
import type { SequencedExchange, SequenceResult } from "../../../results/model.ts";

const rowHeight = 20;
const headHeight = 26;
/** Room for the words between the lanes and the service; a phone is 310 pixels wide there. */
const wordsWidth = 168;
const margin = 12;
/** Branches beyond it share the last lane. */
const maxLanes = 12;

export interface DrawnExchange {
  readonly exchange: SequencedExchange;
  readonly x: number;
  readonly sentY: number;
  readonly answeredY: number;
}

/** Branches that ran at the same time. */
interface DrawnGroup {
  readonly fromY: number;
  toY: number;
}

/** Exchanges that are not drawn. */
interface DrawnGap {
  readonly y: number;
  readonly count: number;
}

export interface SequenceLayout {
  readonly width: number;
  readonly height: number;
  readonly lanes: readonly number[];
  /** Where words begin. */
  readonly wordsX: number;
  readonly serviceX: number;
  readonly exchanges: readonly DrawnExchange[];
  readonly groups: readonly DrawnGroup[];
  readonly gaps: readonly DrawnGap[];
}

interface Moment {
  readonly exchange: SequencedExchange;
  readonly atMs: number;
  readonly isAnswer: boolean;
}

export function layoutOf({ total, exchanges }: SequenceResult): SequenceLayout {
  const laneCount = 1 + Math.max(0, ...exchanges.map(laneOf));
  const laneWidth = laneCount > 5 ? 14 : 24;
  const lanes = Array.from({ length: laneCount }, (_, lane) => margin + lane * laneWidth);
  const wordsX = margin + (laneCount - 1) * laneWidth + 12;
  const serviceX = wordsX + wordsWidth;
  const drawn = new Map<number, DrawnExchange>();
  const groups = new Map<string, DrawnGroup>();
  const gaps: DrawnGap[] = [];
  let y = headHeight;
  let next = 0;
  const tellGap = (before: number): void => {
    if (before > next) gaps.push({ y: (y += rowHeight), count: before - next });
    next = Math.max(next, before + 1);
  };
  for (const { exchange, isAnswer } of momentsOf(exchanges)) {
    if (!isAnswer) tellGap(exchange.index);
    const at = groupOf(exchange);
    if (at !== undefined && !groups.has(at)) {
      groups.set(at, { fromY: y + 8, toY: y });
      y += rowHeight + 4;
    }
    y += rowHeight;
    const group = at === undefined ? undefined : groups.get(at);
    if (group) group.toY = y + 7;
    const known = drawn.get(exchange.index);
    const x = lanes[laneOf(exchange)] ?? margin;
    drawn.set(exchange.index, known ? { ...known, answeredY: y } : { exchange, x, sentY: y, answeredY: y });
  }
  tellGap(total);
  return {
    ...{ width: serviceX + margin + 12, height: y + 14 },
    ...{ lanes, wordsX, serviceX, groups: [...groups.values()], gaps, exchanges: [...drawn.values()] },
  };
}

/** Sent and answered, in the order of time. */
function momentsOf(exchanges: readonly SequencedExchange[]): readonly Moment[] {
  return exchanges
    .flatMap((exchange): Moment[] => [
      { exchange, atMs: exchange.sentMs, isAnswer: false },
      { exchange, atMs: exchange.sentMs + exchange.durationMs, isAnswer: true },
    ])
    .sort((a, b) => a.atMs - b.atMs || a.exchange.index - b.exchange.index || Number(a.isAnswer) - Number(b.isAnswer));
}

function laneOf({ step }: SequencedExchange): number {
  const [, branch = "0", inner] = step.split(".");
  return inner === undefined ? 0 : Math.min(maxLanes - 1, Number(branch) || 0);
}

function groupOf({ step }: SequencedExchange): string | undefined {
  const [at, , inner] = step.split(".");
  return inner === undefined ? undefined : at;
}
