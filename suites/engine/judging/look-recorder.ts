/**
 * Records what is believed of looks. While a process is still being learned, what failed waits: a rule that shows later
 * explains it as well, so it is judged by what is known when the results are asked for.
 */
import { readingOf, type Profile } from "../../../spec/vocabulary/profile.ts";
import { settled, type Look, type Settled } from "./looks.ts";
import { isProbe } from "../plan/script-kinds.ts";
import type { Recorder } from "../results/recorder.ts";

export type Looks = readonly [Look, ...Look[]];

/** Exchanges of all that waits, as it stays in memory; what fails after that is judged once. */
const mostWaiting = 6_000;

interface Waiting {
  looks: Looks;
  /** By which it was judged again; before, more may have been learned since it was judged. */
  profile?: Profile;
}

export class LookRecorder {
  readonly #recorder: Recorder;
  readonly #profile: () => Profile;
  readonly #again: (look: Look) => Look;
  #waiting: Waiting[] = [];
  #exchanges = 0;

  /**
   * @param profile what is known by now
   * @param again looks at the history of a look with all that is known by now
   */
  constructor(recorder: Recorder, profile: () => Profile, again: (look: Look) => Look) {
    this.#recorder = recorder;
    this.#profile = profile;
    this.#again = again;
  }

  /** @returns what is believed of it by now */
  record(looks: Looks): Settled {
    const believed = settled(looks);
    const size = looks.reduce((sum, { history }) => sum + history.exchanges.length, 0);
    if (this.#mayBeExplained(believed.look) && this.#exchanges + size <= mostWaiting) {
      this.#waiting.push({ looks });
      this.#exchanges += size;
    } else add(this.#recorder, believed);
    return believed;
  }

  /** Everything recorded so far; what waits is judged by what is known by now. */
  get soFar(): Recorder {
    if (this.#waiting.length === 0) return this.#recorder;
    const recorder = this.#recorder.copy();
    for (const waiting of this.#waiting) add(recorder, settled(this.#looksAgain(waiting)));
    return recorder;
  }

  /** Nothing waits any more. */
  finish(): void {
    for (const waiting of this.#waiting) add(this.#recorder, settled(this.#looksAgain(waiting)));
    this.#waiting = [];
    this.#exchanges = 0;
  }

  #looksAgain(waiting: Waiting): Looks {
    const profile = this.#profile();
    if (waiting.profile !== profile) {
      const [first, ...others] = waiting.looks;
      waiting.looks = [this.#lookAgain(first), ...others.map((look) => this.#lookAgain(look))];
      waiting.profile = profile;
    }
    return waiting.looks;
  }

  /** What was lost in a probe was left to the scripts, and is not judged after all. */
  #lookAgain(look: Look): Look {
    const again = this.#again(look);
    return isProbe(look.history.script) && again.noisySteps.size > 0 ? look : again;
  }

  #mayBeExplained({ failed }: Look): boolean {
    const gating = readingOf(this.#profile(), "action-gating")?.gating ?? "free";
    return failed.size > 0 && gating !== "free";
  }
}

function add(recorder: Recorder, { look, others, intermittent }: Settled): void {
  for (const { requirement, times, of } of intermittent) recorder.addIntermittent(requirement, times, of);
  for (const other of others) if (other.judged) recorder.addJudged(other.history, other.judged, { again: true });
  if (look.judged) recorder.addJudged(look.history, look.judged);
}
