/** Sends what is done on walks, and notes with which data it was taken. */
import { type KeptValues, withValuesKept } from "../../../spec/data-schemas/kept-values.ts";
import type { Face } from "../../../spec/operations.ts";
import { createdTraceOf, succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Account, OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import type { ProbeContext } from "../../probe.ts";
import type { Brought, FilesTried } from "../forms/files-tried.ts";
import type { NumbersTried } from "../forms/numbers-tried.ts";
import type { Doers, DoneStep } from "./doers.ts";
import { type Like, WalkInputs } from "./walk-inputs.ts";

/** What is known of the workflow so far. */
interface Known {
  readonly workflow: WorkflowDescription;
  readonly doers: Doers;
  readonly files: FilesTried;
  readonly numbers: NumbersTried;
}

export class WalkSender {
  readonly #context: Pick<ProbeContext, "run" | "runId">;
  readonly #known: Known;
  readonly inputs: WalkInputs;
  /** By the key of an action: members of its data that stay as they are, as they decide what may come next. */
  kept: ReadonlyMap<string, KeptValues> = new Map();
  /** Keys of the actions with which a trace was created. */
  readonly created = new Set<string>();
  requests = 0;
  /** True once nothing more could be sent. */
  isCut = false;

  constructor(context: Pick<ProbeContext, "run" | "runId">, index: number, known: Known) {
    [this.#context, this.#known] = [context, known];
    this.inputs = new WalkInputs(context.runId, index);
  }

  /** @param by absent: who usually does it, and is not kept from it @param like whose data are sent again, with a marker of their own */
  async act(trace: string, face: Face, action: ActionDescription, file: Brought, by?: Account, like?: Like) {
    const actor = by ?? this.#known.doers.barred.sender(trace, action);
    const asked = this.#known.numbers.inTurn(trace, this.#keeping(action));
    const sent = this.inputs.next(asked, this.#known.workflow, file, like);
    const who = actor === undefined ? {} : { actor };
    const exchange = await this.request({ op: "act", face, trace, ...sent, ...who });
    if (exchange && succeeded(exchange)) this.inputs.taken(action.key, sent.data);
    return exchange;
  }

  /** Sends an action so that it begins a trace. */
  async begin(face: Face, action: ActionDescription, file: Brought, by?: Account, like?: Like) {
    const sent = this.inputs.next(this.#keeping(action), this.#known.workflow, file, like);
    const who = by === undefined ? {} : { actor: by };
    const exchange = await this.request({ op: "create", face, ...sent, ...who });
    if (exchange && createdTraceOf(exchange) !== undefined) {
      this.inputs.taken(action.key, sent.data);
      this.created.add(action.key);
    }
    return exchange;
  }

  /** Sends once more what was taken, to a trace or so that it begins one. */
  again({ action, exchange }: DoneStep, trace: string | undefined, by?: Account): Promise<Exchange | undefined> {
    const { files } = this.#known;
    if (trace === undefined) return this.begin("v2", action, files.wants(action), by, exchange);
    return this.act(trace, "v2", action, files.first(action), by, exchange);
  }

  async request(step: OperationStep): Promise<Exchange | undefined> {
    this.requests += 1;
    const isTrial = step.op === "act" || (step.op === "create" && (step.files ?? step.actor) !== undefined);
    const trial = isTrial ? { candidateFor: "action-gating" as const } : {};
    const exchanges = await this.#context.run("a walk through the workflow", [{ ...step, ...trial }]);
    this.isCut ||= exchanges.length === 0;
    return exchanges.at(-1);
  }

  #keeping(action: ActionDescription): ActionDescription {
    const { dataSchema } = action;
    return dataSchema ? { ...action, dataSchema: withValuesKept(dataSchema, this.kept.get(action.key)) } : action;
  }
}
