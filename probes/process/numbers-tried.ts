/**
 * What was seen of the numbers that actions take: where no more may be shipped than was ordered, a low one is taken when
 * another was refused; where a reading is not below the one before, a high one.
 */
import { hasNumbers, withNumbersFrom, type NumbersFrom } from "../../spec/data-schemas/narrowed.ts";
import type { ActionDescription, WorkflowDescription } from "../../spec/vocabulary/target.ts";

/** So often an action that is refused is tried with other numbers: where it may not come, none are taken. */
const maxTries = 2;

/** What an action is sent with in place of what was refused, and how others begin so that it is taken. */
const ends = [
  { appended: "low", created: "high" },
  { appended: "highest", created: "low" },
] as const;

export class NumbersTried {
  readonly #found = new Map<string, NumbersFrom>();
  readonly #tries = new Map<string, number>();

  /** By the key of the action. */
  get found(): Readonly<Record<string, NumbersFrom>> {
    return Object.fromEntries(this.#found);
  }

  /** The action with other numbers, in the order in which they are worth trying; none where it was tried often enough. */
  others(action: ActionDescription): readonly ActionDescription[] {
    const { key, dataSchema } = action;
    const tries = this.#tries.get(key) ?? 0;
    if (!dataSchema || !hasNumbers(dataSchema) || this.#found.has(key) || tries >= maxTries) return [];
    this.#tries.set(key, tries + 1);
    return ends.map(({ appended }) => ({ ...action, dataSchema: withNumbersFrom(dataSchema, appended) }));
  }

  /**
   * Told which of the others was taken.
   * @returns the workflow, with these numbers from now on; creations bring such that there is room for them
   */
  taken(workflow: WorkflowDescription, key: string, at: number): WorkflowDescription {
    const { appended, created } = ends[at] ?? ends[0];
    this.#found.set(key, appended);
    const actions = workflow.actions.map((action): ActionDescription => {
      const { dataSchema } = action;
      const isMeant = action.key === key || (action.creates && !this.#found.has(action.key));
      if (!dataSchema || !isMeant || !hasNumbers(dataSchema)) return action;
      const end = action.key === key ? appended : created;
      this.#found.set(action.key, end);
      return { ...action, dataSchema: withNumbersFrom(dataSchema, end) };
    });
    return { ...workflow, actions };
  }
}
