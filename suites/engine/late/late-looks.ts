/** What shows of the target when the run is well under way is looked into before it is believed: refusals, links, files, and effects that fail. */
import type { History } from "../../../spec/vocabulary/history.ts";
import type { LateRun } from "./late-run.ts";
import { LateCleared } from "./cleared.ts";
import { LateEffects } from "./effects.ts";
import { LateGates } from "./gates.ts";
import { LateMadeFiles } from "./made-files.ts";
import { LateOwnLinks } from "./own-links.ts";
import { LateRaces } from "./races.ts";
import { LateRefusals } from "./refusals.ts";
import { LateTwins } from "./twins.ts";
import { lateLinks, lateStates, type LateVolatileMembers } from "./volatile-members.ts";
import {
  changedLinksIn,
  changedStateIn,
  changedTracesIn,
  lackingStateIn,
  raceIn,
  refusedActionIn,
  takenUnlistedIn,
  twinsIn,
  type Look,
} from "../judging/looks.ts";

export class LateLooks {
  readonly #refusals: LateRefusals;
  readonly #ownLinks: LateOwnLinks;
  readonly #effects: LateEffects;
  readonly #cleared: LateCleared;
  readonly #states: LateVolatileMembers;
  readonly #links: LateVolatileMembers;
  readonly #gates: LateGates;
  readonly #madeFiles: LateMadeFiles;
  readonly #races: LateRaces;
  readonly #twins: LateTwins;
  #last: Promise<unknown> = Promise.resolve();

  constructor(run: LateRun) {
    this.#refusals = new LateRefusals(run);
    this.#ownLinks = new LateOwnLinks(run);
    this.#effects = new LateEffects(run);
    this.#cleared = new LateCleared(run);
    this.#states = lateStates(run);
    this.#links = lateLinks(run);
    this.#gates = new LateGates(run);
    this.#madeFiles = new LateMadeFiles(run);
    this.#races = new LateRaces(run);
    this.#twins = new LateTwins(run);
  }

  /**
   * The look as it is judged once everything was looked into. One history has its turn after the other, in the order in
   * which they are handed in, and is judged by what is known then: whoever looks again at what was saved asks the same.
   */
  async lookInto(first: Look, rejudged: () => Look, isStopped: () => boolean): Promise<Look> {
    this.#refusals.note(first.history);
    if (first.failed.size === 0 && !this.#madeFiles.isWantedBy(first.history)) return first;
    const mine = this.#last.then(() => this.#lookInto(first.history, rejudged, isStopped));
    // What breaks off one look is told where it was asked for, and keeps no other from its turn.
    this.#last = mine.catch(() => undefined);
    return (await mine) ?? first;
  }

  /** Nothing where the run was stopped. */
  async #lookInto(history: History, rejudged: () => Look, isStopped: () => boolean): Promise<Look | undefined> {
    if (isStopped()) return undefined;
    await this.#madeFiles.lookInto(history);
    let look = rejudged();
    if (look.failed.size > 0 && !isStopped()) {
      await this.#ownLinks.lookInto(history, changedTracesIn(look));
      await this.#effects.lookInto(history);
      look = rejudged();
    }
    for (let changed = changedStateIn(look), former; changed && changed !== former && !isStopped();) {
      await this.#states.lookInto(history, changed);
      look = rejudged();
      [former, changed] = [changed, changedStateIn(look)];
    }
    if (lackingStateIn(look) && !isStopped()) {
      await this.#cleared.lookInto(history, lackingStateIn(look));
      look = rejudged();
    }
    if (changedLinksIn(look) && !isStopped()) {
      await this.#links.lookInto(history, changedLinksIn(look));
      look = rejudged();
    }
    if (!isStopped()) await this.#gates.lookInto(history, takenUnlistedIn(look));
    if (raceIn(look).length > 0 && !isStopped()) {
      await this.#races.lookInto(history, raceIn(look));
      look = rejudged();
    }
    if (twinsIn(look).length > 0 && !isStopped()) {
      await this.#twins.lookInto(history, twinsIn(look));
      look = rejudged();
    }
    if (!refusedActionIn(look) || isStopped()) return look;
    await this.#refusals.lookInto(history, () => (isStopped() ? undefined : refusedActionIn(rejudged())));
    return rejudged();
  }
}
