/** The lists of what may come next that readers of a trace were shown. */
import { listedIn, listingOf, type ListedAction } from "../../../spec/readings/listed-next.ts";
import { outcomeOf, payloadMember } from "../../../spec/readings/outcome.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Account } from "../../../spec/vocabulary/script.ts";
import type { Case } from "../case.ts";
import { changedBetween } from "../moment.ts";
import type { ModelTrace } from "../world.ts";

/** By reader, the groups whose actions lists showed: lists may differ by reader. */
export const groupsShown = (subject: Case): ReadonlyMap<Account, ReadonlySet<string>> => {
  const shown = new Map<Account, Set<string>>();
  for (const trace of subject.world.traces.values()) {
    const workflow = subject.workflowOf(trace);
    const listing = listingOf(subject.profile, workflow);
    if (!listing) continue;
    for (const exchange of [...trace.reads, ...trace.actions.map((action) => action.exchange)]) {
      const groups = shown.get(senderOf(exchange)) ?? new Set();
      const own = subject.target.people?.find(({ account }) => account === senderOf(exchange))?.groups;
      for (const { key, group } of listedIn(payloadMember(exchange, "state"), listing) ?? []) {
        const named =
          workflow?.actions.filter((action) => action.key === key).map(({ groupLabel }) => groupLabel) ?? [];
        // An action of several groups may be listed for the reader's groups only.
        const meant = named.length > 1 && own ? named.filter((label) => own.includes(label)) : named;
        for (const label of group === undefined ? meant : [group]) groups.add(label);
      }
      shown.set(senderOf(exchange), groups);
    }
  }
  return shown;
};

export interface ShownList {
  readonly exchange: Exchange;
  readonly listed: readonly ListedAction[];
}

/** The list at the time of an action: the last one with nothing done in between. */
export function listBefore(
  trace: ModelTrace,
  action: Exchange,
  read: (exchange: Exchange) => readonly ListedAction[] | undefined,
): ShownList | undefined {
  const answers = trace.actions.map(({ exchange }) => exchange).filter((one) => one !== action);
  const refused = outcomeOf(action) === "refused";
  for (const exchange of [...trace.reads, ...answers].toSorted((left, right) => right.index - left.index)) {
    // After a refusal the list is unchanged.
    if (exchange.sentAtMs < action.receivedAtMs ? exchange.receivedAtMs > action.sentAtMs : !refused) continue;
    const listed = read(exchange);
    if (!listed) continue;
    const [earlier, later] = exchange.index < action.index ? [exchange, action] : [action, exchange];
    if (isUnchanged(trace, earlier, later, action)) return { exchange, listed };
  }
  return undefined;
}

function isUnchanged(trace: ModelTrace, earlier: Exchange, later: Exchange, action: Exchange): boolean {
  const others: ModelTrace = { ...trace, actions: trace.actions.filter(({ exchange }) => exchange !== action) };
  return !changedBetween(others, earlier, later);
}
