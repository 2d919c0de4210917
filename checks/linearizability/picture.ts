/** A contradiction in words, and as a picture of text: one line for each operation, time from left to right. */
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { Operations, Read, Write } from "./operations.ts";

/** More would not be read. */
const mostLines = 24;
const mostReasons = 6;

type Operation = Read | Write;

const isWrite = (one: Operation): one is Write => "answered" in one;
const named = ({ exchange }: Operation): string => `${String(exchange.index)}`;
const endOf = (one: Operation): number =>
  isWrite(one) && !one.answered ? Number.POSITIVE_INFINITY : one.exchange.receivedAtMs;

/** One line for each operation, in the order of sending: a bar, what it was, when it was sent and answered. */
export function pictureOf(operations: Operations): readonly string[] {
  const all = inOrder(operations);
  const times = [...new Set(all.flatMap((one) => [one.exchange.sentAtMs, endOf(one)]))].sort((a, b) => a - b);
  const column = new Map(times.map((time, index) => [time, index * 3]));
  const width = Math.max(0, times.length - 1) * 3 + 1;
  const startMs = times[0] ?? 0;
  const lines = all.slice(0, mostLines).map((one) => {
    const [from, to] = [column.get(one.exchange.sentAtMs) ?? 0, column.get(endOf(one)) ?? 0];
    const open = endOf(one) === Number.POSITIVE_INFINITY;
    const inside = "-".repeat(Math.max(0, to - from - 1));
    const bar = `${" ".repeat(from)}|${inside}${to === from ? "" : open ? ">" : "|"}`.padEnd(width);
    return `${bar}  ${whatOf(one, operations)} (${timeOf(one, startMs)})`;
  });
  const more = all.length - lines.length;
  return more > 0 ? [...lines, `and ${String(more)} more`] : lines;
}

/** Why no order of these operations explains what was read. */
export function reasonsOf(operations: Operations): string {
  const all = inOrder(operations);
  const shown = operations.reads.map((read) => whatOf(read, operations));
  const before = all.flatMap((later) => {
    // Of what was answered before it was sent, the latest tells the most.
    const earlier = all.filter((one) => (isWrite(one) || isWrite(later)) && endOf(one) < later.exchange.sentAtMs);
    const last = earlier.toSorted((left, right) => endOf(left) - endOf(right)).at(-1);
    return last ? [`exchange ${named(last)} was answered before exchange ${named(later)} was sent`] : [];
  });
  const reasons = [...shown, ...before];
  const more = reasons.length - mostReasons;
  return [...reasons.slice(0, mostReasons), ...(more > 0 ? [`and ${String(more)} more`] : [])].join("; ");
}

function inOrder({ writes, reads }: Operations): readonly Operation[] {
  return [...writes, ...reads].sort(
    (left, right) => left.exchange.sentAtMs - right.exchange.sentAtMs || left.exchange.index - right.exchange.index,
  );
}

function whatOf(one: Operation, { kind, of, writes }: Operations): string {
  if (isWrite(one)) {
    const what = one.exchange.intent.kind === "create" ? "creation" : "action";
    return `exchange ${named(one)}: ${what}${one.value === undefined || kind === "set" ? "" : ` that writes ${one.value}`}`;
  }
  const names = (some: readonly number[]) => some.flatMap((write) => writes[write] ?? []).map(named);
  const held = new Set(one.holds);
  const lacks = one.only ? [...writes.keys()].filter((write) => !held.has(write)) : one.lacks;
  const [least, most] = one.count ?? [];
  const parts =
    kind === "register"
      ? [one.value === undefined ? "no value" : one.value]
      : [
          ...(one.holds.length > 0 ? [`what ${list(names(one.holds))} sent`] : []),
          ...(lacks.length > 0 ? [`${one.holds.length > 0 ? "not " : ""}what ${list(names(lacks))} sent`] : []),
          ...(one.holds.length + lacks.length === 0 && most !== undefined ? [countText(least ?? 0, most)] : []),
        ];
  const word = kind !== "register" && one.holds.length === 0 && lacks.length > 0 ? "without" : "with";
  return `exchange ${named(one)}: ${of} ${word} ${parts.join(", ") || "nothing of them"}`;
}

/** Of writes that are not in the picture it is not told whether the read counts them. */
function countText(least: number, most: number): string {
  return least === most
    ? `${String(most)} actions`
    : `${String(Math.max(0, least))} to ${String(most)} of these actions`;
}

function list(names: readonly string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}` : (names[0] ?? "");
}

function timeOf(one: Operation, startMs: number): string {
  const ms = (time: number) => `${(time - startMs).toFixed(1)} ms`;
  const { exchange } = one;
  return isWrite(one) && !one.answered
    ? `sent at ${ms(exchange.sentAtMs)}, outcome unknown`
    : `sent at ${ms(exchange.sentAtMs)}, answered at ${ms(exchange.receivedAtMs)}`;
}

/** Every exchange of the operations, in the order of sending. */
export function exchangesOf(operations: Operations): readonly Exchange[] {
  return inOrder(operations).map(({ exchange }) => exchange);
}
