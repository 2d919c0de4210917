/** What the actions of a walk bring: drawn or as the examples have it, marked, and each member of a form at least once. */
import { objectAt } from "../../../spec/data-schemas/resolve.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActionDescription, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { actionData, fitting } from "../../fixture/fixture-data.ts";
import { attached, type Brought } from "../forms/files/files-tried.ts";
import { asInExample } from "../forms/as-in-example.ts";
import { dataAgain } from "../rebuilt.ts";

/** So many data are drawn at most for one action, to find some that hold what was not sent yet. */
const drawn = 6;
/** Each draw has a number far from those of other actions, as the number is in the marker. */
const apart = 1_000;
/** So often an action is taken with what its examples have, before it is sent other data again. */
const oftenEnough = 2;

/** Whose data are sent again, with a marker of their own; or those of an example, as it stands where there is one. */
export type Like = Exchange | "example";

interface Sent {
  /** The names of the members with which it was taken. */
  readonly names: Set<string>;
  /** How often it is still to be sent what an example has; otherwise what is drawn. */
  ofExample: number;
}

export class WalkInputs {
  readonly #runId: string;
  readonly #index: number;
  /** By the key of an action. */
  readonly #sent = new Map<string, Sent>();
  /** How many inputs were made. */
  #count = 0;
  /** Which of its examples each action is sent: what the first of each say belongs together. */
  #example = 0;

  constructor(runId: string, index: number) {
    this.#runId = runId;
    this.#index = index;
  }

  /** Another trace begins. */
  begin(): void {
    this.#example += 1;
  }

  /**
   * What a step with this action brings; an optional member that was not taken yet, such as a remark, is sought.
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

  /** The action was taken with these data. */
  taken(key: string, data: JsonObject): void {
    const sent = this.#of(key);
    for (const name of Object.keys(data)) sent.names.add(name);
    sent.ofExample = Math.max(0, sent.ofExample - 1);
  }

  /** The action was refused, whatever was tried: at the next place it is sent in the other way. */
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

  /** Data that hold as much as can be of what was not taken yet. */
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
