/** Notes choices of which each value comes once on a trace, as walks show them. */
import { withoutThoseBefore } from "../../../spec/data-schemas/once-each.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import { withOnceEach } from "./choices-tried.ts";

export class OnceEach {
  /** By trace and key: all data with which an action was accepted. */
  readonly #taken = new Map<string, readonly JsonObject[]>();

  /** Notes data with which an action was accepted on a trace. */
  note(trace: string, key: unknown, data: JsonObject): void {
    this.#taken.set(placeOf(trace, key), [...this.#on(trace, key), data]);
  }

  /** The action as it is sent to this trace next: with values of such choices that did not come there yet. */
  inTurn(trace: string, action: ActionDescription): ActionDescription {
    const { dataSchema, key } = action;
    if (!dataSchema) return action;
    const form = withoutThoseBefore(dataSchema, this.#on(trace, key));
    return form === dataSchema ? action : { ...action, dataSchema: form };
  }

  /**
   * The form in which the choices that a refusal is about come once each; undefined where they did not come on this
   * trace before.
   */
  withOnceEach({ dataSchema }: ActionDescription, refused: Exchange): JsonObject | undefined {
    return dataSchema && withOnceEach(dataSchema, refused, this.#before(refused));
  }

  /** True where the action was accepted with this value on the trace that now refused it. */
  cameBefore(refused: Exchange, member: string, value: Json): boolean {
    return this.#before(refused).some((data) => sameJson(data[member] ?? null, value));
  }

  #before({ intent }: Exchange): readonly JsonObject[] {
    return intent.kind === "act" ? this.#on(intent.traceId, intent.actionKey) : [];
  }

  #on(trace: string, key: unknown): readonly JsonObject[] {
    return this.#taken.get(placeOf(trace, key)) ?? [];
  }
}

const placeOf = (trace: string, key: unknown): string => JSON.stringify([trace, key]);
