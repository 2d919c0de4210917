/** The variables of the shell in which the secrets of users stand. */
import { senderOf } from "../../spec/readings/people.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";

/** What the names of a user's variables begin with; entries of `users` are counted from 1. */
export function variablesOf(sent: Pick<Exchange, "actor" | "by">): string {
  const account = senderOf(sent);
  if (account === "first") return "TRACE";
  return account === "second" ? "TRACE_SECOND" : `TRACE_USER_${String(Number(account.slice("user-".length)) + 1)}`;
}

/** Where the user stands in the configuration whose variables begin so; undefined for the one of `credentials`. */
export function whose(prefix: string): string | undefined {
  if (prefix === "TRACE_SECOND") return "secondUser of the configuration";
  const [, number] = /^TRACE_USER_(\d+)$/.exec(prefix) ?? [];
  return number === undefined ? undefined : `users[${String(Number(number) - 1)}] of the configuration`;
}
