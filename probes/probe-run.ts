/** The working copy of what a run of all probes shares. */
import { setTimeout as sleep } from "node:timers/promises";
import { mapSteps, withReferences } from "../generators/index.ts";
import { workflowsWithForms } from "../spec/readings/forms.ts";
import { behindIn } from "../spec/readings/read-lag.ts";
import { withoutFailedTries } from "../spec/readings/failed-effect.ts";
import type { Exchange, History } from "../spec/vocabulary/history.ts";
import type { OpenPointId, OpenPointValues, Pins, Profile, Reading } from "../spec/vocabulary/profile.ts";
import type { OperationStep, ParallelStep, Script } from "../spec/vocabulary/script.ts";
import { applyPins, seenCounts } from "./pinning.ts";
import { isNoise } from "./lib/noise.ts";
import { followed } from "./process/followed.ts";
import type { ProbeDriver } from "./probe-driver.ts";
import type { Candidate, Question, Readings } from "./probe.ts";
import { BroughtTo } from "./seen/brought.ts";

/** Thrown when the run was interrupted, or may send no more; what was found until then stays. */
export class Interrupted extends Error {
  constructor() {
    super("the run ended while the probes looked at the target");
    this.name = "Interrupted";
  }
}

/** The name under which walks go on where the data of actions were seen to decide. */
export const goingFurther = "ways";

/**
 * More than this is never sent to find a way through the workflows, and again for all other probes together, whatever the
 * target does: however long the way is, the others ask what they have to.
 */
const maxExchanges = 600;

/**
 * So much may be sent besides on ways that are gone again, and where the data of actions decide how far one leads; and for
 * what is left to find where that took more.
 */
const maxFurther = 600;

/** So much for what is sent at the same time, and through each face, at places of a process: whatever was looked at before. */
const maxRacing = 400;

/** What is sent at most in each stage: to find the way, to go further on it, to look at the traces that these wrote, and to race. */
const most = { finding: maxExchanges, further: maxFurther, looking: maxExchanges, racing: maxRacing } as const;
type Stage = keyof typeof most;

/** The stages by the name of the probe; all others look. */
const stages = new Map<string, Stage>([
  ["fixture", "finding"],
  [goingFurther, "further"],
  ["raced", "racing"],
  ["left-out", "racing"],
  ["each-face", "racing"],
  ["refused-again", "racing"],
]);

/** Where more than so many actions are configured, their way and their forms take more; but no more than twice as much. */
const usualActions = 15;

/** So many times the usual number of requests may be sent in a stage. */
function shareFor({ target }: ProbeDriver, stage: Stage): number {
  const actions = target.workflows.flatMap((one) => one.actions).length;
  return stage === "looking" || stage === "racing" ? 1 : Math.min(2, Math.max(1, actions / usualActions));
}

/** So many lost answers are asked for once more. */
const maxAgain = 30;

export class ProbeRun {
  readonly #driver: ProbeDriver;
  readonly #pins: Pins;
  readonly #signal: AbortSignal | undefined;
  readonly #histories: History[] = [];
  readonly #brought = new BroughtTo();
  readonly #counters = new Map<string, number>();
  readonly #underWay = new Set<Promise<History>>();
  #readings: Readings = {};
  readonly #exchanges = { finding: 0, further: 0, looking: 0, racing: 0 };
  #again = 0;

  constructor(driver: ProbeDriver, pins: Pins, signal?: AbortSignal) {
    this.#driver = driver;
    this.#pins = pins;
    this.#signal = signal;
  }

  get readings(): Readings {
    return this.#readings;
  }

  get exchanges(): number {
    const { finding, further, looking, racing } = this.#exchanges;
    return finding + further + looking + racing;
  }

  add(readings: Readings): void {
    this.#readings = { ...this.#readings, ...readings };
  }

