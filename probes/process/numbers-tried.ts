/**
 * What was seen of the numbers that actions take: where no more may be shipped than was ordered, a low one is taken when
 * another was refused; where a reading is not below the one before, a high one; where a member must name the newest revision
 * if it is there, none at all.
 */
import { hasNumbers, withNumbersFrom, type NumbersFrom } from "../../spec/data-schemas/narrowed.ts";
import type { ActionDescription, WorkflowDescription } from "../../spec/vocabulary/target.ts";

/** So often an action that is refused is tried with other numbers: where it may not come, none are taken. */
const maxTries = 2;
/** So often more once numbers of this action, or of another, were seen to decide. */
const moreTries = 2;

/** What an action is sent with in place of what was refused, and how others begin so that it is taken. */
const ends = [
  { appended: "low", created: "high" },
  { appended: "highest", created: "low" },
] as const;

/** An action with other data, and what they are. */
interface Other {
  readonly action: ActionDescription;
  readonly end: NumbersFrom;
}

export class NumbersTried {
  readonly #found = new Map<string, NumbersFrom>();
  readonly #tries = new Map<string, number>();

  /** By the key of the action. */
  get found(): Readonly<Record<string, NumbersFrom>> {
    return Object.fromEntries(this.#found);
  }

  /** The action with other numbers, in the order in which they are worth trying; none where it was tried often enough. */
  others(action: ActionDescription): readonly Other[] {
    const { key, dataSchema } = action;
    const tries = this.#tries.get(key) ?? 0;
    const known = this.#found.get(key);
    const most = maxTries + (this.#found.size > 0 ? moreTries : 0);
    // Numbers that were taken once may be wrong the next time.
    if (!dataSchema || known === "needed" || tries >= most) return [];
    this.#tries.set(key, tries + 1);
    const needed = withNumbersFrom(dataSchema, "needed");
    const isNumbered = known === undefined && hasNumbers(dataSchema);
    // Where all numbers may be left out, leaving them out tells more than others that may be left out by chance.
    const order: readonly NumbersFrom[] =
      !isNumbered || !hasNumbers(needed) ? ["needed"] : [...ends.map(({ appended }) => appended), "needed"];
    return order.flatMap((end): readonly Other[] => {
      const schema = withNumbersFrom(dataSchema, end);
      return schema === dataSchema ? [] : [{ action: { ...action, dataSchema: schema }, end }];
    });
  }

  /**
   * Told with which numbers the action was taken.
   * @returns the workflow, with these numbers from now on; creations bring such that there is room for them
   */
  taken(workflow: WorkflowDescription, key: string, appended: NumbersFrom): WorkflowDescription {
    const created = ends.find((one) => one.appended === appended)?.created;
    this.#found.set(key, appended);
    const actions = workflow.actions.map((action): ActionDescription => {
      const { dataSchema } = action;
      const isCreation = action.key !== key && action.creates && !this.#found.has(action.key);
      const end = action.key === key ? appended : isCreation ? created : undefined;
      if (!dataSchema || end === undefined || (isCreation && !hasNumbers(dataSchema))) return action;
      this.#found.set(action.key, end);
      return { ...action, dataSchema: withNumbersFrom(dataSchema, end) };
    });
    return { ...workflow, actions };
  }
}
