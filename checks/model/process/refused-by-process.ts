/** Refusals that the process of a workflow explains. */
import { outcomeOf } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { isThrottled } from "../../support/exchanges.ts";
import type { Case } from "../case.ts";
import { duplicates } from "./duplicates.ts";
import { gatedActions, isRefusedToOther } from "./gated-actions.ts";
import { refusedCreations } from "./refused-creations.ts";

/** Refusals of actions that could not come or repeat something, so that the refusal is no fault. */
export const refusedByProcess = (subject: Case): ReadonlySet<Exchange> =>
  new Set([
    ...subject
      .view(gatedActions)
      .filter(({ exchange, allowed }) => !allowed && outcomeOf(exchange) === "refused" && !isThrottled(exchange))
      .map(({ exchange }) => exchange),
    ...subject.view(duplicates),
    ...refusedCreations(subject),
    ...subject.exchanges.filter((exchange) => isRefusedToOther(subject, exchange)),
  ]);
