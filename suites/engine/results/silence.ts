/** A target that answered at first, and from some request on nothing behind its logins: which request that was. */
import type { Driver } from "../../../driver/index.ts";
import type { Results } from "../../../reports/results/index.ts";
import { operationById } from "../../../spec/operations.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import type { History } from "../../../spec/vocabulary/history.ts";
import type { Script } from "../../../spec/vocabulary/script.ts";

type FellSilent = NonNullable<Results["fellSilent"]>;

/** Requests that are kept; once a target is taken as silent, few are sent. */
const mostKept = 200;

const onceMore = "scenarios/silence/once-more";

/**
 * The script that asks for the list of workflows once more at the end of a run; undefined where the target answers, never
 * did, or no organization is known.
 */
export function askingOnceMore(
  driver: Pick<Driver, "target" | "listenAgain">,
  seen: { readonly isSilent: boolean },
): Script | undefined {
  if (driver.target.organization === undefined || !driver.listenAgain() || !seen.isSilent) return undefined;
  const list = [{ op: "workflows", face: "v2" } as const];
  return {
    id: onceMore,
    title: "Is the list of workflows still not answered?",
    steps: [{ parallel: [list, list] }],
  };
}

export class SilenceWatch {
  #hasSucceeded = false;
  #isAskedOnceMore = false;
  #answeredAtMs = -Infinity;
  #unanswered: (FellSilent & { readonly sentAtMs: number; readonly receivedAtMs: number })[] = [];

  note({ script, exchanges }: History): void {
    this.#isAskedOnceMore ||= script.id === onceMore;
    for (const exchange of exchanges) {
      const { operationId, request, response, failure, sentAtMs, receivedAtMs } = exchange;
      if (!operationById(operationId).bearer) continue;
      this.#hasSucceeded ||= succeeded(exchange);
      if (response) this.#answeredAtMs = Math.max(this.#answeredAtMs, receivedAtMs);
      else if (failure?.kind === "timeout" && this.#unanswered.length < mostKept) {
        const [path = ""] = request.path.split("?");
        const told = { request: `${request.method} ${path}`, script: script.id };
        this.#unanswered.push({ ...told, sentAtMs, receivedAtMs });
      }
    }
    this.#unanswered = this.#unanswered.filter((one) => one.receivedAtMs > this.#answeredAtMs);
  }

  /** True where nothing is answered since some request, and something was before. */
  get isSilent(): boolean {
    return this.#hasSucceeded && this.#unanswered.length > 0;
  }

  /** The first request that was left without an answer, as everything behind it; undefined unless it was asked once more. */
  get first(): FellSilent | undefined {
    const [first] = this.#unanswered.toSorted((one, other) => one.sentAtMs - other.sentAtMs);
    if (!first || !this.isSilent || !this.#isAskedOnceMore) return undefined;
    return { request: first.request, script: first.script };
  }
}
