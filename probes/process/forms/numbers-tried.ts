/**
 * What was seen of the numbers that actions take: where no more may be shipped than was ordered, a low one is taken when
 * another was refused; where a reading is not below the one before, a high one; where a member must name the newest revision
 * if it is there, none at all; where things are done one by one, the next of the examples.
 */
import { hasNumbers, withNumbersFrom, type NumbersFrom } from "../../../spec/data-schemas/narrowed.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { ActionDescription, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { exactly } from "./as-they-stand.ts";
import { aboutMoment, mayBeForm, textOf } from "./told/refusal-words.ts";

/** So often an action that is refused is tried with other numbers: where it may not come, none are taken. */
const maxTries = 2;
/** So often more once numbers of this action, or of another, were seen to decide. */
const moreTries = 2;

/** What an action is sent with in place of what was refused, and how others begin so that it is taken. */
const ends = [
  { appended: "low", created: "high" },
  { appended: "highest", created: "low" },
] as const;

/** True for a refusal that may be for the numbers: what speaks of the moment alone is none. */
export const mayBeNumbers = (refused: Exchange): boolean => mayBeForm(refused) && !aboutMoment.test(textOf(refused));

/** An action with other data, and what they are. */
interface Other {
  readonly action: ActionDescription;
  readonly end: NumbersFrom;
}

export class NumbersTried {
  readonly #found = new Map<string, NumbersFrom>();
  readonly #tries = new Map<string, number>();
  /** Data with which an action was taken on a trace, by both. */
  readonly #brought = new Map<string, readonly string[]>();
  /** Forms as they were before their numbers were kept at one end, by the key of the action. */
  readonly #whole = new Map<string, JsonObject>();

  /** By the key of the action. */
  get found(): Readonly<Record<string, NumbersFrom>> {
    return Object.fromEntries(this.#found);
  }

  /** Told of everything that was answered; gives it back. */
  seen(exchanges: readonly Exchange[]): readonly Exchange[] {
    for (const { intent } of exchanges.filter(succeeded)) {
      if (intent.kind !== "act" || typeof intent.actionKey !== "string") continue;
      const place = JSON.stringify([intent.traceId, intent.actionKey]);
      this.#brought.set(place, [...(this.#brought.get(place) ?? []), JSON.stringify(intent.data)]);
    }
    return exchanges;
  }

  /** The action as it is sent to a trace next: where it takes its examples in turn, with the next of them alone. */
  inTurn(trace: string, action: ActionDescription): ActionDescription {
    return (this.#found.get(action.key) === "turn" && this.#next(trace, action)) || action;
  }

  /** With the first of several examples that it did not bring to this trace before; undefined where it brought all. */
  #next(trace: string, action: ActionDescription): ActionDescription | undefined {
    const { examples = [], key } = action;
    const brought = this.#broughtBy(trace, key);
    const example = examples.find((one) => !brought.includes(JSON.stringify(one)));
    return example && examples.length > 1 ? { ...action, dataSchema: exactly([example]) } : undefined;
  }

  #broughtBy(trace: string, key: string): readonly string[] {
    return this.#brought.get(JSON.stringify([trace, key])) ?? [];
  }

  /** The action with other numbers, in the order in which they are worth trying; none where it was tried often enough. */
  others(action: ActionDescription, trace: string): readonly Other[] {
    const { key, dataSchema } = action;
    const tries = this.#tries.get(key) ?? 0;
    const known = this.#found.get(key);
    const most = maxTries + (this.#found.size > 0 ? moreTries : 0);
    // Numbers that were taken once may be wrong the next time.
    if (!dataSchema || known === "needed" || known === "turn" || tries >= most) return [];
    const needed = withNumbersFrom(dataSchema, "needed");
    const isNumbered = known === undefined && hasNumbers(dataSchema);
    // Where all numbers may be left out, leaving them out tells more than others that may be left out by chance.
    const order: readonly NumbersFrom[] =
      !isNumbered || !hasNumbers(needed) ? ["needed"] : [...ends.map(({ appended }) => appended), "needed"];
    // What was refused before any was taken may be wrong for another reason than its turn.
    const next = this.#broughtBy(trace, key).length > 0 ? this.#next(trace, action) : undefined;
    const turns = next ? [{ action: next, end: "turn" } as const] : [];
    const ranges = order.flatMap((end): readonly Other[] => {
      const schema = withNumbersFrom(dataSchema, end);
      return schema === dataSchema ? [] : [{ action: { ...action, dataSchema: schema }, end }];
    });
    if (ranges.length + turns.length > 0) this.#tries.set(key, tries + 1);
    return [...ranges, ...turns];
  }

  /**
   * Told with which numbers the action was taken.
   * @returns the workflow, with these numbers from now on; creations bring such that there is room for them
   */
  taken(workflow: WorkflowDescription, key: string, appended: NumbersFrom): WorkflowDescription {
    const created = ends.find((one) => one.appended === appended)?.created;
    this.#found.set(key, appended);
    const count = workflow.actions.find((action) => action.key === key)?.examples?.length;
    const actions = workflow.actions.map((action): ActionDescription => {
      const { dataSchema } = action;
      const isOther = action.key !== key && !this.#found.has(action.key);
      const isCreation = isOther && action.creates;
      // What is done one by one is done so by every action on it.
      const isAlike = isOther && action.appends && appended === "turn" && action.examples?.length === count;
      const end = action.key === key || isAlike ? appended : isCreation ? created : undefined;
      if (!dataSchema || end === undefined || (isCreation && !hasNumbers(dataSchema))) return action;
      this.#found.set(action.key, end);
      const whole = this.#whole.get(action.key) ?? dataSchema;
      this.#whole.set(action.key, whole);
      return { ...action, dataSchema: withNumbersFrom(end === "turn" ? whole : dataSchema, end) };
    });
    return { ...workflow, actions };
  }
}
