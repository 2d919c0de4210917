/** What `compare` prints: what is to be known of the two runs, then every change. */
import {
  coverageSentence,
  counted,
  nothingChanged,
  partialSentence,
  type Changes,
  type Results,
  type StatusChange,
} from "../../reports/index.ts";
import { printable } from "../printable.ts";
import type { Comparison } from "./lost.ts";
import type { Colors } from "../terminal.ts";

/** A target that cannot be reached leaves every requirement open. */
const mostOfAKind = 20;

interface Compared extends Comparison {
  /** For what the later run is red beside its requirements. */
  readonly red: string | undefined;
  /** How many of what was lost make the code 3. */
  readonly countedAsLost: number;
}

export function compareText(compared: Compared, colors: Colors): string {
  const { earlier, now, red } = compared;
  const changes = withoutUnasked(compared.changes, earlier, now);
  const { broken, learned, mended, lost, still, other, latencies, operations } = changes;
  const unchanged = nothingChanged(changes);
  const first = [...runLines(earlier, now), ...lostSentence(compared, colors)];
  if (unchanged && still.length === 0 && red === undefined)
    return [...first, `nothing changed since ${changes.previousStartedAt}`].join("\n");
  const statuses = (word: string, list: readonly StatusChange[]): readonly string[] =>
    list.map((c) => `${word}  ${c.id}  ${c.before ?? "new"} → ${c.now ?? "gone"}  ${c.statement}`);
  return [
    ...first,
    unchanged
      ? `nothing changed since ${changes.previousStartedAt}, and all is not well:`
      : `since ${changes.previousStartedAt}:`,
    ...statuses(colors.red("broken "), broken),
    ...statuses(colors.yellow("learned"), learned),
    ...(learned.length > 0
      ? [
          `         ${counted(learned.length, "requirement")} of a newer version of the suite: the suite has learnt, the target did not break there`,
        ]
      : []),
    ...bounded(statuses(colors.yellow("lost   "), lost), "that are no longer judged (all of them: --json)"),
    ...statuses(colors.green("mended "), mended),
    ...stillLines(still, colors),
    ...(changes.turnedGreen === undefined
      ? []
      : [`${colors.green("green  ")}  no longer red for ${changes.turnedGreen}`]),
    ...(red === undefined ? [] : [`${colors.red("red    ")}  for ${red}`]),
    ...statuses(colors.dim("changed"), other),
    ...readingLines(colors.yellow("drift  "), compared.drifted),
    ...readingLines(colors.yellow("lost   "), compared.unread),
    ...readingLines(colors.dim("read   "), compared.read),
    ...latencies.map(
      ({ operationId, p95BeforeMs, p95NowMs }) =>
        `${colors.yellow(p95NowMs > p95BeforeMs ? "slower " : "faster ")}  ${operationId}  p95 ${p95BeforeMs} ms → ${p95NowMs} ms`,
    ),
    ...operations.map(({ operationId, exchangesBefore, exchangesNow, newTroubles }) => {
      const troubles = newTroubles.length > 0 ? `, for the first time ${newTroubles.join(", ")}` : "";
      return `${colors.yellow("traffic")}  ${operationId}  ${exchangesBefore} → ${exchangesNow} exchanges${printable(troubles)}`;
    }),
  ].join("\n");
}

/** How much is no longer judged, and what that makes of the exit code. */
function lostSentence({ changes: { lost }, unread, countedAsLost }: Compared, colors: Colors): readonly string[] {
  const parts = [
    ...(lost.length > 0
      ? [`${counted(lost.length, "requirement")} that ${lost.length === 1 ? "was" : "were"} judged`]
      : []),
    ...(unread.length > 0
      ? [`${counted(unread.length, "reading")} that ${unread.length === 1 ? "was" : "were"} found`]
      : []),
  ];
  if (parts.length === 0) return [];
  const verb = lost.length + unread.length === 1 ? "is" : "are";
  const code = countedAsLost > 0 ? ", so this is no green; --allow-lost only tells of it" : "";
  return [colors.yellow(`${parts.join(" and ")} in the earlier run ${verb} not in the later one${code}.`)];
}

function readingLines(word: string, readings: Comparison["drifted"]): readonly string[] {
  // A text tells how a pin no longer holds.
  const shown = (reading: unknown): string =>
    printable(typeof reading === "string" ? reading : (JSON.stringify(reading) ?? "no reading"));
  return readings.map(({ id, before, now }) => `${word}  ${id}  ${shown(before)} → ${shown(now)}`);
}

function stillLines(still: readonly StatusChange[], colors: Colors): readonly string[] {
  const lines = still.map(({ id, now = "", statement }) => {
    const colour = now === "failed" || now === "error" ? colors.red : colors.yellow;
    return `${colour("still  ")}  ${id}  ${now}  ${statement}`;
  });
  return bounded(lines, "that are as they were");
}

function bounded(lines: readonly string[], what: string): readonly string[] {
  const more = lines.length - mostOfAKind;
  return more > 0 ? [...lines.slice(0, mostOfAKind), `         and ${more} more ${what}`] : lines;
}

/** In what the runs differ by how they were started, and which judged little: no change of the target explains that. */
function runLines(earlier: Results, now: Results): readonly string[] {
  const differences = Object.entries(kinds).flatMap(([name, kindOf]) => {
    const [before, after] = [kindOf(earlier), kindOf(now)];
    return before === after ? [] : [`${name} ${before}, then ${after}`];
  });
  const said = ([which, results]: readonly [string, Results]): readonly string[] => {
    const other = results === now ? earlier : now;
    const coverage = coverageSentence(results);
    const sentences = [partialSentence(results), coverage === coverageSentence(other) ? undefined : coverage];
    const told = sentences.filter((one) => one !== undefined).join(" ");
    return told === "" ? [] : [printable(`The ${which} of the runs: ${told}`)];
  };
  return [
    ...(differences.length > 0 ? [printable(`The runs are of two kinds: ${differences.join("; ")}.`)] : []),
    ...(
      [
        ["earlier", earlier],
        ["later", now],
      ] as const
    ).flatMap(said),
  ];
}

const kinds: Readonly<Record<string, (results: Results) => string>> = {
  environment: ({ environment }) => environment.name,
  access: ({ environment }) => environment.access,
  depth: ({ depth }) => depth,
  "judged as version": ({ suite }) => suite.level ?? suite.version,
  connections: ({ disturbed }) => (disturbed ? "disturbed" : "left alone"),
};

/** Without what the earlier run alone, or neither, was asked for: that is no change of the target. */
function withoutUnasked(changes: Changes, earlier: Results, now: Results): Changes {
  const isPart = ({ partial }: Results): boolean => (partial?.only?.length ?? 0) > 0;
  const isUnasked = ({ before, now: after }: StatusChange): boolean =>
    (before === "skipped" && isPart(earlier)) || (after === "skipped" && isPart(now));
  return { ...changes, other: changes.other.filter((change) => !isUnasked(change)) };
}
