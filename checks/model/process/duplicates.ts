/** Repeated content, for targets that take nothing twice. */
import { isJsonObject } from "../../../spec/json.ts";
import { isAction } from "../../../spec/readings/actions.ts";
import { outcomeOf } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Case } from "../case.ts";
import { repeatedTexts } from "./repeated-texts.ts";

/** Refusals of content or texts that another action sent before, for a target that takes these only once. */
export const duplicates = (subject: Case): ReadonlySet<Exchange> =>
  new Set([...repeatedContents(subject), ...subject.view(repeatedTexts)]);

function repeatedContents(subject: Case): readonly Exchange[] {
  const scope = subject.observed("action-gating")?.duplicates;
  if (scope === undefined) return [];
  const sent = subject.exchanges.flatMap((exchange) => {
    const content = contentOf(exchange);
    return content === undefined ? [] : [{ exchange, content }];
  });
  const refused = sent.filter(({ exchange, content }) => {
    if (outcomeOf(exchange) !== "refused") return false;
    return sent.some(
      (other) =>
        other.content === content &&
        outcomeOf(other.exchange) !== "refused" &&
        other.exchange.sentAtMs < exchange.receivedAtMs &&
        (scope === "workflow" || subject.traceOf(other.exchange) === subject.traceOf(exchange)),
    );
  });
  return refused.map(({ exchange }) => exchange);
}

/**
 * The content of an action, with its workflow. Other files do not make it new, as the target may ignore them; but for
 * an action without data the files are the content.
 */
function contentOf({ intent }: Exchange): string | undefined {
  if (!isAction(intent)) return undefined;
  const { workflow, actionKey, data, files } = intent;
  const brought = isJsonObject(data) && Object.keys(data).length === 0 ? files.map(({ sha256 }) => sha256) : [];
  return JSON.stringify([workflow, actionKey, data, brought]);
}
