/**
 * Tries the actions of a workflow along its process, on one trace through each face, with one example as it was given or
 * what fits the schema. A refusal says nothing of the configuration, unless the target does not know what was named.
 */
import type { Driver } from "../../driver/index.ts";
import { fitData } from "../../generators/index.ts";
import { faces, type Face } from "../../spec/operations.ts";
import { createdTraceOf, isBesideAction, succeeded } from "../../spec/readings/outcome.ts";
import { actsFor, writersFor } from "../../spec/readings/people.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { Account, Step } from "../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../spec/vocabulary/target.ts";
import { configurationDoubt } from "../../suites/engine/configuration-doubt.ts";
import { askWhetherKnown } from "../../suites/engine/unknown-names.ts";
import { diagnosis, isNoDocument, type Diagnosis } from "./diagnosis.ts";
import { laterRemedyOf } from "./remedy.ts";

/** So often the actions are gone through, as long as one more is taken each time. */
const mostRounds = 3;
/** So many further users are tried for an action of a group that nobody is named for. */
const mostOthers = 3;
/** An action that was not taken is tried again until so many were sent. */
const mostAgain = 60;

/** The last answers to an action, one for each face through which it was sent. */
type Answers = Map<Face, Exchange>;

/** @param left told the ids of the traces that were created */
export async function* triedActions(driver: Driver, workflow: number, left: Set<string>): AsyncGenerator<Diagnosis> {
  const { id = "", actions: all = [] } = driver.environment.workflows[workflow] ?? {};
  const named = ({ key, groupLabel }: ActionDescription): string =>
    all.filter((one) => one.key === key).length > 1 ? `${key} (${groupLabel})` : key;
  const walk = new Walk(driver, workflow);
  for (const action of all.filter(({ creates }) => creates)) {
    yield await walk.create(`creating a trace by ${named(action)} in ${id}`, action);
    for (const trace of walk.created) left.add(trace);
  }
  const appended = all.filter(({ appends }) => appends);
  if (!walk.hasBegun || appended.length === 0) return;
  await walk.goAlong(appended);
  let isAnyTaken = false;
  for (const action of appended) {
    const told = await walk.told(`appending ${named(action)} in ${id}`, action);
    isAnyTaken ||= told.state === "good";
    yield told;
  }
  if (!isAnyTaken)
    yield {
      state: "missing",
      what: `no action could be appended in ${id}`,
      remedy: "a run tries other data and users, and says so at its end where it finds none either",
    };
}

class Walk {
  readonly created = new Set<string>();
  readonly #driver: Driver;
  readonly #workflow: number;
  readonly #traces = new Map<Face, string>();
  readonly #histories: History[] = [];
  readonly #answers = new Map<ActionDescription, Answers>();
  /** Who was let act for a group that nobody is named for. */
  readonly #doers = new Map<string, Account>();
  #sent = 0;

  constructor(driver: Driver, workflow: number) {
    this.#driver = driver;
    this.#workflow = workflow;
  }

  get hasBegun(): boolean {
    return this.#traces.size > 0;
  }

