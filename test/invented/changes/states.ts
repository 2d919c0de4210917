/** What states are made of: sums, types, times, hashes. */
import { createHash } from "node:crypto";
import { type Json, type JsonObject, own, put, sameJson } from "../../lib/service/json.ts";
import type { Link, Service, Trace } from "../service.ts";

/** When links were recorded. */
export function momentsOfLinks(): { note: (link: Link) => void; of: (link: Link) => string } {
  const moments = new WeakMap<Link, string>();
  return {
    note: (link) => moments.set(link, new Date().toISOString()),
    of: (link) => moments.get(link) ?? "",
  };
}

/** Searches look at what the state shows. */
export function searchShown(s: Service, show: (trace: Trace) => JsonObject): void {
  s.matches = (trace, filters) => {
    const state = show(trace);
    return Object.keys(filters).every((key) => sameJson(own(state, key), own(filters, key) ?? null));
  };
}

export const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** The value with its type beside it, as key-value stores write it. */
function typed(value: Json): JsonObject {
  if (value === null) return { NULL: true };
  if (typeof value === "string") return { S: value };
  if (typeof value === "number") return { N: String(value) };
  if (typeof value === "boolean") return { BOOL: value };
  return Array.isArray(value) ? { L: value.map(typed) } : { M: typedMembers(value) };
}

export function typedMembers(value: JsonObject): JsonObject {
  const members: JsonObject = {};
  for (const key of Object.keys(value)) put(members, key, typed(own(value, key) ?? null));
  return members;
}

/** Amend until shipped, ship three times at most, invoice once, and pay. */
export const amountsOf = (trace: Trace, key?: string): number =>
  trace.links
    .filter((link) => key === undefined || link.actionKey === key)
    .reduce((sum, { data }) => sum + (typeof own(data, "amount") === "number" ? Number(own(data, "amount")) : 0), 0);

export const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
