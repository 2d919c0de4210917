/**
 * Finds out whether a server error means that the effect of an action failed, and not the whole service: sends the same
 * action again and again. It must sometimes fail and sometimes succeed, nothing else may fail, and a failed action must
 * leave no mark in either face.
 */
import { serverErrorKey } from "../../../spec/readings/failed-effect.ts";
import { createdTraceOf, succeeded } from "../../../spec/readings/outcome.ts";
import { alternating, type Face, faces } from "../../../spec/operations.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { askable } from "../../../spec/readings/page-size.ts";
import { readingOf, type Profile, type Reading } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import { actionData, fitting } from "../../fixture/fixture-data.ts";
import { countText } from "../../lib/wording.ts";
import type { ProbeContext } from "../../probe.ts";
import { knownTraces } from "../../seen/known-traces.ts";
import { isOwn, type LinkReadings } from "../../seen/own-links.ts";
import { pageIn, type SeenPage } from "../../seen/pages.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target">;

/** The action is sent at most so often, as its effect may fail once in twenty times or less. */
const maxTries = 60;
const leastFailures = 2;
/** On at most so many traces, where a trace takes the action only once. */
const maxTraces = 12;
/** At most so many links of such a trace are read. */
const longestRead = 20;

/**
 * An action that failed while others did not, and the actions before it on its trace; undefined where there is none.
 */
export function failedAction(
  exchanges: readonly Exchange[],
  profile: Profile,
): { readonly workflow: number; readonly done: readonly string[]; readonly key: string } | undefined {
  const known = profile.readings["failing-effects"];
  if (known?.pinned) return undefined;
  const failed = exchanges.find((exchange) => {
    const key = serverErrorKey(exchange);
    const { defects, candidateFor } = exchange;
    return key !== undefined && defects.length === 0 && !candidateFor && !known?.value?.keys?.includes(key);
  });
  if (failed?.intent.kind !== "act") return undefined;
  const key = serverErrorKey(failed);
  const isOther = (one: Exchange): boolean => (one.response?.status ?? 0) >= 500 && serverErrorKey(one) !== key;
  const trace = knownTraces(exchanges.slice(0, exchanges.indexOf(failed))).get(failed.intent.traceId);
  if (key === undefined || !trace || exchanges.some(isOther)) return undefined;
  return { workflow: trace.workflow, done: trace.actions.map(({ actionKey }) => actionKey), key };
}

/** The reading with this action; undefined where it was not confirmed that its effect fails. */
export async function failingEffects(
  asker: Asker,
  profile: Profile,
  { workflow, done, key }: NonNullable<ReturnType<typeof failedAction>>,
): Promise<Reading<"failing-effects"> | undefined> {
  const trial = new Trial(asker, workflow, key, countApart(asker, profile, workflow), longestPage(profile));
  for (let traces = 0; traces < maxTraces && !trial.isOver; traces += 1) await trial.on(done);
  const { failed, taken, takenAgain, statuses } = trial;
  if (!trial.isClean || failed < leastFailures || takenAgain === 0) return undefined;
  const known = profile.readings["failing-effects"]?.value;
  const value = {
    seen: true,
    keys: [...new Set([...(known?.keys ?? []), key])].sort(),
    statuses: [...new Set([...(known?.statuses ?? []), ...statuses])].sort(),
  };
  const evidence = `Of ${countText(failed + taken, "action")} ${key}, ${String(failed)} were answered with ${[...statuses].join(", ")} and left no mark, and nothing else failed.`;
  return { value, evidence };
}

/**
 * Counts the links of a page that stand for actions and those of the service's own; undefined where they cannot be told
 * apart.
 */
type Count = (page: SeenPage) => { readonly sent: number; readonly own: number } | undefined;

/** Returns such a count where the service appends links of its own; only a complete list tells them apart. */
function countApart({ target, runId }: Asker, profile: Profile, workflow: number): Count | undefined {
  const { seen = false, path, keys, late = false, byHand = [] } = readingOf(profile, "own-links") ?? {};
  const data = readingOf(profile, "link-data");
  if (!seen) return undefined;
  // If own links may come later, nothing tells whether a failed action brought one.
  if (!path || !data || late || byHand.length > 0) return () => undefined;
  const readings: LinkReadings = { target, runId, data, order: undefined, keys };
  return ({ links, totalCount }) => {
    const own = links.filter((link) => isOwn(link, { workflow, actions: [] }, path, readings)).length;
    return links.length === totalCount ? { own, sent: links.length - own } : undefined;
  };
}

interface Input {
  readonly workflow: number;
  readonly action: string;
  readonly data: JsonObject;
}

/** The longest page that both faces are known to give. */
const longestPage = (profile: Profile): number => Math.min(...faces.map((face) => askable(profile, face, longestRead)));

