/**
 * The late looks of a run, again: at what was saved they ask what they asked, and learn what they learned. They are answered
 * where the answer stands among the histories, so that what ended meanwhile is judged by what was known then.
 */
import type { Rule } from "../../checks/index.ts";
import type { RequirementId } from "../../spec/requirements/index.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import type { JudgingTarget } from "../../spec/vocabulary/target.ts";
import { lookAt, type Look } from "../engine/judging/looks.ts";
import { LateLooks } from "../engine/late/late-looks.ts";
import { sameAsSaved } from "./same.ts";
import { unlikeSaved } from "./saved-answers.ts";
import { settled } from "./settled.ts";

interface LooksOptions {
  readonly target: JudgingTarget;
  readonly runId: string;
  /** What the probes found. */
  readonly profile: Profile;
  readonly rules: readonly Rule[];
  /** True where traces that were done with were ended. */
  readonly wereEnded: boolean;
}

interface Question {
  readonly script: Script;
  readonly answer: (history: History) => void;
}

export class LooksAgain {
  readonly #options: LooksOptions;
  readonly #late: LateLooks;
  readonly #questions: Question[] = [];
  readonly #unknown: string[] = [];
  readonly #unasked: string[] = [];
  #profile: Profile;

  constructor(options: LooksOptions) {
    const { target, runId, profile, wereEnded } = options;
    this.#options = options;
    this.#profile = profile;
    this.#late = new LateLooks({
      target,
      runId,
      profile: () => this.#profile,
      learn: (learned) => (this.#profile = learned),
      pause: () => Promise.resolve(),
      giveBack: () => Promise.resolve(wereEnded),
      run: (script) => new Promise((resolve) => this.#questions.push({ script, answer: resolve })),
    });
  }

  /** What the probes found, and what the looks have learned so far. */
  get profile(): Profile {
    return this.#profile;
  }

  /** The look at a history as the run judged it, once what showed late in it was looked into. */
  lookInto(history: History, only: ReadonlySet<RequirementId>): Promise<Look> {
    const { target, rules } = this.#options;
    const look = (): Look => lookAt(history, { profile: this.#profile, target }, { only, rules });
    return this.#late.lookInto(look(), look, () => false);
  }

  /** Takes the next history of a late look, and goes on until something else is asked. */
  async read(history: History): Promise<void> {
    const { title, steps } = history.script;
    const place = this.#questions.findIndex(({ script }) => sameAsSaved([title, steps], [script.title, script.steps]));
    if (place < 0) this.#unasked.push(history.script.id);
    else this.#questions.splice(place, 1)[0]?.answer(history);
    await settled();
  }

  /** Answers with nothing what is still asked, as nothing of it was saved. */
  async end(): Promise<void> {
    for (let [next] = this.#questions; next; [next] = this.#questions) {
      this.#questions.shift();
      this.#unknown.push(next.script.id);
      next.answer({ script: next.script, exchanges: [], unsent: [] });
      await settled();
    }
  }

  /** What the looks would have asked and is not there, and what is there and none would have asked. */
  get problems(): readonly string[] {
    return unlikeSaved("late looks", { unknown: this.#unknown, unasked: this.#unasked });
  }
}
