/** Looks into links that nobody sent and that came when the run was well under way, as by the clock. */
import { lateOwnLinks, longestRead, unknownOwnLinks } from "../../probes/index.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import type { LateRun } from "./late-run.ts";

/** Histories that are looked into; each may show links of another key. */
const maxLooks = 4;
/** So many traces of one history are read besides. */
const maxTraces = 2;

export class LateOwnLinks {
  readonly #run: LateRun;
  #last: Promise<void> = Promise.resolve();
  #looked = 0;
  #asked = 0;

  constructor(run: LateRun) {
    this.#run = run;
  }

  /** Looks into the histories one after the other. @param changed traces that changed though nothing was sent */
  async lookInto(history: History, changed: readonly string[], isStopped: () => boolean): Promise<void> {
    if (changed.length === 0 && !this.#isShownIn(history)) return;
    const mine = this.#last.then(() => (isStopped() ? undefined : this.#lookInto(history, changed)));
    // What breaks off one look is told where it was asked for, and keeps no other from its turn.
    this.#last = mine.catch(() => undefined);
    await mine;
  }

  #isShownIn(history: History): boolean {
    const { target, runId, profile } = this.#run;
    return unknownOwnLinks(history, { target, runId, profile: profile() }) !== undefined;
  }

  async #lookInto(seen: History, changed: readonly string[]): Promise<void> {
    if (this.#looked >= maxLooks) return;
    this.#looked += 1;
    const { target, runId, profile, learn } = this.#run;
    const run = async (title: string, steps: Script["steps"]): Promise<readonly Exchange[]> => {
      this.#asked += 1;
      const script = { id: `probes/late-own-links/${String(this.#asked)}`, title: `late-own-links: ${title}`, steps };
      const { exchanges } = await this.#run.run(script);
      return exchanges.filter(({ support }) => !support);
    };
    const traces = this.#isShownIn(seen) ? [] : changed.slice(0, maxTraces);
    const steps = traces.map((trace) => ({ op: "details", face: "v2", trace, page: { first: longestRead } }) as const);
    const links = steps.length > 0 ? await run("links of a trace that changed", steps) : [];
    const history = { ...seen, exchanges: [...seen.exchanges, ...links] };
    const reading = await lateOwnLinks({ target, run }, profile(), history, runId);
    if (reading) learn({ readings: { ...profile().readings, "own-links": reading } });
  }
}
