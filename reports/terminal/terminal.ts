/** The final screen: at most 24 lines of 100 columns unless said, for somebody who was just woken up. */
import type { RenderOptions, ReportFormat } from "../format.ts";
import type { RequirementResult, RequirementStatus, Results } from "../results/model.ts";
import { withoutAdvice } from "../../spec/requirements/advice.ts";
import { shellWordsOf } from "../results/replay-command.ts";
import { hasNotBegun } from "../results/verdict.ts";
import { foundCauses, type FoundCause } from "../text/causes.ts";
import { changesSince, statusSentence } from "../text/changes.ts";
import { abbreviate, printable } from "../text/escape.ts";
import { driftedFrom, driftsOf } from "../text/drift.ts";
import { budgetSentence } from "../text/latency-budgets.ts";
import { nextSteps, verdictLabel, wholeHeadline, withStatus, type NextStep } from "../text/headline.ts";
import { toneOf } from "../text/run-failures.ts";
import { sensitivitySentence, toldSensitivity } from "../text/sensitivity.ts";
import { expiredWaiver, tellingSentence } from "../text/telling.ts";
import { counted, duration, grouped } from "../text/numbers.ts";
import { isPicture, valueTexts } from "../text/values.ts";
import { coloursFor, fit, maxColumns, widthOf, wrap, wrapMiddle, type Colours } from "./screen.ts";

const maxLines = 24;
/** From here on a third step has its place: see a failure again, read what is demanded, dispute it. */
const manyColumns = 60;
/** Of one finding: what was seen, and what follows from it. */
const maxDetailLines = 4;
/** So many lines what was seen of a finding mostly takes. */
const maxSentenceLines = 2;
/** So many lines a step may take where nothing is free. */
const maxStepLines = 4;

export const terminal: ReportFormat = {
  name: "terminal",
  fileName: "summary.txt",
  summary: "the final screen: verdict, what failed, where the files are, what to do next",
  render(results, options = {}) {
    const colours = coloursFor(options.colour);
    const columns = Math.max(40, Math.min(options.columns ?? maxColumns, maxColumns));
    const lines = options.lines ?? maxLines;
    const counts = countLines(results, colours, columns);
    const between = [
      ...sensitivityLines(results, colours, columns),
      ...driftLines(results, colours, columns),
      ...budgetLines(results, colours, columns),
      ...changeLines(results, options, columns),
    ];
    const leastTop = verdictLines(results, colours, columns, lines - maxLines);
    const leastEnd = whereLines(results, options, colours, columns, 0);
    const room = lines - leastTop.length - counts.length - between.length - leastEnd.length - 2;
    const body = findingLines(results, colours, columns, room);
    // What findings leave is for the end of what has to be said of the whole, and of what to do.
    const free = Math.max(0, room - body.length);
    const top = verdictLines(results, colours, columns, leastTop.length - 1 + free);
    const left = free - (top.length - leastTop.length);
    const bottom = [...between, ...whereLines(results, options, colours, columns, left)];
    return `${[...top, ...counts, ...spaced(body), ...spaced(bottom)].join("\n")}\n`;
  },
};

function spaced(lines: readonly string[]): string[] {
  return lines.length > 0 ? ["", ...lines] : [];
}

/** @param lines that the sentences may take, which are three at least */
function verdictLines(results: Results, colours: Colours, columns: number, lines: number): string[] {
  const word = ` ${verdictLabel(results).toUpperCase()} `;
  const tone = toneOf(results);
  const paint = tone === "conformant" ? colours.green : tone === "incomplete" ? colours.yellow : colours.red;
  const { name, baseUrl, access } = results.environment;
  const where = fit(`${name} · ${baseUrl} · ${access}`, columns - word.length - 2);
  const { requirements, summary } = results;
  // Why a run could not begin ends with what helps.
  const fold = hasNotBegun({ requirements, exchanges: summary.exchanges }) ? wrapMiddle : wrap;
  return [
    `${colours.bold(colours.inverse(paint(word)))}  ${where}`,
    ...fold(wholeHeadline(results), columns, Math.max(3, lines)),
  ];
}

