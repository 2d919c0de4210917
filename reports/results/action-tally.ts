/** What came of the requests for each action, in bounded memory. */
import { cutText } from "./bound-values.ts";

/** What an action was sent for: to begin a trace, or to go on with one. */
export type ActionUse = "create" | "act";

/** Well-formed requests for one action of one workflow in one use: of the first user, or whoever stands in, and what others had accepted. */
export interface ActionState {
  readonly workflowId: string;
  readonly actionKey: string;
  readonly use: ActionUse;
  /** Count by status code, by `refused` for a 200 that refuses, and by `timeout`, `reset`, … where no answer came. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The text of an answer that refused it. */
  readonly refusal?: string;
}

const maxActions = 5000;
const maxKeyLength = 400;
const maxRefusalLength = 300;

type Key = readonly [workflowId: string, actionKey: string, use: ActionUse];

export class ActionTally {
  readonly #actions = new Map<string, { statuses: Map<string, number>; refusal: string | undefined }>();

  /** @param refusal what a refusal said; not called once one said what is wrong with a value */
  add(
    { workflowId, actionKey, use }: Pick<ActionState, "workflowId" | "actionKey" | "use">,
    outcome: number | string,
    refusal: () => string | undefined,
  ): void {
    this.#count([workflowId, actionKey, use], String(outcome), 1, refusal);
  }

  merge(states: readonly ActionState[]): void {
    for (const { workflowId, actionKey, use, statuses, refusal } of states)
      for (const [outcome, count] of Object.entries(statuses))
        this.#count([workflowId, actionKey, use], outcome, count, () => refusal);
  }

  toJSON(): ActionState[] {
    return [...this.#actions].map(([key, { statuses, refusal }]) => {
      const [workflowId, actionKey, use] = JSON.parse(key) as Key;
      const counts = Object.fromEntries(statuses);
      return { workflowId, actionKey, use, statuses: counts, ...(refusal === undefined ? {} : { refusal }) };
    });
  }

  #count([workflowId, actionKey, use]: Key, outcome: string, count: number, refusal: () => string | undefined): void {
    // What nobody configured may be as long as a generator made it.
    if (workflowId.length > maxKeyLength || actionKey.length > maxKeyLength) return;
    const key = JSON.stringify([workflowId, actionKey, use]);
    let known = this.#actions.get(key);
    if (!known) {
      if (this.#actions.size >= maxActions) return;
      this.#actions.set(key, (known = { statuses: new Map(), refusal: undefined }));
    }
    known.statuses.set(outcome, (known.statuses.get(outcome) ?? 0) + count);
    if (outcome === accepted || (known.refusal !== undefined && tellsOfValue.test(known.refusal))) return;
    const said = refusal();
    if (said !== undefined && (known.refusal === undefined || tellsOfValue.test(said)))
      known.refusal = cutText(said, maxRefusalLength);
  }
}

/** A refusal of one value tells more than that of data in which a member is missing. */
const tellsOfValue =
  /\b(?:one of|permitted|allowed values?|formats?|patterns?|too (?:short|long|large|small|few|many|low|high)|invalid|must be|out of range)\b/i;

/** The status by which an action is taken. */
const accepted = "200";

/** How often an action was asked for, and accepted. */
export function countsOf(states: readonly Pick<ActionState, "statuses">[]): {
  readonly sent: number;
  readonly accepted: number;
} {
  const all = states.flatMap(({ statuses }) => Object.entries(statuses));
  const sum = (counted: typeof all): number => counted.reduce((whole, [, count]) => whole + count, 0);
  return { sent: sum(all), accepted: sum(all.filter(([outcome]) => outcome === accepted)) };
}
