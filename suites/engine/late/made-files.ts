/** Asks for files that nobody sent where links or states name them: what a service makes and names can be downloaded. */
import { longestRead, madeFiles, type MadeFiles } from "../../../probes/index.ts";
import { faces } from "../../../spec/operations.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import { askable } from "../../../spec/readings/page-size.ts";
import type { History } from "../../../spec/vocabulary/history.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { LateRun } from "./late-run.ts";
import { LateTurns } from "./turns.ts";

/** Traces that are looked at, each for what another action made, and one more for what one of the actions made there. */
const maxLooks = 4;
/** So many files of one trace are asked for. */
const maxFiles = 2;

export class LateMadeFiles {
  readonly #run: LateRun;
  readonly #turns: LateTurns;
  /** The trace that was looked at for what an action made. */
  readonly #seen = new Map<string, MadeFiles>();
  /** Whether what was made of one trace was asked for beside what was made of another. */
  #isSeenTwice = false;

  constructor(run: LateRun) {
    this.#run = run;
    this.#turns = new LateTurns("made-files", maxLooks, run);
  }

  /** True where the history shows files that nobody sent and that were not asked for yet. */
  isWantedBy(history: History): boolean {
    return this.#newIn(history) !== undefined;
  }

  #newIn(history: History): MadeFiles | undefined {
    if (this.#turns.isSpent) return undefined;
    return madeFiles(history, this.#run.profile()).find((made) => this.#isNew(made));
  }

  /** What is kept under the name of a file is that of another trace: it shows where two were asked for. */
  #isNew(made: MadeFiles): boolean {
    const former = this.#seen.get(made.lastAction);
    if (!former) return this.#seen.size < maxLooks - 1;
    return !this.#isSeenTwice && isOfAnother(made, former);
  }

  async lookInto(history: History): Promise<void> {
    const made = this.#newIn(history);
    if (!made) return;
    if (this.#seen.has(made.lastAction)) this.#isSeenTwice = true;
    else this.#seen.set(made.lastAction, made);
    this.#turns.begin();
    const longest = askable(this.#run.profile(), "v2", longestRead);
    const asked = await this.#turns.ask("files that nobody sent", stepsFor(made, 1, longest));
    if (asked.every(succeeded)) return;
    // A document may be written for a while: once more, and twice, so that the last answer counts.
    await this.#run.pause(this.#run.target.searchLagMs);
    await this.#turns.ask("files that nobody sent, later", stepsFor(made, 2, longest));
  }
}

/** Of another trace, where nothing is the same: one content has one digest. */
function isOfAnother(made: MadeFiles, former: MadeFiles): boolean {
  return made.traceId !== former.traceId && !made.digests.some((digest) => former.digests.includes(digest));
}

function stepsFor(
  { traceId: trace, reader: actor, where, digests }: MadeFiles,
  times: number,
  longest: number,
): OperationStep[] {
  const read: OperationStep =
    where === "state"
      ? { op: "state", face: "v2", trace, actor }
      : { op: "details", face: "v2", trace, actor, page: { first: longest } };
  // The file alone between its archives: what differs from two that agree is another file.
  const downloads = digests.slice(0, maxFiles).flatMap((shown): OperationStep[] => {
    const [before, after] = faces.map((face): OperationStep[] => [
      { op: "files", face, trace, actor, digests: [{ shown }] },
    ]);
    return [...(before ?? []), { op: "file", face: "v2", trace, actor, digest: { shown } }, ...(after ?? [])];
  });
  return [read, ...Array.from({ length: times }, () => downloads).flat()];
}