function countLines(results: Results, colours: Colours, columns: number): string[] {
  const { summary } = results;
  const perhaps = summary.tracesPerhapsCreated ?? 0;
  const paint: Record<RequirementStatus, (text: string) => string> = {
    passed: colours.green,
    failed: colours.red,
    warned: colours.yellow,
    waived: colours.magenta,
    skipped: colours.dim,
    inconclusive: colours.yellow,
    error: colours.red,
  };
  const counts = (Object.entries(summary.requirements) as [RequirementStatus, number][])
    .filter(([status, count]) => count > 0 || status === "passed" || status === "failed")
    .map(([status, count]) => ({ text: `${count} ${status}`, paint: count > 0 ? paint[status] : colours.dim }));
  const facts = [
    counted(summary.exchanges, "exchange"),
    counted(summary.cases, "case"),
    `${counted(summary.tracesCreated, "trace")} created${perhaps > 0 ? ` and ${grouped(perhaps)} perhaps` : ""}`,
    duration(summary.durationMs),
    `depth ${results.depth}`,
    `seed ${results.seed}`,
  ];
  // The seed stands last and is what a reader needs to repeat the run: it goes on below rather than off the screen.
  const told = [...facts.slice(0, -1), `seed ${results.seed}`].map((fact) => fact.replaceAll(" ", "\u00a0"));
  const lines = wrap(told.join(" · "), columns, 3).map((line) => line.replaceAll("\u00a0", " ").replace(/ ·$/, ""));
  return ["", ...paintedLines(counts, columns), ...lines.map((line) => colours.dim(line))];
}

interface Painted {
  readonly text: string;
  readonly paint: (text: string) => string;
}

/** Short texts side by side, in as many lines as they need: colours take no columns. */
function paintedLines(items: readonly Painted[], columns: number): string[] {
  const lines: { width: number; text: string }[] = [];
  for (const { text, paint } of items) {
    const last = lines.at(-1);
    const width = widthOf(text);
    if (last && last.width + 3 + width <= columns) {
      last.text += `   ${paint(text)}`;
      last.width += 3 + width;
    } else lines.push({ width, text: paint(text) });
  }
  return lines.map((line) => line.text);
}

/** So many requirements that were not judged are named. */
const mostNamed = 30;

function findingLines(results: Results, colours: Colours, columns: number, room: number): string[] {
  const found = foundCauses(results);
  // Where nothing was exercised at all, a list of everything that was not judged says nothing more.
  const { requirements, summary } = results;
  const isUnbegun = hasNotBegun({ requirements, exchanges: summary.exchanges });
  const gaps = isUnbegun ? [] : withStatus(results, "inconclusive");
  const open = gaps.filter((requirement) => requirement.level === "MUST");
  const free = Math.max(1, room - (open.length > 0 ? 1 : 0));
  // The first is named however little room there is.
  const causes = free === 1 ? inOne(found) : found;
  const shown = causes.length <= free ? causes : causes.slice(0, Math.max(0, free - 1));
  const rest = causes.slice(shown.length).reduce((sum, { followers }) => sum + 1 + followers.length, 0);
  let left = free - shown.length - (rest > 0 ? 1 : 0);
  // What room is left tells of the first findings what was seen, too, and what follows from them.
  const lines = shown.flatMap((cause, at) => {
    // What others have to say comes before the values of this one.
    const others = maxSentenceLines * (shown.length - at - 1);
    const roomFor = { details: Math.min(left, maxDetailLines), values: left - others };
    const [title = "", ...details] = causeLines(cause, roomFor, colours, columns);
    left -= details.length;
    return [title, ...details];
  });
  if (rest > 0) lines.push(colours.dim(`  … and ${rest} more, in the report`));
  if (open.length > 0) {
    const ids = open.slice(0, mostNamed).map((requirement) => requirement.id);
    const more = open.length > mostNamed ? [`and ${open.length - mostNamed} more, in the report`] : [];
    const said = `${counted(open.length, "MUST")} not judged: ${[...ids, ...more].join(" ")}`;
    const told = Number.isFinite(room) ? [fit(said, columns - 2)] : wrap(said, columns - 2, room);
    lines.push(...told.map((line, at) => `${at === 0 ? colours.yellow("?") : " "} ${line}`));
  }
  return lines;
}

