/** What shows of the target when the run is well under way is looked into before it is believed: refusals, links, files, and effects that fail. */
import type { LateRun } from "./late-run.ts";
import { LateEffects } from "./effects.ts";
import { LateMadeFiles } from "./made-files.ts";
import { LateOwnLinks } from "./own-links.ts";
import { LateRaces } from "./races.ts";
import { LateRefusals } from "./refusals.ts";
import { changedTracesIn, raceIn, refusedActionIn, type Look } from "../judging/looks.ts";

export class LateLooks {
  readonly #refusals: LateRefusals;
  readonly #ownLinks: LateOwnLinks;
  readonly #effects: LateEffects;
  readonly #madeFiles: LateMadeFiles;
  readonly #races: LateRaces;

  constructor(run: LateRun) {
    this.#refusals = new LateRefusals(run);
    this.#ownLinks = new LateOwnLinks(run);
    this.#effects = new LateEffects(run);
    this.#madeFiles = new LateMadeFiles(run);
    this.#races = new LateRaces(run);
  }

  /** The look as it is judged once everything was looked into. */
  async lookInto(first: Look, rejudged: () => Look, isStopped: () => boolean): Promise<Look> {
    const { history } = first;
    let look = first;
    await this.#madeFiles.lookInto(history, isStopped);
    if (look.failed.size > 0) {
      await this.#ownLinks.lookInto(history, changedTracesIn(look), isStopped);
      await this.#effects.lookInto(history, isStopped);
      look = rejudged();
    }
    if (raceIn(look).length > 0) {
      await this.#races.lookInto(history, () => (isStopped() ? [] : raceIn(rejudged())));
      look = rejudged();
    }
    if (!refusedActionIn(look)) return look;
    await this.#refusals.lookInto(history, () => (isStopped() ? undefined : refusedActionIn(rejudged())));
    return rejudged();
  }
}
