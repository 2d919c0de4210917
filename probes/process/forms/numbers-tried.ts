/**
 * Finds which numbers an action takes where others were refused: a low one, e.g. where no more may be shipped than was
 * ordered; a high one, where a meter reading must not be below the last; no optional members, where one must name the
 * newest revision; or its examples in turn, where things are done one by one.
 */
import { hasNumbers, withNumbersFrom, type NumbersFrom } from "../../../spec/data-schemas/narrowed.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { ActionDescription, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { exactly } from "./as-they-stand.ts";
import { aboutMoment, mayBeForm, textOf } from "./told/refusal-words.ts";

/** A refused action is tried with other numbers at most so many times. */
const maxTries = 2;
/** So many more times once numbers were seen to decide for some action. */
const moreTries = 2;

/** The end of the range that an appended action uses, and the one that creations use to leave room for it. */
const ends = [
  { appended: "low", created: "high" },
  { appended: "highest", created: "low" },
] as const;

/** True for a refusal that may be about numbers, and not about the moment alone. */
export const mayBeNumbers = (refused: Exchange): boolean => mayBeForm(refused) && !aboutMoment.test(textOf(refused));

/** An action with other data, and how they differ. */
interface Other {
  readonly action: ActionDescription;
  readonly end: NumbersFrom;
}

export class NumbersTried {
  readonly #found = new Map<string, NumbersFrom>();
  readonly #tries = new Map<string, number>();
  /** By trace and key: data with which an action was accepted. */
  readonly #brought = new Map<string, readonly string[]>();
  /** By the key of an action: its form before its numbers were limited. */
  readonly #whole = new Map<string, JsonObject>();

  /** By the key of an action: what it is sent with. */
  get found(): Readonly<Record<string, NumbersFrom>> {
    return Object.fromEntries(this.#found);
  }

  /** Notes all accepted data; returns the exchanges. */
  seen(exchanges: readonly Exchange[]): readonly Exchange[] {
    for (const { intent } of exchanges.filter(succeeded)) {
      if (intent.kind !== "act" || typeof intent.actionKey !== "string") continue;
      const place = JSON.stringify([intent.traceId, intent.actionKey]);
      this.#brought.set(place, [...(this.#brought.get(place) ?? []), JSON.stringify(intent.data)]);
    }
    return exchanges;
  }

  /** The action as it is sent to this trace next: with its next example, where it takes its examples in turn. */
  inTurn(trace: string, action: ActionDescription): ActionDescription {
    return (this.#found.get(action.key) === "turn" && this.#next(trace, action)) || action;
  }

  /** With the first of several examples that it did not send to this trace yet; undefined where it sent all. */
  #next(trace: string, action: ActionDescription): ActionDescription | undefined {
    const { examples = [], key } = action;
    const brought = this.#broughtBy(trace, key);
    const example = examples.find((one) => !brought.includes(JSON.stringify(one)));
    return example && examples.length > 1 ? { ...action, dataSchema: exactly([example]) } : undefined;
  }

  #broughtBy(trace: string, key: string): readonly string[] {
    return this.#brought.get(JSON.stringify([trace, key])) ?? [];
  }

  /** The action with other numbers, the most promising first; none where it was tried often enough. */
  others(action: ActionDescription, trace: string): readonly Other[] {
    const { key, dataSchema } = action;
    const tries = this.#tries.get(key) ?? 0;
    const known = this.#found.get(key);
    const most = maxTries + (this.#found.size > 0 ? moreTries : 0);
    // Even after a number was accepted, the same one may be wrong later.
    if (!dataSchema || known === "needed" || known === "turn" || tries >= most) return [];
    const needed = withNumbersFrom(dataSchema, "needed");
    const isNumbered = known === undefined && hasNumbers(dataSchema);
    // If all numbers are optional, leaving them out comes first: otherwise optional members may be left out by chance.
    const order: readonly NumbersFrom[] =
      !isNumbered || !hasNumbers(needed) ? ["needed"] : [...ends.map(({ appended }) => appended), "needed"];
    // The next example makes sense only after one was accepted.
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
   * Notes with which numbers the action was accepted.
   * @returns the workflow with these numbers from now on; creations use the opposite end, to leave room
   */
  taken(workflow: WorkflowDescription, key: string, appended: NumbersFrom): WorkflowDescription {
    const created = ends.find((one) => one.appended === appended)?.created;
    this.#found.set(key, appended);
    const count = workflow.actions.find((action) => action.key === key)?.examples?.length;
    const actions = workflow.actions.map((action): ActionDescription => {
      const { dataSchema } = action;
      const isOther = action.key !== key && !this.#found.has(action.key);
      const isCreation = isOther && action.creates;
      // If one action goes through its examples in turn, so do others with as many examples.
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
