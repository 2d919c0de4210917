/** The variables of the shell in which the secrets of users stand. */
import { senderOf } from "../../spec/readings/people.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";

/** What the names of a user's variables begin with; entries of `users` are counted from 1. */
export function variablesOf(sent: Pick<Exchange, "actor" | "by">): string {
  const account = senderOf(sent);
  if (account === "first") return "TRACE";
  return account === "second" ? "TRACE_SECOND" : `TRACE_USER_${String(Number(account.slice("user-".length)) + 1)}`;
}
