/** What the actions of a walk bring: marked, within their forms, and each member of a form at least once. */
import { objectAt } from "../../../spec/data-schemas/resolve.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActionDescription, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { actionData, fitting } from "../../fixture/fixture-data.ts";
import { attached, type Brought } from "../forms/files-tried.ts";
import { dataAgain } from "../rebuilt.ts";

/** So many data are drawn at most for one action, to find some that hold what was not sent yet. */
const drawn = 6;
/** Each draw has a number far from those of other actions, as the number is in the marker. */
const apart = 1_000;

export class WalkInputs {
  readonly #runId: string;
  readonly #index: number;
  /** By the key of an action: the names of the members with which it was taken. */
  readonly #taken = new Map<string, Set<string>>();
  /** How many inputs were made. */
  #count = 0;

  constructor(runId: string, index: number) {
    this.#runId = runId;
    this.#index = index;
  }

  /**
   * What a step with this action brings; an optional member that was not taken yet, such as a remark, is sought.
   * @param like whose data are sent again, with a marker of their own
   */
  next(action: ActionDescription, workflow: WorkflowDescription, file: Brought, like?: Exchange) {
    const files = attached(file, `${this.#runId} ${this.#count}`);
    const again = like && dataAgain(this.#runId, action, like, `again${this.#count}-`);
    this.#count += 1;
    const { key, groupLabel } = action;
    const names = Object.keys(objectAt(action.dataSchema ?? {}, "properties"));
    const missing = names.filter((name) => this.#taken.get(key)?.has(name) !== true);
    const shows = (data: JsonObject): number => missing.filter((name) => Object.hasOwn(data, name)).length;
    let input = this.#draw(action, this.#count);
    for (let turn = 1; turn < drawn && shows(input.data) < missing.length; turn += 1) {
      const other = this.#draw(action, turn * apart + this.#count);
      if (shows(other.data) > shows(input.data)) input = other;
    }
    const isOfSeveral = workflow.actions.filter((one) => one.key === key).length > 1;
    return {
      workflow: this.#index,
      action: key,
      ...(isOfSeveral ? { group: groupLabel } : {}),
      ...input,
      ...again,
      ...files,
    };
  }

  /** The action was taken with these data. */
  taken(key: string, data: JsonObject): void {
    this.#taken.set(key, new Set([...(this.#taken.get(key) ?? []), ...Object.keys(data)]));
  }

  #draw(action: ActionDescription, number: number) {
    return fitting(action, actionData(this.#runId, `process${String(this.#index)}-`, number));
  }
}
