/** Looks into server errors to actions that came when the run was well under way: an effect that fails, perhaps. */
import { failedAction, failingEffects } from "../../probes/index.ts";
import { targetWithForms } from "../../spec/readings/forms.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import type { LateRun } from "./late-run.ts";

/** Failures that are looked into; each may show another action. */
const maxLooks = 2;

export class LateEffects {
  readonly #run: LateRun;
  #last: Promise<void> = Promise.resolve();
  #looked = 0;
  #asked = 0;

  constructor(run: LateRun) {
    this.#run = run;
  }

  /** Looks into the histories one after the other. */
  async lookInto(history: History, isStopped: () => boolean): Promise<void> {
    if (!this.#failedIn(history)) return;
    const mine = this.#last.then(() => (isStopped() ? undefined : this.#lookInto(history)));
    // What breaks off one look is told where it was asked for, and keeps no other from its turn.
    this.#last = mine.catch(() => undefined);
    await mine;
  }

  #failedIn({ exchanges }: History) {
    return failedAction(exchanges, this.#run.profile());
  }

  async #lookInto(history: History): Promise<void> {
    const failed = this.#failedIn(history);
    if (!failed || this.#looked >= maxLooks) return;
    this.#looked += 1;
    const { target, runId, profile, learn } = this.#run;
    const run = async (title: string, steps: Script["steps"]): Promise<readonly Exchange[]> => {
      this.#asked += 1;
      const script = { id: `probes/late-effects/${String(this.#asked)}`, title: `late-effects: ${title}`, steps };
      const { exchanges } = await this.#run.run(script);
      return exchanges.filter(({ support }) => !support);
    };
    const asker = { target: targetWithForms(target, profile()), runId: `${runId}e${String(this.#looked)}`, run };
    const reading = await failingEffects(asker, profile(), failed);
    if (reading) learn({ readings: { ...profile().readings, "failing-effects": reading } });
  }
}
