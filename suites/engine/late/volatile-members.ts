/** Looks into what is no longer what it was: some members of states and links may change without an action of their own. */
import { lateClock, lateLinkMembers, lateList } from "../../../probes/index.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { Profile, Reading } from "../../../spec/vocabulary/profile.ts";
import type { LateRun } from "./late-run.ts";
import { LateTurns } from "./turns.ts";

/** Traces that are looked at; each may show other members, after other actions. */
const maxLooks = 2;

type Asker = Parameters<typeof lateClock>[0];
/** @param changed read of something that was another before */
type Look = (
  asker: Asker,
  profile: Profile,
  history: History,
  changed: Exchange,
) => Promise<Reading<"volatile-members"> | undefined>;

export class LateVolatileMembers {
  readonly #run: LateRun;
  readonly #turns: LateTurns;
  readonly #letter: string;
  readonly #look: Look;

  /** @param name of the scripts @param letter tells their markers from those of other kinds of looks */
  constructor(run: LateRun, name: string, letter: string, look: Look) {
    this.#run = run;
    this.#turns = new LateTurns(name, maxLooks, run.run);
    [this.#letter, this.#look] = [letter, look];
  }

  async lookInto(history: History, changed: Exchange | undefined): Promise<void> {
    if (!changed || this.#turns.isSpent) return;
    const { profile, learn, pause } = this.#run;
    const asker = { ...this.#turns.asker(this.#run, this.#letter), pause };
    const reading = await this.#look(asker, profile(), history, changed);
    if (reading) learn({ readings: { ...profile().readings, "volatile-members": reading } });
  }
}

/** States that were others before, though nothing was sent between, and actions that no list named. */
export const lateStates = (run: LateRun): LateVolatileMembers =>
  new LateVolatileMembers(
    run,
    "clock",
    "c",
    async (...look) => (await lateClock(...look)) ?? (await lateList(...look)),
  );

/** Links that are no longer what they were. */
export const lateLinks = (run: LateRun): LateVolatileMembers =>
  new LateVolatileMembers(run, "link-members", "l", lateLinkMembers);