  /** Forgets the reads that came too soon, once it is known how far they are behind: they say nothing. */
  forgetReadsBehind(lagMs: number): void {
    const isBehind = behindIn(
      this.#histories.flatMap(({ exchanges }) => exchanges),
      lagMs,
    );
    for (const [at, history] of this.#histories.entries())
      this.#histories[at] = { ...history, exchanges: history.exchanges.filter((one) => !isBehind(one)) };
  }

  histories(): readonly History[] {
    return this.#histories;
  }

  pin<Id extends OpenPointId>(id: Id): OpenPointValues[Id] | undefined {
    return this.#pins[id];
  }

  found<Id extends OpenPointId>(id: Id): OpenPointValues[Id] | undefined {
    return this.#readings[id]?.value;
  }

  reading<Id extends OpenPointId>(id: Id): OpenPointValues[Id] | undefined {
    const [pin, found] = [this.pin(id), this.found(id)];
    return seenCounts(id, found) ? found : (pin ?? found);
  }

  profile(candidate: Candidate = {}): Profile {
    const assumed = (values: Candidate) =>
      Object.entries(values).map(([id, value]): [string, Reading] => [id, { value, evidence: "assumed by a probe" }]);
    return {
      readings: { ...applyPins(this.#readings, this.#pins).readings, ...Object.fromEntries(assumed(candidate)) },
    };
  }

  /** Runs a script of the probe; what the driver added by itself, or sent again, is left out of the answer. */
  async run(
    probe: string,
    title: string,
    steps: readonly (OperationStep | ParallelStep)[],
    candidate?: Candidate,
  ): Promise<readonly Exchange[]> {
    if (this.#signal?.aborted) throw new Interrupted();
    const own = stages.get(probe) ?? "looking";
    const stage = own === "finding" && this.#isSpent(own) ? "further" : own;
    if (steps.length === 0 || this.#isSpent(stage)) return [];
    const number = (this.#counters.get(probe) ?? 0) + 1;
    this.#counters.set(probe, number);
    const planned: Script = { id: `probes/${probe}/${String(number)}`, title: `${probe}: ${title}`, steps };
    // A group of one branch is none: a script that failed is saved, and must be one that can be run.
    const asked = mapSteps(planned, (step) => step);
    const profile = this.profile(candidate);
    const adapted = followed(asked, profile, this.#driver, this.#histories);
    const script = withReferences(
      adapted,
      workflowsWithForms(this.#driver.target.workflows, profile),
      this.#brought.of,
    );
    if (script.steps.length === 0) return [];
    const history = await this.#sent(script, profile, stage);
    // What could not be sent any more was neither refused nor lost, and nothing may be read in it.
    if (this.#driver.requestsLeft === 0) throw new Interrupted();
    return withoutFailedTries(history.exchanges.filter(({ support }) => !support));
  }

  /** Until all that is under way is among the histories. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  #sent(script: Script, profile: Profile, stage: Stage): Promise<History> {
    const sent = this.#driver.run(script, { profile }).then((seen) => {
      const history = this.#brought.noted(seen);
      this.#histories.push(history);
      this.#exchanges[stage] += history.exchanges.length;
      this.#underWay.delete(sent);
      return history;
    });
    this.#underWay.add(sent);
    return sent;
  }

  #isSpent(stage: Stage): boolean {
    return this.#exchanges[stage] >= most[stage] * shareFor(this.#driver, stage);
  }

  /** @throws Interrupted */
  async pause(ms: number): Promise<void> {
    if (this.#driver.pause) return this.#driver.pause(ms);
    try {
      await sleep(ms, undefined, this.#signal ? { signal: this.#signal } : {});
    } catch {
      throw new Interrupted();
    }
  }

  async ask(probe: string, title: string, questions: readonly Question[]): Promise<readonly (Exchange | undefined)[]> {
    return Promise.all(
      questions.map(async ({ step, candidate }) => {
        const send = async () => (await this.run(probe, title, [step], candidate)).at(-1);
        const exchange = await send();
        // A lost answer, or one of a machine that failed, must not look like a choice of the target.
        if (!exchange || !isNoise(exchange) || this.#again >= maxAgain) return exchange;
        const writes = step.op === "create" || step.op === "act";
        // Of a write that was not answered nobody knows whether it was done.
        if (writes && !exchange.response) return exchange;
        this.#again++;
        return (await send()) ?? exchange;
      }),
    );
  }
}