/** All that is broken as one cause, which takes one line. */
function inOne([first, ...others]: readonly FoundCause[]): readonly FoundCause[] {
  if (!first) return [];
  const rest = others.flatMap(({ root, followers }) => [root, ...followers]);
  return [{ root: first.root, followers: [...first.followers, ...rest] }];
}

interface Room {
  readonly details: number;
  /** With what is told besides, so many lines may be filled where values are among them. */
  readonly values: number;
}

/** What is wrong before what is advised: advice is told only where all of it has room. */
function wrapMessage(message: string, behind: string, columns: number, lines: number): string[] {
  const whole = wrapMiddle(`${message}${behind}`, columns, Infinity);
  return whole.length <= lines ? whole : wrapMiddle(`${withoutAdvice(message)}${behind}`, columns, lines);
}

function causeLines({ root, followers }: FoundCause, roomFor: Room, colours: Colours, columns: number): string[] {
  const { details: room } = roomFor;
  const mark = root.status === "warned" ? colours.yellow("!") : colours.red("✗");
  const more = followers.length > 0 && room < 2 ? ` (and ${followers.length} more)` : "";
  const title = `${mark} ${colours.bold(root.id.padEnd(11))}${fit(root.statement, columns - 13 - more.length)}${more}`;
  const found = tellingSentence(root);
  const times = (root.failureCount ?? 0) > 1 ? ` (${root.failureCount}×)` : "";
  const followed = followers.length > 0 && room > 1;
  const expired = followers.flatMap((one) =>
    expiredWaiver(one) === undefined ? [] : `${one.id}: ${expiredWaiver(one)}`,
  );
  const waived = followed ? expired.slice(0, Math.max(0, room - 2)) : [];
  const linesLeft = room - (followed ? 1 : 0) - waived.length;
  const told = found && linesLeft > 0 ? wrapMessage(abbreviate(found), times, columns - 13, linesLeft) : [];
  const ids = followers.map(({ id }) => id).join(" ");
  const filled = told.length + (followed ? 1 : 0) + waived.length;
  const hasRoom = told.length > 0 && told.length < linesLeft && filled < roomFor.values;
  const values = hasRoom ? valueLines(root, columns - 13) : [];
  const behind = followed ? [`most likely from it: ${ids}`, ...waived] : [];
  const details = [...told, ...values, ...behind.map((line) => fit(printable(line), columns - 13))];
  return [title, ...details.map((line) => colours.dim(`             ${line}`))];
}

/** What was wanted of the first failure, and what was got, in one line. */
function valueLines({ failures = [], needlessWaiver }: RequirementResult, columns: number): string[] {
  const [failure] = failures;
  if (!failure || needlessWaiver) return [];
  const [decisive] = failure.exchanges;
  const place = decisive ? `exchange ${decisive.index}: ` : "";
  const values = isPicture(failure.actual) ? { expected: failure.expected } : failure;
  const whole = valueTexts(values, columns);
  // Where one side is short, the other has its room.
  const shorter = Math.min(widthOf(whole.wanted ?? ""), widthOf(whole.got ?? ""));
  const room = columns - 32;
  const { wanted, got } = valueTexts(values, Math.max(Math.floor(room / 2), room - shorter));
  if (wanted === undefined && got === undefined) return [];
  const said = [...(wanted === undefined ? [] : [`wanted ${wanted}`]), ...(got === undefined ? [] : [`got ${got}`])];
  return [fit(`${place}${abbreviate(said.join(", "))}`, columns)];
}

