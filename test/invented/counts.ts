/** What was done on a trace: how often, with which sums, and with what it was begun. */
import { own, type Json } from "../lib/service/json.ts";
import type { Link, Trace } from "./service.ts";

export const linksBy = (trace: Trace | undefined, ...keys: string[]): Link[] =>
  (trace?.links ?? []).filter(({ actionKey }) => keys.includes(actionKey));

export const many = (trace: Trace | undefined, ...keys: string[]): number => linksBy(trace, ...keys).length;

/** How often a key is among those that were done. */
export const often = (done: readonly string[], key: string): number => done.filter((one) => one === key).length;

/** The action while it was done less often than that. */
export const upTo = (most: number, done: readonly string[], key: string): string[] =>
  often(done, key) < most ? [key] : [];

export const amount = (value: Json | undefined): number => (typeof value === "number" ? value : 0);

export const sum = (trace: Trace | undefined, key: string, member: string): number =>
  linksBy(trace, key).reduce((all, { data }) => all + amount(own(data, member)), 0);

/** What the trace was begun with. */
export const begun = (trace: Trace | undefined, member: string): Json =>
  own(trace?.links[0]?.data ?? {}, member) ?? null;
