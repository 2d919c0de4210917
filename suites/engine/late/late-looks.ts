/** What shows of the target when the run is well under way is looked into before it is believed: refusals, links, files, and effects that fail. */
import type { History } from "../../../spec/vocabulary/history.ts";
import type { LateRun } from "./late-run.ts";
import { LateGates } from "./gates.ts";
import { LateMadeFiles } from "./made-files.ts";
import { lateReadings, type LookInto } from "./late-readings.ts";
import { LateOwnLinks } from "./own-links.ts";
import { LateRefusals } from "./refusals.ts";
import { changedStateIn, changedTracesIn, refusedActionIn, takenUnlistedIn, type Look } from "../judging/looks.ts";

export class LateLooks {
  readonly #refusals: LateRefusals;
  readonly #ownLinks: LateOwnLinks;
  readonly #gates: LateGates;
  readonly #madeFiles: LateMadeFiles;
  readonly #readings: ReturnType<typeof lateReadings>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(run: LateRun) {
    this.#refusals = new LateRefusals(run);
    this.#ownLinks = new LateOwnLinks(run);
    this.#gates = new LateGates(run);
    this.#madeFiles = new LateMadeFiles(run);
    this.#readings = lateReadings(run);
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
    const { effects, states, cleared, folds, withheld, links, races, twins, values } = this.#readings;
    await this.#madeFiles.lookInto(history);
    let look = rejudged();
    const judgeAfter = async (lookInto: LookInto): Promise<void> => {
      if (!isStopped() && (await lookInto(look))) look = rejudged();
    };
    if (look.failed.size > 0 && !isStopped()) {
      await this.#ownLinks.lookInto(history, changedTracesIn(look));
      await effects(look);
      look = rejudged();
    }
    for (let changed = changedStateIn(look), former; changed && changed !== former && !isStopped();) {
      await states(look);
      look = rejudged();
      [former, changed] = [changed, changedStateIn(look)];
    }
    await judgeAfter(cleared);
    await judgeAfter(folds);
    await judgeAfter(withheld);
    await judgeAfter(links);
    if (!isStopped()) await this.#gates.lookInto(history, takenUnlistedIn(look));
    await judgeAfter(races);
    await judgeAfter(twins);
    await judgeAfter(values);
    if (!refusedActionIn(look) || isStopped()) return look;
    await this.#refusals.lookInto(history, () => (isStopped() ? undefined : refusedActionIn(rejudged())));
    return rejudged();
  }
}
