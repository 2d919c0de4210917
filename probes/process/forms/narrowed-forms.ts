/**
 * Narrows forms that were found where data of them are refused: to bounds that refusals tell, to values that earlier
 * actions sent, or to the first accepted values.
 */
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

/** At most so many such forms are tried for one action. */
const maxBounds = 3;

/** A form to try after a refusal. */
export interface Narrowed {
  readonly schema: JsonObject;
  /** True for a refusal for the same reason as before. */
  readonly isStillRefused: (again: Exchange) => boolean;
}

interface KnownOfForms {
  readonly sent: SentData;
  readonly brought: BroughtTo;
  readonly numbers: NumbersTaken;
  /** True for the key of an action that was accepted with its form. */
  readonly isTaken: (key: string) => boolean;
  readonly isFound: (key: string) => boolean;
  /** True for a refusal of a kind that led to the form. */
  readonly isOfKind: (key: string, refused: Exchange) => boolean;
}

export class NarrowedForms {
  readonly #known: KnownOfForms;
  /** Keys of actions with a number that depends on earlier actions. */
  readonly #following = new Set<string>();
  /** By the key of an action: how often a narrower form was tried. */
  readonly #bounds = new Map<string, number>();

  constructor(known: KnownOfForms) {
    this.#known = known;
  }

  /**
   * The form with bounds of numbers that the refusal tells; undefined where it is of another kind than those that led
   * to the form.
   */
  withBoundsTold({ key, dataSchema }: ActionDescription, refused: Exchange): JsonObject | undefined {
    if (!dataSchema || !this.#known.isFound(key) || !this.#mayBeBounds(key, refused)) return undefined;
    return this.#counted(
      key,
      withBoundsTold(dataSchema, refused, (name) => this.#known.numbers.of(key, name)),
    );
  }

  /**
   * The form in which a member equals what an earlier action of the trace sent; undefined where the refusal does not
   * say so.
   */
  withBrought({ key, dataSchema }: ActionDescription, refused: Exchange): Narrowed | undefined {
    if (!dataSchema || !("traceId" in refused.intent) || (this.#bounds.get(key) ?? 0) >= maxBounds) return undefined;
    const form = withBrought(dataSchema, refused, this.#known.brought.of(refused.intent.traceId));
    this.#counted(key, form?.schema);
    return form && { schema: form.schema, isStillRefused: (again) => isAbout(textOf(again), form.name) };
  }

  /** The form with texts as long as the refusal allows; undefined where it tells no length. */
  withShorterTexts({ key, dataSchema }: ActionDescription, refused: Exchange): Narrowed | undefined {
    if (!dataSchema || (this.#bounds.get(key) ?? 0) >= maxBounds) return undefined;
    const schema = this.#counted(key, withLengthsTold(dataSchema, refused));
    return schema && { schema, isStillRefused: (again) => withLengthsTold(schema, again) !== undefined };
  }

  /**
   * The form with its numbers fixed to the first accepted ones, as some must fit each other; undefined where it has
   * none.
   */
  withNumbersKept({ key, dataSchema }: ActionDescription, refused: Exchange): JsonObject | undefined {
    const data = this.#known.sent.first.get(key);
    if (!dataSchema || !data || !this.#known.isTaken(key) || !this.#mayBeBounds(key, refused)) return undefined;
    const kept = withNumbersKept(dataSchema, data);
    return this.#counted(key, sameJson(kept, dataSchema) ? undefined : kept);
  }

  /** The form without the values of choices that a refusal is about. */
  withoutValuesRefused({ key, dataSchema }: ActionDescription, refused: Exchange): JsonObject | undefined {
    if (!dataSchema || !this.#known.isTaken(key) || (this.#bounds.get(key) ?? 0) >= maxBounds) return undefined;
    return this.#counted(key, withoutValuesRefused(dataSchema, refused));
  }

  /**
   * Forms with other values of choices, for an action that was never accepted: any of them may be refused, whatever the
   * words.
   */
  withOtherValues({ key, dataSchema }: ActionDescription, refused: Exchange): readonly JsonObject[] {
    if (!dataSchema || this.#known.sent.first.has(key) || (this.#bounds.get(key) ?? 0) >= maxBounds) return [];
    const forms = withOtherValues(dataSchema, refused).slice(0, maxBounds);
    this.#counted(key, forms[0]);
    return forms;
  }

  /**
   * For a number that may follow from numbers of earlier actions, e.g. a share of a sum: by key, forms that fix the
   * numbers of those earlier actions to the ones on the trace where this action was first accepted. None where the
   * refusal is not about such a number.
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

  /** True for a kind of refusal that led to the form, while few narrower forms were tried. */
  #mayBeBounds(key: string, refused: Exchange): boolean {
    return this.#known.isOfKind(key, refused) && (this.#bounds.get(key) ?? 0) < maxBounds;
  }

  /** Returns the form and counts it. */
  #counted(key: string, form: JsonObject | undefined): JsonObject | undefined {
    if (form) this.#bounds.set(key, (this.#bounds.get(key) ?? 0) + 1);
    return form;
  }
}

const isOnly = (property: Json, value: Json): boolean => isJsonObject(property) && property["const"] === value;
