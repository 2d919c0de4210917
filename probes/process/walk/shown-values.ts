/**
 * Finds texts of examples that stand for a value the service makes on each trace, e.g. the id of an offer: the action
 * is refused with the text of the example, and accepted with the value that the state shows under that name, or in that
 * format.
 */
import type { Json } from "../../../spec/json.ts";
import { isAction } from "../../../spec/readings/actions.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import { keepingShown, withTexts } from "../../../spec/readings/shown-values.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { JsonPath } from "../../../spec/vocabulary/profile.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import { textsIn } from "../../../spec/json-walks.ts";
import { genericPlaces } from "../../lib/generic-places.ts";
import type { Candidate } from "../../probe.ts";
import { isAboutFiles } from "../forms/files/file-types.ts";
import { namesMember, textOf } from "../forms/told/refusal-words.ts";

/** How often this is tried for one action; twice as often where its refusals name the member. */
const maxTried = 3;
/** A shorter text looks like too many others. */
const leastLength = 6;

type Found = Readonly<Record<string, JsonPath>>;

export class ShownValues {
  readonly #workflowId: string;
  readonly #tried = new Map<string, number>();
  /** Every text sent so far. */
  readonly #sent = new Set<string>();
  /** By the text of an example: the path in the state of the value to send instead. */
  #found: Found = {};

  constructor(workflowId: string) {
    this.#workflowId = workflowId;
  }

  get found(): Found {
    return this.#found;
  }

  /** Adds texts that a form has in place of values of the trace. */
  add(found: Found): void {
    this.#found = { ...this.#found, ...found };
  }

  /** What the walks assume of the target; undefined where they assume nothing. */
  get candidate(): Candidate | undefined {
    if (Object.keys(this.#found).length === 0) return undefined;
    return { "action-gating": { gating: "unclear", shown: { [this.#workflowId]: this.#found } } };
  }

  /** Notes all texts that were sent; returns the exchanges. */
  seen(exchanges: readonly Exchange[]): readonly Exchange[] {
    for (const { intent } of exchanges)
      if (isAction(intent) && typeof intent.data === "object")
        for (const text of textsIn(withTexts(intent.data, intent.stoodFor ?? {}))) this.#sent.add(text);
    return exchanges;
  }

  /**
   * Whether the refused action is accepted with values of the state in place of texts of its example; if so, it is sent
   * like that from then on.
   */
  async isTaken(
    action: ActionDescription,
    refused: Exchange,
    read: () => Promise<Json | undefined>,
    again: (action: ActionDescription, file?: true) => Promise<Exchange | undefined>,
  ): Promise<boolean> {
    if (!this.#isWorthTrying(action, refused)) return false;
    const before = this.#assume(action, await read());
    const [kept = action] = keepingShown({ id: "", actions: [action] }, Object.keys(this.#found)).actions;
    let exchange = before && (await again(kept));
    // With the right value, a file may still be missing.
    if (exchange && !succeeded(exchange) && isAboutFiles(exchange)) exchange = await again(kept, true);
    const isTaken = exchange !== undefined && succeeded(exchange);
    if (before && !isTaken) this.#found = before;
    return isTaken;
  }

  /** True where another trial is within bounds. */
  #isWorthTrying({ key, examples = [] }: ActionDescription, refused: Exchange): boolean {
    const named = codesOf(examples).filter(({ text }) => !Object.hasOwn(this.#found, text));
    const told = textOf(refused);
    const times = this.#tried.get(key) ?? 0;
    return named.some(({ name }) => namesMember(told, name))
      ? times < 2 * maxTried
      : named.length > 0 && times < maxTried;
  }

  /**
   * Assumes for each code in the examples that a value of the state takes its place, if the state shows one like it
   * that nobody sent.
   * @returns what was assumed before; undefined where the state shows no such value
   */
  #assume({ key, examples = [] }: ActionDescription, state: Json | undefined): Found | undefined {
    this.#tried.set(key, (this.#tried.get(key) ?? 0) + 1);
    const places = genericPlaces(state ?? null).flatMap(({ path, value }) =>
      typeof value === "string" && !this.#sent.has(value) ? [{ path, value }] : [],
    );
    const assumed = codesOf(examples).flatMap(({ name, text }): readonly (readonly [string, JsonPath])[] => {
      if (Object.hasOwn(this.#found, text)) return [];
      const others = places.filter(({ value }) => value !== text);
      const place =
        others.find(({ path, value }) => path.at(-1) === name && value.length > 0) ??
        others.find(({ value }) => areAlike(text, value));
      return place ? [[text, place.path]] : [];
    });
    if (assumed.length === 0) return undefined;
    const before = this.#found;
    this.#found = { ...before, ...Object.fromEntries(assumed) };
    return before;
  }
}

/** The texts of examples that may be codes, each with the name of its member. */
function codesOf(examples: readonly Json[]): readonly { readonly name: string; readonly text: string }[] {
  const found = examples.flatMap((example) =>
    genericPlaces(example).flatMap(({ path, value }) =>
      typeof value === "string" && isCode(value)
        ? [{ name: path.findLast((step) => step !== "*") ?? "", text: value }]
        : [],
    ),
  );
  return [...new Map(found.map((one) => [one.text, one])).values()];
}

const isCode = (text: string): boolean =>
  text.length >= leastLength && /\d/.test(text) && !/\s/.test(text) && !isDate(text);
const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(text);

/**
 * True for texts of equal length that start with the same letters and have punctuation at the same places, e.g.
 * `OFF-0012` and `OFF-7731`.
 */
function areAlike(one: string, other: string): boolean {
  if (one.length !== other.length || !/\d/.test(other) || isDate(other)) return false;
  const start = /^[a-z]+(?=[^a-z0-9])/i.exec(one)?.[0] ?? "";
  const isOfCase = (text: string): string => `${/[a-z]/.test(text) ? "a" : ""}${/[A-Z]/.test(text) ? "A" : ""}`;
  const signs = (text: string): string => text.replace(/[a-z0-9]/gi, "x");
  return other.startsWith(start) && signs(one) === signs(other) && isOfCase(one) === isOfCase(other);
}
