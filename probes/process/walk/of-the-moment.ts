/** Refusals in words that several actions got: they speak of what may come now, and not of what one of them brought. */
import { refusalText } from "../../../spec/readings/refusal-text.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";

/** So many actions must have been refused in the same words. */
const enough = 3;
/** Once so many refusals of an action were passed over, the next is looked into: a service may have one text for everything. */
const passedOver = 3;

export class OfTheMoment {
  /** True while walks look for what is new, and not where something is done again. */
  isAsked = false;
  /** By the words of a refusal: the keys of the actions that were refused so, whatever was tried. */
  readonly #refused = new Map<string, Set<string>>();
  /** By the key of an action: how often such a refusal was passed over since the last that was looked into. */
  readonly #passed = new Map<string, number>();

  /** Told of an action that was refused, whatever was tried. */
  refused(key: string, refusals: readonly Exchange[], workflow: WorkflowDescription): void {
    for (const one of refusals) {
      const text = refusalText(one, workflow);
      this.#refused.set(text, (this.#refused.get(text) ?? new Set<string>()).add(key));
    }
  }

  /** Whether no more need be tried of an action that was refused so: the other face, a file, or other data. */
  isPassedOver(key: string, refused: Exchange | undefined, workflow: WorkflowDescription): boolean {
    if (!this.isAsked || !refused) return false;
    if ((this.#refused.get(refusalText(refused, workflow))?.size ?? 0) < enough) return false;
    const passed = this.#passed.get(key) ?? 0;
    this.#passed.set(key, passed < passedOver ? passed + 1 : 0);
    return passed < passedOver;
  }
}
