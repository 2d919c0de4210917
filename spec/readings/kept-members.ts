/** When members of what was sent are kept from readers: always, until an action was done behind their own, or since one was. */

/** Keys of other actions on the trace of an action that was sent, as of a read. */
export interface StepsThen {
  /** Sent behind the action and answered before the read, in the order of sending. */
  readonly done: readonly string[];
  /**
   * Those that may decide or not: under way meanwhile, never answered, or done before the action. A second round of bids may be
   * sealed until it is opened as well, or open as the first one is.
   */
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
