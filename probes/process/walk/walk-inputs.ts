/**
 * Makes the data that actions of a walk send: random, or as an example has them, with a marker, and each member of the
 * form at least once.
 */
import { objectAt } from "../../../spec/data-schemas/resolve.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActionDescription, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { actionData, fitting } from "../../fixture/fixture-data.ts";
import { attached, type Brought } from "../forms/files/files-tried.ts";
import { asInExample } from "../forms/as-in-example.ts";
import { dataAgain } from "../rebuilt.ts";

/** At most so many random data are made for one action, to find some with a member that was not sent yet. */
const drawn = 6;
/** The numbers of the draws are far apart, as the number is part of the marker. */
const apart = 1_000;
/** So many times an action is accepted with data of its example before it is sent random data again. */
const oftenEnough = 2;

/** Whose data to send again, with a new marker; or `example`: the first example unchanged. */
export type Like = Exchange | "example";

interface Sent {
  /** The names of the members with which the action was accepted. */
  readonly names: Set<string>;
  /** How many times an example is still to be sent; 0: random data. */
  ofExample: number;
}

export class WalkInputs {
  readonly #runId: string;
  readonly #index: number;
  /** By the key of an action. */
  readonly #sent = new Map<string, Sent>();
  /** How many inputs were made. */
  #count = 0;
  /**
   * The number of the example that is sent. All actions of a trace use the same number, as those examples may belong
   * together.
   */
  #example = 0;

  constructor(runId: string, index: number) {
    this.#runId = runId;
    this.#index = index;
  }

  /** A new trace begins. */
  begin(): void {
    this.#example += 1;
  }

  /**
   * The members of a step with this action; the data hold optional members that were not accepted yet, where the form
   * has such.
   */
  next(action: ActionDescription, workflow: WorkflowDescription, file: Brought, like?: Like) {
    const own = `${this.#runId} ${this.#count}`;
    const isAgain = like !== undefined && like !== "example";
    const again = isAgain ? dataAgain(this.#runId, action, like, `again${this.#count}-`) : undefined;
    this.#count += 1;
    const { key, groupLabel, examples: [example] = [] } = action;
    const isOfSeveral = workflow.actions.filter((one) => one.key === key).length > 1;
    const input = again ?? (like === "example" && example ? { data: example } : this.#input(action));
    return {
      workflow: this.#index,
      action: key,
      ...(isOfSeveral ? { group: groupLabel } : {}),
      ...input,
      ...attached(file, own, input.data),
    };
  }

  /** Notes that the action was accepted with these data. */
  taken(key: string, data: JsonObject): void {
    const sent = this.#of(key);
    for (const name of Object.keys(data)) sent.names.add(name);
    sent.ofExample = Math.max(0, sent.ofExample - 1);
  }

  /**
   * Notes that the action was refused, whatever was tried: next time an example is sent instead of random data, or the
   * other way round.
   */
  refused(key: string): void {
    const sent = this.#of(key);
    sent.ofExample = sent.ofExample > 0 ? 0 : oftenEnough;
  }

  #input(action: ActionDescription) {
    const sent = this.#of(action.key);
    const input = this.#draw(action, this.#count);
    const given = sent.ofExample > 0 ? asInExample(action, input, this.#example) : undefined;
    return given ?? this.#withMore(action, input, sent.names);
  }

  /** Random data with as many members as possible that were not accepted yet. */
  #withMore(action: ActionDescription, first: ReturnType<typeof fitting>, taken: ReadonlySet<string>) {
    const missing = Object.keys(objectAt(action.dataSchema ?? {}, "properties")).filter((name) => !taken.has(name));
    const shows = (data: JsonObject): number => missing.filter((name) => Object.hasOwn(data, name)).length;
    let input = first;
    for (let turn = 1; turn < drawn && shows(input.data) < missing.length; turn += 1) {
      const other = this.#draw(action, turn * apart + this.#count);
      if (shows(other.data) > shows(input.data)) input = other;
    }
    return input;
  }

  #of(key: string): Sent {
    const known = this.#sent.get(key) ?? { names: new Set<string>(), ofExample: 0 };
    this.#sent.set(key, known);
    return known;
  }

  #draw(action: ActionDescription, number: number) {
    return fitting(action, actionData(this.#runId, `process${String(this.#index)}-`, number));
  }
}
