/** What looks into something late has in common: so many looks at most, and scripts of its own. */
import { withoutFailedTries } from "../../../spec/readings/failed-effect.ts";
import { targetSeen } from "../../../spec/readings/target-seen.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { OpenPointId, Reading } from "../../../spec/vocabulary/profile.ts";
import type { Script } from "../../../spec/vocabulary/script.ts";
import { lateScripts } from "../plan/script-kinds.ts";
import type { LateRun } from "./late-run.ts";

export class LateTurns {
  readonly #name: string;
  readonly #most: number;
  readonly #run: LateRun;
  #looked = 0;
  #asked = 0;

  /** @param name of the scripts @param most looks of one run */
  constructor(name: string, most: number, run: LateRun) {
    this.#name = name;
    this.#most = most;
    this.#run = run;
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
  asker(letter: string) {
    const { target, runId, profile, giveBack } = this.#run;
    const forms = targetSeen(target, profile());
    const own = { target: forms, runId: `${runId}${letter}${String(this.begin())}`, run: this.ask };
    return { ...own, ...(giveBack ? { giveBack } : {}) };
  }

  /** What was exchanged in a script of its own, without what only prepared it, and tries that were made again. */
  readonly ask = async (title: string, steps: Script["steps"]): Promise<readonly Exchange[]> => {
    this.#asked += 1;
    const script = {
      id: `${lateScripts}${this.#name}/${String(this.#asked)}`,
      title: `late-${this.#name}: ${title}`,
      steps,
    };
    const { exchanges } = await this.#run.run(script);
    return withoutFailedTries(exchanges.filter(({ support }) => !support));
  };

  /** Takes the reading into the profile. @returns whether there is one */
  learn<Id extends OpenPointId>(point: Id, reading: Reading<Id> | undefined): boolean {
    const { profile, learn } = this.#run;
    if (reading) learn({ readings: { ...profile().readings, [point]: reading } });
    return reading !== undefined;
  }
}
