/** What forms ask of the data and of the files of an action, and how those are answered who are turned away. */
import type { ActionInput, User } from "../lib/service/domain.ts";
import { isObject, own, sameJson, type Json, type JsonObject } from "../lib/service/json.ts";
import { Refusal, type RefusalKind } from "../lib/service/refusal.ts";
import type { Running } from "./process.ts";
import type { Service, Trace } from "./service.ts";
import { after, changeResult } from "./tools.ts";

/** A JSON Schema of the plainest kind. */
export interface Form {
  type?: "object" | "string" | "number" | "integer" | "boolean";
  required?: string[];
  properties?: Record<string, Form>;
  additionalProperties?: boolean;
  enum?: Json[];
  const?: Json;
  pattern?: string;
  format?: "date";
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  if?: Form;
  then?: Form;
}

const typeFits = (type: string, value: Json): boolean => {
  if (type === "integer") return Number.isInteger(value);
  return type === "object" ? isObject(value) : typeof value === type;
};

const isDate = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

/** What is wrong with a value, or undefined. */
export function wrongWith(form: Form, value: Json, at = "the data"): string | undefined {
  const { minimum = -Infinity, maximum = Infinity, minLength = 0, maxLength = Infinity } = form;
  if (form.type !== undefined && !typeFits(form.type, value)) return `${at} must be of the type ${form.type}`;
  if (form.enum && !form.enum.some((one) => sameJson(one, value))) return `${at} is none of the values`;
  if (form.const !== undefined && !sameJson(form.const, value)) return `${at} is another value`;
  if (typeof value === "number" && (value < minimum || value > maximum)) return `${at} is out of range`;
  if (typeof value === "string") {
    const length = Array.from(value).length;
    if (length < minLength || length > maxLength) return `${at} is too short or too long`;
    if (form.pattern !== undefined && !new RegExp(form.pattern, "u").test(value)) return `${at} does not fit`;
    if (form.format === "date" && !isDate(value)) return `${at} is not a date`;
  }
  if (!isObject(value)) return undefined;
  const { required = [], properties = {} } = form;
  for (const name of required) if (!Object.hasOwn(value, name)) return `${name} is missing`;
  for (const name of Object.keys(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!known && form.additionalProperties === false) return `${name} is not in the form`;
    const wrong = known && wrongWith(known, own(value, name) ?? null, name);
    if (wrong !== undefined) return wrong;
  }
  return form.if && form.then && wrongWith(form.if, value) === undefined ? wrongWith(form.then, value) : undefined;
}

/** An object with these members, all required; nothing else where it is closed. */
export const form = (properties: Record<string, Form>, more: Form = {}): Form => ({
  type: "object",
  required: Object.keys(properties),
  properties,
  ...more,
});

export const closed = { additionalProperties: false } as const;

/** Turns an action away that all others would let through: the words of the refusal, or undefined. */
export function demand(
  s: Service,
  wrong: (input: ActionInput, known: Trace | undefined, user: User) => string | undefined,
  kind: RefusalKind = "invalid",
): void {
  after(s, "checkAction", (_workflow, user, input, known) => {
    const words = wrong(input, known, user);
    if (words !== undefined) throw new Refusal(kind, words);
  });
}

/** Checks the data of actions against their forms; the configuration holds the forms, or nothing of them. */
export function useForms(
  s: Service,
  { workflow }: Running,
  forms: Record<string, Form>,
  told: "told" | "untold" = "told",
): void {
  for (const action of workflow.actions) {
    const one = forms[action.key];
    if (one && told === "told") action.data = one as unknown as JsonObject;
  }
  demand(s, ({ actionKey = "", data = {} }) => {
    const one = forms[actionKey];
    return one && wrongWith(one, data);
  });
}

/** What the configuration shows as examples of the data. */
export function showExamples({ workflow }: Running, examples: Record<string, JsonObject[]>): void {
  for (const action of workflow.actions) {
    const given = examples[action.key];
    if (given) action.examples = given;
  }
}

/** Refusals whose message begins so get this status. */
export function answerWith(s: Service, status: number, beginning: string): void {
  changeResult(s, "refuse", (reply, _call, error) =>
    error.message.startsWith(beginning) ? { ...reply, status } : reply,
  );
}

/** The numbers under this name in what was done by this action. */
export const amounts = (trace: Trace, key: string, name: string): number[] =>
  trace.links
    .filter(({ actionKey }) => actionKey === key)
    .map(({ data }) => own(data, name))
    .filter((value) => typeof value === "number");

export const totalOf = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
