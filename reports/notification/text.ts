/** The text of a notification, as Slack and those that speak like it show it. */
import { verdictWords } from "../text/headline.ts";
import { printable, shorten } from "../text/escape.ts";
import { counted } from "../text/numbers.ts";
import type { ToldEnvironment } from "./model.ts";

interface Told {
  readonly environmentsRun: number;
  readonly environmentsTold: number;
  readonly environments: readonly ToldEnvironment[];
}

const maxLines = 10;
const maxLine = 250;

/** At most ten lines, and one more with the link. */
export function notificationText(told: Told, reportUrl: string | undefined): string {
  const [only] = told.environments;
  const lines = told.environmentsRun === 1 && only ? linesOfOne(only) : linesOfMany(told);
  return [
    ...lines.map((line) => harmless(line)),
    ...(reportUrl === undefined ? [] : [harmless(reportUrl, 2_000)]),
  ].join("\n");
}

function linesOfOne(environment: ToldEnvironment): readonly string[] {
  const { since } = environment;
  if (!since) return [`${environment.name}: ${wordOf(environment)}. ${environment.sentence}`];
  const turns = turnsOf(since);
  const items = [
    ...turns,
    ...since.broken.map(({ id, now, statement }) => `new: ${id} ${now ?? ""}. ${statement}`),
    ...since.lost.map(({ id, statement }) => `no longer judged: ${id}. ${statement}`),
    ...since.mended.map(({ id, statement }) => `mended: ${id}. ${statement}`),
    ...since.drifted.map((id) => `drifted: ${id}`),
    ...since.unread.map((id) => `not observed this time: ${id}`),
    ...since.read.map((id) => `newly observed: ${id}`),
  ];
  const { still: _, ...told } = since.counts;
  const all = Object.values(told).reduce((sum, count) => sum + count, turns.length);
  const head = [
    `${environment.name}: ${wordOf(environment)}. ${environment.sentence}`,
    `Since ${since.startedAt}: ${newsOf(since)}.`,
  ];
  const room = maxLines - head.length;
  if (items.length <= room && items.length === all) return [...head, ...items];
  const shown = items.slice(0, room - 1);
  return [...head, ...shown, `and ${String(all - shown.length)} more`];
}

function linesOfMany({ environmentsRun, environmentsTold, environments }: Told): readonly string[] {
  const head = `News of ${String(environmentsTold)} of ${counted(environmentsRun, "environment")}:`;
  const room = maxLines - 1;
  const line = (environment: ToldEnvironment): string => {
    const { name, since, sentence } = environment;
    if (!since) return `${name}: ${wordOf(environment)}. ${sentence}`;
    const ids = [...since.broken, ...since.lost].map(({ id }) => id);
    const named = ids.length === 0 ? "" : ` (${ids.slice(0, 6).join(", ")}${ids.length > 6 ? ", …" : ""})`;
    return `${name}: ${wordOf(environment)}. ${newsOf(since)}${named}`;
  };
  if (environmentsTold <= room) return [head, ...environments.map(line)];
  return [head, ...environments.slice(0, room - 1).map(line), `and ${String(environmentsTold - room + 1)} more`];
}

function wordOf({ verdict, exitCode }: ToldEnvironment): string {
  if (verdict === undefined) return `not run (exit code ${String(exitCode)})`;
  const word = verdictWords[verdict].toLowerCase();
  if (exitCode === 1 && verdict !== "non-conformant") return `${word}, but red`;
  return verdict === "conformant" && exitCode !== 0 ? `${word} (exit code ${String(exitCode)})` : word;
}

type Since = NonNullable<ToldEnvironment["since"]>;

/** What changed beside the requirements, such as a latency above its budget. */
function turnsOf({ turnedRed, turnedGreen }: Since): readonly string[] {
  return [
    ...(turnedRed === undefined ? [] : [`new: red for ${turnedRed}`]),
    ...(turnedGreen === undefined ? [] : [`mended: no longer red for ${turnedGreen}`]),
  ];
}

function newsOf(since: Since): string {
  return [...turnsOf(since), countsOf(since)].filter((one) => one !== "").join(", ");
}

function countsOf({ counts }: Since): string {
  const named: readonly (readonly [number, string])[] = [
    [counts.broken, "new"],
    [counts.lost, "no longer judged"],
    [counts.mended, "mended"],
    [counts.drifted, "drifted"],
    [counts.unread, "not observed this time"],
    [counts.read, "newly observed"],
    [counts.still, "as bad as before"],
  ];
  return named.flatMap(([count, word]) => (count === 0 ? [] : [`${String(count)} ${word}`])).join(", ");
}

/** One line that calls nobody and links nowhere by accident: an error may quote what a target said. */
function harmless(line: string, limit = maxLine): string {
  return shorten(printable(line), limit)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/@(?=\w)/g, "@\u200b");
}
