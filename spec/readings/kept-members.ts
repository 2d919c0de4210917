/** When members of what was sent are kept from readers: always, until an action was done on the trace, or since one was. */

/** Keys of actions on a trace, as of a read. */
export interface StepsThen {
  /** Answered before it, in the order of sending. */
  readonly done: readonly string[];
  /** Under way meanwhile, or never answered. */
  readonly perhaps: readonly string[];
}

/** With both it is shown between the two. */
export interface Turn {
  readonly until?: string;
  readonly since?: string;
}

/** Whether a member is kept after these steps; undefined where that is open. */
export function isKeptAfter({ until, since }: Turn, { done, perhaps }: StepsThen): boolean | undefined {
  const isDone = (key: string): boolean | undefined =>
    done.includes(key) ? true : perhaps.includes(key) ? undefined : false;
  const isOver = until === undefined ? since !== undefined : isDone(until);
  const isBegun = since !== undefined && isDone(since);
  if (isOver === false || isBegun === true) return true;
  return isOver === undefined || isBegun === undefined ? undefined : false;
}
