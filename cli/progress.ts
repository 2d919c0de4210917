/** Shows how far a run is: a live line on a terminal, else a line every few seconds. Everything goes to stderr. */
import { failureLine, progressLine, widthOf, wrap, type Progress } from "../reports/index.ts";
import { findRequirement } from "../spec/requirements/index.ts";
import type { RunProgress } from "../suites/engine/open-run.ts";
import { wantsColor, type Terminal } from "./terminal.ts";

const logEveryMs = 5_000;
const clearLine = "\r\u001b[2K";

interface ProgressDisplay {
  update(progress: RunProgress): void;
  note(text: string): void;
  /** Removes the live line. */
  end(): void;
}

/** A line of facts with points between them, broken at these where they do not fit side by side, and else between words. */
function brokenBetween(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const fact of text.split(separator)) {
    const last = lines.at(-1);
    const longer = last === undefined ? fact : `${last}${separator}${fact}`;
    if (last !== undefined && widthOf(longer) > columns) lines.push(`  ${fact}`);
    else lines.splice(-1, 1, longer);
  }
  return lines.flatMap((line) =>
    widthOf(line) <= columns
      ? line
      : wrap(line.trimStart(), columns - 2, Infinity).map((part, at) => (at === 0 ? part : `  ${part}`)),
  );
}

const separator = " · ";

export function progressDisplay(terminal: Terminal, quiet: boolean): ProgressDisplay {
  if (quiet) return { update: () => undefined, note: () => undefined, end: () => undefined };
  const { stderr } = terminal;
  const live = stderr.isTTY === true && terminal.env["CI"] === undefined && terminal.env["TERM"] !== "dumb";
  const colour = wantsColor(stderr, terminal.env);
  const startedMs = performance.now();
  const announced = new Set<string>();
  let loggedMs = startedMs;
  // One column less than there is: some terminals break a line that fills the last one.
  const columns = (): number => (stderr.columns ?? 100) - 1;

  const line = (run: RunProgress): string => {
    const elapsedMs = performance.now() - startedMs;
    const share = run.planned > 0 ? run.ended / run.planned : 0;
    const progress: Progress = {
      requirementsJudged: run.judgedRequirements,
      requirementsTotal: run.wanted,
      exchanges: run.exchanges,
      elapsedMs,
      failures: run.failed.length,
      ...(share > 0.1 && share < 1 ? { remainingMs: (elapsedMs * (1 - share)) / share } : {}),
    };
    return progressLine(progress, { colour, columns: columns() });
  };
  const say = (text: string): void => void stderr.write(`${live ? clearLine : ""}${text}\n`);

  return {
    update(run) {
      for (const id of run.failed) {
        if (announced.has(id)) continue;
        announced.add(id);
        const requirement = findRequirement(id);
        if (requirement)
          say(
            failureLine(
              { requirement: id, level: requirement.level, message: requirement.statement },
              { colour, columns: columns() },
            ),
          );
      }
      if (live) stderr.write(`${clearLine}${line(run)}`);
      else if (performance.now() - loggedMs >= logEveryMs) {
        loggedMs = performance.now();
        stderr.write(`${line(run)}\n`);
      }
    },
    note(text) {
      say(stderr.columns === undefined ? text : brokenBetween(text, columns()).join("\n"));
    },
    end() {
      if (live) stderr.write(clearLine);
    },
  };
}