  /** Creates a trace through each face; where one is refused that has another example, once more with that. */
  async create(what: string, action: ActionDescription): Promise<Diagnosis> {
    const answers: Answers = new Map();
    const histories: History[] = [];
    for (const face of faces)
      for (const round of (action.examples?.length ?? 0) > 1 ? [0, 1] : [0]) {
        const history = await this.#run({ op: "create", face, ...this.#input(action, round) });
        histories.push(history);
        const answer = answerOf(history, "create");
        if (answer) answers.set(face, answer);
        const trace = answer && createdTraceOf(answer);
        if (trace === undefined) continue;
        this.created.add(trace);
        if (!this.#traces.has(face)) this.#traces.set(face, trace);
        break;
      }
    const worst = worstOf(answers);
    if (!worst) return { state: "bad", what, detail: histories[0]?.unsent[0]?.reason ?? "nothing was sent" };
    const told = diagnosis(this.#driver, what, worst);
    const doubt = told.state === "bad" ? configurationDoubt(histories, this.#driver.environment) : undefined;
    return doubt === undefined ? told : { state: "bad", what, detail: doubt };
  }

  /** Sends each action in turn, those that end a trace last, as long as that brings the traces on. */
  async goAlong(actions: readonly ActionDescription[]): Promise<void> {
    const inOrder = actions.toSorted((one, other) => Number(one.ends ?? false) - Number(other.ends ?? false));
    let pending = inOrder;
    for (let round = 0; round < mostRounds; round += 1) {
      const before = pending.length;
      for (const action of pending) if (round === 0 || this.#sent < mostAgain) await this.#try(action, round);
      pending = pending.filter((action) => !this.#isTaken(action));
      if (pending.length === 0 || pending.length === before) return;
    }
  }

  async told(what: string, action: ActionDescription): Promise<Diagnosis> {
    const worst = worstOf(this.#answers.get(action) ?? new Map());
    if (!worst) return { state: "missing", what, detail: "it could not be sent" };
    const plain = diagnosis(this.#driver, what, worst);
    if (plain.state === "good" || !mayComeLater(worst)) return plain;
    const { environment } = this.#driver;
    const about = { workflow: this.#workflow, action };
    const { doubt } = await askWhetherKnown(this.#driver, this.#histories, about);
    if (doubt !== undefined) return { state: "bad", what, detail: doubt };
    return {
      state: "missing",
      what,
      detail: `may come later; ${plain.detail ?? "it was refused"}`,
      remedy: laterRemedyOf(worst, environment),
    };
  }

  #isTaken(action: ActionDescription): boolean {
    return [...(this.#answers.get(action)?.values() ?? [])].some(succeeded);
  }

  async #try(action: ActionDescription, round: number): Promise<void> {
    const answers: Answers = new Map();
    this.#answers.set(action, answers);
    for (const face of faces) {
      const answer = await this.#act(action, round, face, this.#doers.get(action.groupLabel));
      if (!answer) continue;
      answers.set(face, answer);
      if (answer.response?.status !== 403) continue;
      for (const actor of this.#othersFor(action, answer)) {
        const others = await this.#act(action, round, face, actor);
        if (!others || !succeeded(others)) continue;
        this.#doers.set(action.groupLabel, actor);
        answers.set(face, others);
        break;
      }
    }
  }

  /** Users of whom nobody says for which groups they act, as long as none was let act for this one. */
  #othersFor({ groupLabel }: ActionDescription, { by, actor }: Exchange): readonly Account[] {
    const { people = [] } = this.#driver.environment;
    if (this.#doers.has(groupLabel) || people.some((one) => actsFor(one, groupLabel) === true)) return [];
    return writersFor(people, groupLabel)
      .map(({ account }) => account)
      .filter((account) => account !== (by ?? actor))
      .slice(0, mostOthers);
  }

  async #act(
    action: ActionDescription,
    round: number,
    face: Face,
    actor: Account | undefined,
  ): Promise<Exchange | undefined> {
    // Where one face began no trace, the other's is there for both.
    const trace = this.#traces.get(face) ?? [...this.#traces.values()][0] ?? "";
    this.#sent += 1;
    const by = actor === undefined || actor === "first" ? {} : { actor };
    return answerOf(await this.#run({ op: "act", face, trace, ...this.#input(action, round), ...by }), "act");
  }

  async #run(step: Step): Promise<History> {
    const history = await this.#driver.run({
      id: "doctor/actions",
      title: "What the configuration names",
      steps: [step],
    });
    this.#histories.push(history);
    return history;
  }

  /** One example whole, another in each round; without any, what fits the schema. */
  #input(action: ActionDescription, round: number) {
    const { key, groupLabel: group, examples = [] } = action;
    const example = examples[round % Math.max(1, examples.length)];
    const data = { conformanceRun: this.#driver.runId };
    const { data: fit, markerAt } = example ? { data: example } : fitData(action, { data });
    return { workflow: this.#workflow, action: key, group, data: fit, ...(markerAt ? { markerAt } : {}) };
  }
}

const answerOf = ({ exchanges }: History, kind: "create" | "act"): Exchange | undefined =>
  exchanges.findLast(({ support, intent }) => !support && intent.kind === kind);

/** A refusal, or no answer to be read, before a success: one face may take what the other does not. */
function worstOf(answers: Answers): Exchange | undefined {
  const all = [...answers.values()];
  return all.find((one) => !succeeded(one)) ?? all.find(isNoDocument) ?? all[0];
}

/** True for an answer by which an action may be kept back. */
function mayComeLater({ response }: Exchange): boolean {
  const { status = 0, headers = {} } = response ?? {};
  const isPage = /html/i.test(headers["content-type"] ?? "");
  return status >= 400 && status < 500 && !isBesideAction(status) && !isPage;
}
