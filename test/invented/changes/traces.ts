/** Which trace a link belongs to, and who did what last. */
import type { Running } from "../process.ts";
import type { Link, Trace } from "../service.ts";

/** Who did this last. */
export const lastBy = (trace: Trace | undefined, key: string): string | undefined =>
  trace?.links.findLast(({ actionKey }) => actionKey === key)?.author;

export const isIn = (trace: Trace | undefined, { workflow }: Running): trace is Trace => trace?.workflow === workflow;

export const latest = (trace: Trace | undefined, ...keys: string[]): Link | undefined =>
  trace?.links.findLast(({ actionKey }) => keys.includes(actionKey));