class Trial {
  readonly #asker: Asker;
  readonly #workflow: number;
  readonly #key: string;
  readonly #actions: readonly ActionDescription[];
  readonly #countApart: Count | undefined;
  readonly #page: { readonly page?: { readonly first: number } };
  readonly statuses = new Set<number>();
  failed = 0;
  taken = 0;
  /** How often it succeeded on a trace where it had failed just before. */
  takenAgain = 0;
  /** False once something else failed, or a failure left a mark. */
  isClean = true;
  #documents = 0;

  /** @param countApart absent: each link of a page stands for an action */
  constructor(asker: Asker, workflow: number, key: string, countApart: Count | undefined, longest: number) {
    this.#countApart = countApart;
    this.#page = countApart ? { page: { first: longest } } : {};
    this.#asker = asker;
    this.#workflow = workflow;
    this.#key = key;
    this.#actions = asker.target.workflows[workflow]?.actions ?? [];
  }

  get isOver(): boolean {
    const isSeen = this.failed >= leastFailures && this.takenAgain > 0;
    return !this.isClean || isSeen || this.failed + this.taken >= maxTries;
  }

  /** Builds a fresh trace with these actions and sends the action there as often as it comes. */
  async on([first, ...rest]: readonly string[]): Promise<void> {
    const create = this.#actions.find(({ key, creates }) => key === first && creates);
    const made = create && (await this.#send({ op: "create", face: "v2", ...this.#input(create) }));
    const trace = made && createdTraceOf(made);
    if (trace === undefined) return this.#giveUp();
    let count = 1;
    for (const key of rest) if (await this.#isTaken(trace, key)) count += 1;
    let hasFailed = false;
    for (let turn = 0; !this.isOver; turn += 1) {
      const input = this.#inputOf(this.#key);
      const own = this.#countApart ? (await this.#linksOf(trace, "v2"))?.own : 0;
      const sent = input && (await this.#act(trace, alternating(turn), input));
      if (!sent) return this.#giveUp();
      if (succeeded(sent)) {
        count += 1;
        this.taken += 1;
        if (hasFailed) this.takenAgain += 1;
        hasFailed = false;
      } else if (serverErrorKey(sent) === undefined) return;
      else {
        this.failed += 1;
        hasFailed = true;
        this.statuses.add(sent.response?.status ?? 0);
        await this.#lookForMark(trace, { sent: count, own }, JSON.stringify(input.data));
      }
    }
  }

  /** Sends an earlier action until it succeeds: it may be the one that fails. */
  async #isTaken(trace: string, key: string): Promise<boolean> {
    for (let time = 0; time < 3; time += 1) {
      const input = this.#inputOf(key);
      const sent = input && (await this.#act(trace, "v2", input));
      if (!sent || succeeded(sent)) return sent !== undefined;
      if (serverErrorKey(sent) !== this.#key) return false;
    }
    return false;
  }

  /** A failed action must leave no mark in either face: as many links as before, and none of its data. */
  async #lookForMark(trace: string, before: { sent: number; own: number | undefined }, data: string): Promise<void> {
    const marker = /"tcMark":"([^"]+)"/.exec(data)?.[1];
    for (const face of faces) {
      const links = await this.#linksOf(trace, face);
      const state = await this.#send({ op: "state", face, trace });
      const shown = JSON.stringify([links?.shown, state?.response?.json?.value]);
      const isMarked = marker !== undefined && shown.includes(JSON.stringify(marker));
      if (links?.sent !== before.sent || links.own !== before.own || isMarked) this.#giveUp();
    }
  }

  async #linksOf(trace: string, face: Face) {
    const details = await this.#send({ op: "details", face, trace, ...this.#page });
    const page = pageIn(details);
    if (!page) return undefined;
    const shown = details?.response?.json?.value;
    if (!this.#countApart) return { sent: page.totalCount, own: 0, shown };
    return { ...this.#countApart(page), shown };
  }

  #act(trace: string, face: "v2" | "legacy", input: Input): Promise<Exchange | undefined> {
    return this.#send({ op: "act", face, trace, ...input });
  }

  #inputOf(key: string) {
    const action = this.#actions.find((one) => one.key === key && one.appends);
    return action && this.#input(action);
  }

  #input(action: ActionDescription): Input {
    this.#documents += 1;
    const data = actionData(this.#asker.runId, `effect-${this.#key}-`, this.#documents);
    return { workflow: this.#workflow, action: action.key, ...fitting(action, data) };
  }

  async #send(step: OperationStep): Promise<Exchange | undefined> {
    const [exchange] = await this.#asker.run("an action that fails at times", [
      { ...step, candidateFor: "failing-effects" } as OperationStep,
    ]);
    const isServerError = (exchange?.response?.status ?? 0) >= 500;
    if (!exchange || (isServerError && serverErrorKey(exchange) !== this.#key)) this.#giveUp();
    return exchange;
  }

  #giveUp(): void {
    this.isClean = false;
  }
}
