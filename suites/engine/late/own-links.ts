/** Looks into links that nobody sent and that came when the run was well under way, as by the clock. */
import { lateOwnLinks, longestRead, unknownOwnLinks } from "../../../probes/index.ts";
import { askable } from "../../../spec/readings/page-size.ts";
import type { History } from "../../../spec/vocabulary/history.ts";
import type { LateRun } from "./late-run.ts";
import { LateTurns } from "./turns.ts";

/** Histories that are looked into; each may show links of another key. */
const maxLooks = 4;
/** So many traces of one history are read besides. */
const maxTraces = 2;

export class LateOwnLinks {
  readonly #run: LateRun;
  readonly #turns: LateTurns;

  constructor(run: LateRun) {
    this.#run = run;
    this.#turns = new LateTurns("own-links", maxLooks, run);
  }

  #isShownIn(history: History): boolean {
    const { target, runId, profile } = this.#run;
    return unknownOwnLinks(history, { target, runId, profile: profile() }) !== undefined;
  }

  /** @param changed traces that changed though nothing was sent */
  async lookInto(seen: History, changed: readonly string[]): Promise<void> {
    if (this.#turns.isSpent || (changed.length === 0 && !this.#isShownIn(seen))) return;
    this.#turns.begin();
    const { target, runId, profile } = this.#run;
    const run = this.#turns.ask;
    const traces = this.#isShownIn(seen) ? [] : changed.slice(0, maxTraces);
    const page = { first: askable(profile(), "v2", longestRead) };
    const steps = traces.map((trace) => ({ op: "details", face: "v2", trace, page }) as const);
    const links = steps.length > 0 ? await run("links of a trace that changed", steps) : [];
    const history = { ...seen, exchanges: [...seen.exchanges, ...links] };
    this.#turns.learn("own-links", await lateOwnLinks({ target, run }, profile(), history, runId));
  }
}
