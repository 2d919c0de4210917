/** What was seen of the data that actions of a workflow take: members that refusals name, and forms that take no others. */
import type { JsonObject } from "../../spec/json.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { ActionDescription } from "../../spec/vocabulary/target.ts";
import type { ProbeContext } from "../probe.ts";
import { exactly, withoutOthers, type FormTaken } from "./as-they-stand.ts";
import { formOfRefused, mayBeForm } from "./form.ts";
import { namesOwn, textOf } from "./refusal-words.ts";

/** So often the form of one action is looked for at most. */
const maxSought = 2;

export class FormsTried {
  readonly #context: Pick<ProbeContext, "run" | "runId">;
  readonly #workflow: number;
  /** Schemas of data that were taken, by the key of the action. */
  readonly #taken = new Map<string, JsonObject>();
  /** Actions that take nothing beside what their only example has, as refusals say, and what is sent with them then. */
  readonly #closed = new Map<string, { readonly action: ActionDescription; readonly schema: JsonObject }>();
  /** How often, by the key of the action: where it may not come, none is found. */
  readonly #sought = new Map<string, number>();

  constructor(context: Pick<ProbeContext, "run" | "runId">, workflow: number) {
    this.#context = context;
    this.#workflow = workflow;
  }

  /**
   * Schemas of actions, by key: of those that were taken once they had members that their refusals named, or none but
   * those of their example.
   */
  get found(): Readonly<Record<string, JsonObject>> {
    // What was never taken need not take other texts than its example has.
    const closed = [...this.#closed].map(([key, { action }]) => [key, exactly(action.examples ?? [])] as const);
    return { ...Object.fromEntries(closed), ...Object.fromEntries(this.#taken) };
  }

  /**
   * The schema of data with nothing beside what the only example has, where refusals name what stood beside it; undefined
   * where that is known, or where they do not.
   */
  closed(action: ActionDescription, refusals: readonly Exchange[]): JsonObject | undefined {
    if (this.#closed.has(action.key) || this.#taken.has(action.key)) return undefined;
    const isTold = refusals.some((refused) => mayBeForm(refused) && namesOwn(textOf(refused)));
    const schema = isTold ? withoutOthers(action) : undefined;
    if (schema) this.#closed.set(action.key, { action, schema });
    return schema;
  }

  /** Told that the action was taken with the data that it is sent with now. */
  taken({ key }: ActionDescription): void {
    const closed = this.#closed.get(key);
    if (closed && !this.#taken.has(key)) this.#taken.set(key, closed.schema);
  }

  /** With what the action was taken after what its refusal names was tried; undefined where nothing is found. */
  async seek(action: ActionDescription, refused: Exchange): Promise<FormTaken | undefined> {
    const sought = this.#sought.get(action.key) ?? 0;
    if (this.#taken.has(action.key) || sought >= maxSought) return undefined;
    this.#sought.set(action.key, sought + 1);
    const found = await formOfRefused(this.#context, this.#workflow, action, refused);
    if (found) this.#taken.set(action.key, found.schema);
    return found;
  }
}
