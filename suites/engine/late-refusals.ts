/** Looks into plain actions that were refused when the run was well under way: another rule of the process, perhaps. */
import { lateRefusal } from "../../probes/index.ts";
import { targetWithForms } from "../../spec/readings/forms.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import type { LateRun } from "./late-run.ts";

/** Refusals that are looked into; each may show another rule. */
const maxRefusals = 6;

export class LateRefusals {
  readonly #run: LateRun;
  #last: Promise<void> = Promise.resolve();
  #looked = 0;
  #asked = 0;

  constructor(run: LateRun) {
    this.#run = run;
  }

  /**
   * Looks into the refusals one after the other.
   * @param refusedIn the refusal that is still not explained when its turn comes
   */
  async lookInto(history: History, refusedIn: () => Exchange | undefined): Promise<void> {
    const before = this.#last;
    const mine = before.then(() => this.#lookInto(history, refusedIn));
    // What breaks off one look is told where it was asked for, and keeps no other from its turn.
    this.#last = mine.catch(() => undefined);
    await mine;
  }

  async #lookInto(history: History, refusedIn: () => Exchange | undefined): Promise<void> {
    if (this.#looked >= maxRefusals) return;
    const refused = refusedIn();
    if (!refused) return;
    this.#looked += 1;
    const { target, runId, profile, learn } = this.#run;
    const run = async (title: string, steps: Script["steps"]): Promise<readonly Exchange[]> => {
      this.#asked += 1;
      const script = { id: `probes/late-refusal/${String(this.#asked)}`, title: `late-refusal: ${title}`, steps };
      const { exchanges } = await this.#run.run(script);
      return exchanges.filter(({ support }) => !support);
    };
    const asker = { target: targetWithForms(target, profile()), runId: `${runId}q${String(this.#looked)}`, run };
    const reading = await lateRefusal(asker, profile(), history, refused);
    if (reading) learn({ readings: { ...profile().readings, "action-gating": reading } });
  }
}
