/** The late looks of a run, again: at what was saved they ask what they asked, and learn what they learned. */
import type { Rule } from "../../checks/index.ts";
import type { RequirementId } from "../../spec/requirements/index.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { JudgingTarget } from "../../spec/vocabulary/target.ts";
import { lookAt, type Look } from "../engine/judging/looks.ts";
import { LateLooks } from "../engine/late/late-looks.ts";
import { SavedAnswers } from "./saved-answers.ts";

interface LooksOptions {
  readonly target: JudgingTarget;
  readonly runId: string;
  /** What the probes found. */
  readonly profile: Profile;
  readonly rules: readonly Rule[];
  /** Histories of the looks. */
  readonly late: readonly History[];
  /** Takes a history of a look, as it is asked for, and the profile of that moment. */
  readonly asked: (history: History) => void;
}

export class LooksAgain {
  readonly #options: LooksOptions;
  readonly #late: LateLooks;
  readonly #saved: SavedAnswers;
  #profile: Profile;

  constructor(options: LooksOptions) {
    const { target, runId, profile, late, asked } = options;
    this.#options = options;
    this.#profile = profile;
    this.#saved = new SavedAnswers(late);
    this.#late = new LateLooks({
      target,
      runId,
      profile: () => this.#profile,
      learn: (learned) => (this.#profile = learned),
      pause: () => Promise.resolve(),
      run: (script) => {
        const history = this.#saved.take(script);
        asked(history);
        return Promise.resolve(history);
      },
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

  /** What the looks would have asked and is not there, and what is there and none would have asked. */
  get problems(): readonly string[] {
    return this.#saved.problems("late looks");
  }
}
