/**
 * Where a user may have so many traces open at once, and no more: scripts take turns, and give back what they hold. The
 * traces of those that have ended are brought to their end.
 */
import { actionData, fitting } from "../../../probes/index.ts";
import { countExchanges } from "../../../generators/index.ts";
import { isAction, traceOf } from "../../../spec/readings/actions.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import { followers, processOf } from "../../../spec/readings/process.ts";
import { targetSeen } from "../../../spec/readings/target-seen.ts";
import { alternating } from "../../../spec/operations.ts";
import type { History } from "../../../spec/vocabulary/history.ts";
import { readingOf } from "../../../spec/vocabulary/profile.ts";
import type { ActStep, Script } from "../../../spec/vocabulary/script.ts";
import { endingScripts } from "../plan/script-kinds.ts";
import { wasRefusedTrace } from "../judging/looks.ts";
import type { LateRun } from "./late-run.ts";

/** No end is further away. */
const longestWay = 5;
/** Traces that are ended in one script. */
const perScript = 10;

interface OpenTrace {
  readonly traceId: string;
  readonly workflow: number;
  /** Keys of its actions, that of the creation first. */
  readonly keys: readonly string[];
}

export class TracesAtOnce {
  readonly #run: LateRun;
  readonly #open = new Map<string, OpenTrace>();
  readonly #waiting: { readonly places: number; readonly start: () => void }[] = [];
  /** How many there may be at least: those that were open when it was found out. */
  #most = 1;
  /** Of how many traces the scripts that are under way have need. */
  #taken = 0;
  #documents = 0;
  #scripts = 0;

  constructor(run: LateRun) {
    this.#run = run;
  }

  /** Takes in what a script left that has ended. */
  saw({ exchanges }: History): void {
    for (const exchange of exchanges.filter(succeeded)) {
      const { intent } = exchange;
      const key = isAction(intent) ? intent.actionKey : undefined;
      const traceId = traceOf(exchange);
      if (typeof key !== "string" || !traceId) continue;
      const before = this.#open.get(traceId);
      if (intent.kind === "create") this.#open.set(traceId, { traceId, workflow: intent.workflow, keys: [key] });
      else if (before) this.#open.set(traceId, { ...before, keys: [...before.keys, key] });
    }
  }

  /**
   * Runs a script, once more and by itself where it was refused a trace because others had them.
   * @param task told whether it is the second time
   */
  async run<T extends { readonly history: History }>(
    script: Script,
    task: (again: boolean) => Promise<readonly [T, ...T[]]>,
  ): Promise<readonly [T, ...T[]]> {
    const looks = await this.#within(countExchanges(script).traces, () => task(false));
    if (!this.#isBounded || !wasRefusedTrace(looks[0].history)) return looks;
    return this.#within(Infinity, () => task(true));
  }

  /** Brings to their end the traces of scripts that have ended. @returns whether one was */
  async giveBack(): Promise<boolean> {
    const traces = [...this.#open.values()];
    this.#open.clear();
    const ways = traces.flatMap((trace) => {
      const way = this.#wayToEnd(trace);
      return way.length > 0 ? [this.#stepsOn(trace, way)] : [];
    });
    if (!this.#isBounded) this.#most = Math.max(1, ways.length);
    let ended = false;
    for (let from = 0; from < ways.length; from += perScript) {
      const steps = ways.slice(from, from + perScript).flat();
      this.#scripts += 1;
      const script = {
        id: `${endingScripts}${String(this.#scripts)}`,
        title: "Traces that are done with are ended",
        steps,
      };
      const { exchanges } = await this.#run.run(script);
      ended ||= exchanges.some((one) => !one.support && succeeded(one));
    }
    return ended;
  }

  get #isBounded(): boolean {
    return readingOf(this.#run.profile(), "action-gating")?.creations === "so-many-open";
  }

  /** Runs the task when there is room for so many traces more, if that is known to be bounded; else at once. */
  async #within<T>(wanted: number, task: () => Promise<T>): Promise<T> {
    const most = this.#isBounded ? this.#most : Infinity;
    const places = Math.min(wanted, most);
    if (this.#waiting.length > 0 || this.#taken + places > most)
      await new Promise<void>((resolve) => this.#waiting.push({ places, start: resolve }));
    else this.#taken += places;
    try {
      if (this.#isBounded) await this.giveBack();
      return await task();
    } finally {
      this.#taken -= places;
      this.#admit();
    }
  }

  #admit(): void {
    for (let [next] = this.#waiting; next && this.#taken + next.places <= this.#most; [next] = this.#waiting) {
      this.#waiting.shift();
      this.#taken += next.places;
      next.start();
    }
  }

  /** Keys of the actions after which nothing may follow any more; none where no end is near, or it has come. */
  #wayToEnd({ workflow, keys }: OpenTrace): readonly string[] {
    const description = this.#run.target.workflows[workflow];
    const rules = processOf(this.#run.profile(), description);
    if (!description || !rules) return [];
    const next = (way: readonly string[]) => followers(rules, description, [...keys, ...way]).map(({ key }) => key);
    let reached: readonly (readonly string[])[] = [[]];
    for (let length = 0; length <= longestWay && reached.length > 0; length += 1) {
      const end = reached.find((way) => next(way).length === 0);
      if (end) return end;
      const longer = reached.flatMap((way) => next(way).map((key) => [...way, key]));
      reached = [...new Map(longer.map((way) => [way.toSorted().join(" "), way])).values()];
    }
    return [];
  }

  #stepsOn({ traceId, workflow }: OpenTrace, way: readonly string[]): readonly ActStep[] {
    const { target, runId, profile } = this.#run;
    // With the forms that were found.
    const { workflows } = targetSeen(target, profile());
    return way.map((action): ActStep => {
      this.#documents += 1;
      const description = workflows[workflow]?.actions.find(({ key }) => key === action);
      const data = fitting(description, actionData(`${runId}z`, "done-with", this.#documents));
      const face = alternating(this.#documents);
      return { op: "act", face, trace: traceId, workflow, action, ...data, candidateFor: "action-gating" };
    });
  }
}
