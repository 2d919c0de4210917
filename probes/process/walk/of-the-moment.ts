/** Recognises refusals that speak of the moment ("not now") and not of the data, by words that several actions got. */
import { refusalText } from "../../../spec/readings/refusal-text.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";

/** So many actions must have been refused in the same words. */
const enough = 3;
/**
 * After so many refusals of an action that were passed over, one is looked into: a service may use one text for
 * everything.
 */
const passedOver = 3;

export class OfTheMoment {
  /** True while walks look for something new; false while they repeat something. */
  isAsked = false;
  /** By the words of a refusal: the keys of the actions that got it, whatever was tried. */
  readonly #refused = new Map<string, Set<string>>();
  /** By the key of an action: how many such refusals were passed over since one was looked into. */
  readonly #passed = new Map<string, number>();

  /** Notes an action that was refused, whatever was tried. */
  refused(key: string, refusals: readonly Exchange[], workflow: WorkflowDescription): void {
    for (const one of refusals) {
      const text = refusalText(one, workflow);
      this.#refused.set(text, (this.#refused.get(text) ?? new Set<string>()).add(key));
    }
  }

  /** True where nothing more need be tried after this refusal, such as the other face, a file or other data. */
  isPassedOver(key: string, refused: Exchange | undefined, workflow: WorkflowDescription): boolean {
    if (!this.isAsked || !refused) return false;
    if ((this.#refused.get(refusalText(refused, workflow))?.size ?? 0) < enough) return false;
    const passed = this.#passed.get(key) ?? 0;
    this.#passed.set(key, passed < passedOver ? passed + 1 : 0);
    return passed < passedOver;
  }
}
