/** Sends the actions of walks, and notes with which data they were accepted. */
import { type KeptValues, withValuesKept } from "../../../spec/data-schemas/kept-values.ts";
import { faces, type Face } from "../../../spec/operations.ts";
import { isTaken } from "../../../spec/readings/actions.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Account, OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import type { Brought } from "../forms/files/files-tried.ts";
import type { DoneStep } from "./doers.ts";
import type { Known } from "./known.ts";
import { type Like, WalkInputs } from "./walk-inputs.ts";

/** Both faces, this one first. */
export const startingWith = (face: Face): readonly Face[] => (face === "v2" ? faces : faces.toReversed());

export class WalkSender {
  readonly #known: Known;
  readonly inputs: WalkInputs;
  /** By the key of an action: the data members that keep their values, since these decide what may come next. */
  kept: ReadonlyMap<string, KeptValues> = new Map();
  /** Keys of the actions with which a trace was created. */
  readonly created = new Set<string>();
  requests = 0;
  /** How many of the requests only tried another file or user. */
  #beside = 0;
  /** True where the last request was not sent, as the bound was reached. */
  isCut = false;

  constructor(index: number, known: Known) {
    this.#known = known;
    this.inputs = new WalkInputs(known.context.runId, index);
  }

  /** The requests that show the order of actions. Those that only try another file or user have bounds of their own. */
  get requestsOfOrder(): number {
    return this.requests - this.#beside;
  }

  /** Runs a trial whose requests only try another file or user. */
  async beside<Outcome>(trial: () => Promise<Outcome>): Promise<Outcome> {
    const before = this.requests;
    const outcome = await trial();
    this.#beside += this.requests - before;
    return outcome;
  }

  /**
   * Appends an action.
   * @param by absent: the usual user who is not barred
   * @param like an exchange whose data are sent again, with a new marker
   */
  async act(trace: string, face: Face, action: ActionDescription, file: Brought, by?: Account, like?: Like) {
    const actor = by ?? this.#known.doers.barred.sender(trace, action);
    const asked = this.#known.forms.onceEach.inTurn(trace, this.#known.numbers.inTurn(trace, this.#keeping(action)));
    const sent = this.inputs.next(asked, this.#known.workflow, file, like);
    const who = actor === undefined ? {} : { actor };
    const exchange = await this.request({ op: "act", face, trace, ...sent, ...who });
    if (isTaken(exchange)) this.inputs.taken(action.key, sent.data);
    return exchange;
  }

  /** Creates a trace with an action. */
  async begin(face: Face, action: ActionDescription, file: Brought, by?: Account, like?: Like) {
    const sent = this.inputs.next(this.#keeping(action), this.#known.workflow, file, like);
    const who = by === undefined ? {} : { actor: by };
    const exchange = await this.request({ op: "create", face, ...sent, ...who });
    if (isTaken(exchange)) {
      this.inputs.taken(action.key, sent.data);
      this.created.add(action.key);
    }
    return exchange;
  }

  /** Sends an accepted action again: on this trace, or to create one. */
  again({ action, exchange }: DoneStep, trace: string | undefined, by?: Account): Promise<Exchange | undefined> {
    const { files } = this.#known;
    if (trace === undefined) return this.begin("v2", action, files.wants(action), by, exchange);
    return this.act(trace, "v2", action, files.first(action), by, exchange);
  }

  async request(step: OperationStep): Promise<Exchange | undefined> {
    this.requests += 1;
    const isTrial = step.op === "act" || (step.op === "create" && (step.files ?? step.actor) !== undefined);
    const trial = isTrial ? { candidateFor: "action-gating" as const } : {};
    const exchanges = await this.#known.context.run("a walk through the workflow", [{ ...step, ...trial }]);
    this.isCut = exchanges.length === 0;
    return exchanges.at(-1);
  }

  #keeping(action: ActionDescription): ActionDescription {
    const { dataSchema } = action;
    return dataSchema ? { ...action, dataSchema: withValuesKept(dataSchema, this.kept.get(action.key)) } : action;
  }
}
