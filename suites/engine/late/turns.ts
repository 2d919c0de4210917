/** What looks into something late has in common: one look after the other, so many at most, and its own scripts. */
import { targetWithForms } from "../../../spec/readings/forms.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Script } from "../../../spec/vocabulary/script.ts";
import type { LateRun } from "./late-run.ts";

export class LateTurns {
  readonly #name: string;
  readonly #most: number;
  readonly #run: LateRun["run"];
  #last: Promise<void> = Promise.resolve();
  #looked = 0;
  #asked = 0;

  /** @param name of the scripts @param most looks of one run */
  constructor(name: string, most: number, run: LateRun["run"]) {
    this.#name = name;
    this.#most = most;
    this.#run = run;
  }

  /** Runs the task once those before it have ended. */
  async inTurn(task: () => Promise<void> | undefined): Promise<void> {
    const mine = this.#last.then(task);
    // What breaks off one look is told where it was asked for, and keeps no other from its turn.
    this.#last = mine.catch(() => undefined);
    await mine;
  }

  get isSpent(): boolean {
    return this.#looked >= this.#most;
  }

  /** Counts one more look. @returns its number, from 1 */
  begin(): number {
    this.#looked += 1;
    return this.#looked;
  }

  /** Begins one more look. @returns who asks in it. @param letter tells its markers from those of other kinds of looks */
  asker({ target, runId, profile }: LateRun, letter: string) {
    const forms = targetWithForms(target, profile());
    return { target: forms, runId: `${runId}${letter}${String(this.begin())}`, run: this.ask };
  }

  /** What was exchanged in a script of its own, without what only prepared it. */
  readonly ask = async (title: string, steps: Script["steps"]): Promise<readonly Exchange[]> => {
    this.#asked += 1;
    const script = { id: `probes/${this.#name}/${String(this.#asked)}`, title: `${this.#name}: ${title}`, steps };
    const { exchanges } = await this.#run(script);
    return exchanges.filter(({ support }) => !support);
  };
}