function sensitivityLines(results: Results, colours: Colours, columns: number): string[] {
  // What a green is worth: a red one needs no proof that the suite sees defects.
  const sensitivity = toldSensitivity(results);
  if (!sensitivity || results.verdict !== "conformant") return [];
  return wrap(sensitivitySentence(sensitivity), columns, 2).map((line) => colours.dim(line));
}

function driftLines(results: Results, colours: Colours, columns: number): string[] {
  const drifts = driftsOf(results);
  if (drifts.length === 0) return [];
  const ids = drifts.map(({ id }) => id).join(" ");
  const said = printable(`Drift: ${counted(drifts.length, "open point")} ${driftedFrom(drifts)}: ${ids}`);
  return [colours.yellow(fit(said, columns))];
}

function budgetLines(results: Results, colours: Colours, columns: number): string[] {
  const said = budgetSentence(results);
  return said === undefined ? [] : wrap(said, columns, 3).map((line) => colours.yellow(line));
}

function changeLines(results: Results, options: RenderOptions, columns: number): string[] {
  if (!options.previous) return [];
  const said = statusSentence(changesSince(options.previous, results)) ?? "nothing newly broken, nothing mended.";
  return wrap(`Since the previous run: ${said}`, columns, 2);
}

/** @param free lines that the steps may take besides */
function whereLines(
  results: Results,
  options: RenderOptions,
  colours: Colours,
  columns: number,
  free: number,
): string[] {
  const lines: string[] = [];
  const labelled = (label: string, text: string): void => {
    lines.push(`${colours.dim(label.padEnd(9))}${text}`);
  };
  const files = [...(options.files ?? [])].sort((a, b) => Number(b.endsWith(".html")) - Number(a.endsWith(".html")));
  const directory = options.directory?.replace(/\/$/, "");
  // A path is copied like a command: one that is shortened opens nothing.
  if (files[0]) labelled("Report", printable(directory ? `${directory}/${files[0]}` : files[0]));
  if (files.length > 1) labelled("Also", fit(files.slice(1).join(" "), columns - 9));
  const steps = nextSteps(results, options).slice(0, columns < manyColumns ? 2 : 3);
  const mosts = shared(steps, columns - 9, free);
  for (const [at, step] of steps.entries())
    for (const [index, line] of stepLines(step, columns - 9, mosts[at] ?? maxStepLines).entries())
      labelled(at + index === 0 ? "Next" : "", line);
  return lines;
}

/** So many lines each step may take: those that are free go in turn to the next sentence of each, where it has room. */
function shared(steps: readonly NextStep[], columns: number, free: number): readonly number[] {
  if (free === Infinity) return steps.map(() => Infinity);
  const taken = steps.map((step) => stepLines(step, columns, maxStepLines).length);
  let left = free;
  for (let before = Infinity; left < before;) {
    before = left;
    for (const [at, step] of steps.entries()) {
      const lines = taken[at] ?? 0;
      const rooms = Array.from({ length: left }, (_, more) => lines + more + 1);
      const next = rooms.find((room) => stepLines(step, columns, room).length > lines);
      if (next === undefined) continue;
      taken[at] = stepLines(step, columns, next).length;
      left -= (taken[at] ?? 0) - lines;
    }
  }
  return taken.map((lines) => Math.max(lines, maxStepLines));
}

/** A command tells enough by itself where its sentence only introduces it. */
function stepLines({ command, text }: NextStep, columns: number, lines: number): string[] {
  return command ? commandLines(printable(command), columns) : wrap(text, columns, lines);
}

/**
 * A command too long for a line goes on below, in a way that a shell understands when it is copied. A word of it, as a
 * long path, is never shortened: it would no longer run.
 */
function commandLines(command: string, columns: number): string[] {
  if (widthOf(command) <= columns) return [command];
  const lines: string[] = [];
  for (const word of shellWordsOf(command)) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + widthOf(word) + 3 <= columns) lines.splice(-1, 1, `${last} ${word}`);
    else lines.push(last === undefined ? word : `  ${word}`);
  }
  return lines.map((line, at) => (at < lines.length - 1 ? `${line} \\` : line));
}
