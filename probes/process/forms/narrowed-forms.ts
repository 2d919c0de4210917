/** Forms that were found, made narrower where data of them are refused: by bounds that refusals tell, what was brought, or as it was taken first. */
import { withNumbersKept } from "../../../spec/data-schemas/numbers-kept.ts";
import { objectAt } from "../../../spec/data-schemas/resolve.ts";
import { dataOf } from "../../../spec/readings/actions.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActionDescription, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import type { BroughtTo } from "../../seen/brought.ts";
import { withOtherValues, withoutValuesRefused } from "./choices-tried.ts";
import type { NumbersTaken } from "./numbers-taken.ts";
import type { SentData } from "./sent-data.ts";
import { withBoundsTold, withLengthsTold } from "./told/bounds-told.ts";
import { withBrought } from "./told/brought-first.ts";
import { isAbout, mayBeForm, textOf } from "./told/refusal-words.ts";

/** So often the bounds that refusals tell of one action are tried. */
const maxBounds = 3;

/** A form in which an action is sent after a refusal. */
export interface Narrowed {
  readonly schema: JsonObject;
  /** True for a refusal of what was sent so for the same reason. */
  readonly isStillRefused: (again: Exchange) => boolean;
}

interface KnownOfForms {
  readonly sent: SentData;
  readonly brought: BroughtTo;
  readonly numbers: NumbersTaken;
  /** True for the key of an action that was taken with the form that was found. */
  readonly isTaken: (key: string) => boolean;
  readonly isFound: (key: string) => boolean;
  /** True for a refusal of a kind of those by which the form was found. */
  readonly isOfKind: (key: string, refused: Exchange) => boolean;
}

export class NarrowedForms {
  readonly #known: KnownOfForms;
  /** Keys of actions of which a number follows from those of earlier ones. */
  readonly #following = new Set<string>();
  /** By the key of the action, how often bounds were tried that a refusal told, or the numbers that were taken first. */
  readonly #bounds = new Map<string, number>();

  constructor(known: KnownOfForms) {
    this.#known = known;
  }

  /** The form that was found, with bounds of its numbers that a refusal tells which is of a kind of those it was found by. */
  withBoundsTold({ key, dataSchema }: ActionDescription, refused: Exchange): JsonObject | undefined {
    if (!dataSchema || !this.#known.isFound(key) || !this.#mayBeBounds(key, refused)) return undefined;
    return this.#counted(
      key,
      withBoundsTold(dataSchema, refused, (name) => this.#known.numbers.of(key, name)),
    );
  }

  /** The form in which a member is what an earlier action of the trace brought; undefined where the refusal tells nothing of the kind. */
  withBrought({ key, dataSchema }: ActionDescription, refused: Exchange): Narrowed | undefined {
    if (!dataSchema || !("traceId" in refused.intent) || (this.#bounds.get(key) ?? 0) >= maxBounds) return undefined;
    const form = withBrought(dataSchema, refused, this.#known.brought.of(refused.intent.traceId));
    this.#counted(key, form?.schema);
    return form && { schema: form.schema, isStillRefused: (again) => isAbout(textOf(again), form.name) };
  }

  /** The form in which texts are as long as the refusal says that they may be; undefined where it tells nothing of the kind. */
  withShorterTexts({ key, dataSchema }: ActionDescription, refused: Exchange): Narrowed | undefined {
    if (!dataSchema || (this.#bounds.get(key) ?? 0) >= maxBounds) return undefined;
    const schema = this.#counted(key, withLengthsTold(dataSchema, refused));
    return schema && { schema, isStillRefused: (again) => withLengthsTold(schema, again) !== undefined };
  }

  /** The form that was found with its numbers as they were taken first, for some must fit each other; undefined where there are none. */
  withNumbersKept({ key, dataSchema }: ActionDescription, refused: Exchange): JsonObject | undefined {
    const data = this.#known.sent.first.get(key);
    if (!dataSchema || !data || !this.#known.isTaken(key) || !this.#mayBeBounds(key, refused)) return undefined;
    const kept = withNumbersKept(dataSchema, data);
    return this.#counted(key, sameJson(kept, dataSchema) ? undefined : kept);
  }

  /** The form that was found, without the values of choices that a refusal is about. */
  withoutValuesRefused({ key, dataSchema }: ActionDescription, refused: Exchange): JsonObject | undefined {
    if (!dataSchema || !this.#known.isTaken(key) || (this.#bounds.get(key) ?? 0) >= maxBounds) return undefined;
    return this.#counted(key, withoutValuesRefused(dataSchema, refused));
  }

  /** Forms with other values of the choices of an action that was never taken, which may be what is refused in whatever words. */
  withOtherValues({ key, dataSchema }: ActionDescription, refused: Exchange): readonly JsonObject[] {
    if (!dataSchema || this.#known.sent.first.has(key) || (this.#bounds.get(key) ?? 0) >= maxBounds) return [];
    const forms = withOtherValues(dataSchema, refused).slice(0, maxBounds);
    this.#counted(key, forms[0]);
    return forms;
  }

  /**
   * A number of this action may follow from numbers of earlier ones, as a share follows from a sum. The forms of those, by key,
   * with their numbers as on the trace on which this action was taken first; none where no such number is refused.
   */
  withNumbersItFollows({ key, dataSchema }: ActionDescription, refused: Exchange, { actions }: WorkflowDescription) {
    const [trace, told] = [this.#known.sent.firstOn.get(key), textOf(refused)];
    const data = dataOf(refused);
    const isTold = Object.entries(objectAt(dataSchema ?? {}, "properties")).some(
      ([name, property]) => typeof data[name] === "number" && isOnly(property, data[name]) && isAbout(told, name),
    );
    const isAnother = "traceId" in refused.intent && refused.intent.traceId !== trace;
    if (trace === undefined || !isTold || !isAnother || !mayBeForm(refused) || this.#following.has(key)) return [];
    this.#following.add(key);
    const done = this.#known.sent.done.get(trace) ?? [];
    const earlier = new Set(done.slice(0, done.indexOf(key)));
    return [...(this.#known.brought.of(trace) ?? [])].flatMap(
      ([other, brought]): readonly (readonly [string, JsonObject])[] => {
        const form = actions.find((one) => one.key === other && !one.examples)?.dataSchema;
        const kept = form && earlier.has(other) ? withNumbersKept(form, brought) : form;
        return kept && !sameJson(kept, form) ? [[other, kept]] : [];
      },
    );
  }

  /** True where the refusal is of a kind of those by which the form was found, and few other numbers were tried so far. */
  #mayBeBounds(key: string, refused: Exchange): boolean {
    return this.#known.isOfKind(key, refused) && (this.#bounds.get(key) ?? 0) < maxBounds;
  }

  /** The form, which is counted among those that are tried. */
  #counted(key: string, form: JsonObject | undefined): JsonObject | undefined {
    if (form) this.#bounds.set(key, (this.#bounds.get(key) ?? 0) + 1);
    return form;
  }
}

const isOnly = (property: Json, value: Json): boolean => isJsonObject(property) && property["const"] === value;
