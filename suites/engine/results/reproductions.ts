/** The scripts of the shell that stand beside failing scripts, in bounded memory. */
import type { Judged } from "../../../checks/index.ts";
import { reproductionOf, withNote } from "../../../driver/index.ts";
import type { History } from "../../../spec/vocabulary/history.ts";
import type { FailureScript } from "../../../reports/results/index.ts";
import { attemptsText, gotOf, valueTexts } from "../../../reports/index.ts";
import type { ShownIn } from "./reported-exchange.ts";
import { runsNamedIn } from "../plan/restamp.ts";

/** In characters, of all of them together: large inputs are written down whole. */
const mostLength = 24 * 1024 * 1024;

/** Of what was wanted and what was got, at the end of a script. */
const maxValueLength = 500;

/** The file of the shell beside the file of a script. */
export const besideScript = (scriptFile: string): string => scriptFile.replace(/\.json$/, ".sh");

export class Reproductions {
  readonly #target: ShownIn;
  readonly #texts = new Map<string, string>();
  #length = 0;
  #last: History | undefined;

  constructor(target: ShownIn) {
    this.#target = target;
  }

  /** Keeps how the script of a history is sent again; the last that has this file name. */
  keep(scriptFile: string, history: History, { judgements }: Judged): void {
    // Each failure of a history asks for it.
    if (this.#last === history) return;
    this.#last = history;
    const name = besideScript(scriptFile);
    const failed = judgements.filter(({ outcome }) => outcome === "failed");
    const findings = Map.groupBy(failed, ({ exchanges: [decisive = -1] }) => decisive);
    const { baseUrl, redact, timeoutMs = 10_000 } = this.#target;
    const text = redactedLines(
      reproductionOf(history, {
        baseUrl,
        timeoutMs,
        marks: runsNamedIn(history.script),
        findings: new Map(
          [...findings].map(([index, found]) => [
            index,
            found.map((judgement) => ({
              requirement: judgement.requirement,
              message: judgement.message ?? "it is broken",
              ...valueTexts({ expected: judgement.expected, actual: gotOf(judgement) }, maxValueLength),
            })),
          ]),
        ),
      }),
      redact,
    );
    this.#drop(name);
    if (this.#length + text.length > mostLength) return;
    this.#texts.set(name, text);
    this.#length += text.length;
  }

  /** Those beside these scripts; the others are dropped. */
  of(scripts: readonly Pick<FailureScript, "file" | "attempts">[]): ReadonlyMap<string, string> {
    const wanted = new Map(scripts.map(({ file, attempts }) => [besideScript(file), attempts]));
    for (const name of this.#texts.keys()) if (!wanted.has(name)) this.#drop(name);
    return new Map([...this.#texts].map(([name, text]) => [name, withAttempts(text, wanted.get(name))]));
  }

  #drop(name: string): void {
    this.#length -= this.#texts.get(name)?.length ?? 0;
    this.#texts.delete(name);
  }
}

function withAttempts(text: string, attempts: FailureScript["attempts"]): string {
  if (!attempts) return text;
  return withNote(
    text,
    `The run tried these requests several times; what failed was ${attemptsText(attempts)}. Run this again where it does not show.`,
  );
}

/**
 * A script of the shell without secrets. Each line is looked through by itself: all together, with files and data in many
 * encodings, they would take more than is allowed for one text, and nothing of them would be left.
 */
export function redactedLines(script: string, redact: (text: string) => string): string {
  return script.split("\n").map(redact).join("\n");
}
