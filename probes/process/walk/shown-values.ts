/**
 * Texts of examples that stand for what the service makes on each trace: an action that names one of another trace is
 * refused, and taken once it names what the state of its own trace shows by that name, or in that form.
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

/** So often it is tried for one action, besides where its refusals name the member. */
const maxTried = 3;
/** A shorter text looks like many others. */
const leastLength = 6;

type Found = Readonly<Record<string, JsonPath>>;

export class ShownValues {
  readonly #workflowId: string;
  readonly #tried = new Map<string, number>();
  /** Every text that was sent so far. */
  readonly #sent = new Set<string>();
  /** By the text of an example: where the state shows what takes its place. */
  #found: Found = {};

  constructor(workflowId: string) {
    this.#workflowId = workflowId;
  }

  get found(): Found {
    return this.#found;
  }

  /** Told of texts that forms have in place of what each trace shows. */
  add(found: Found): void {
    this.#found = { ...this.#found, ...found };
  }

  /** What is assumed of the target while it is walked through; undefined where nothing is. */
  get candidate(): Candidate | undefined {
    if (Object.keys(this.#found).length === 0) return undefined;
    return { "action-gating": { gating: "unclear", shown: { [this.#workflowId]: this.#found } } };
  }

  /** Told of everything that was answered; gives it back. */
  seen(exchanges: readonly Exchange[]): readonly Exchange[] {
    for (const { intent } of exchanges)
      if (isAction(intent) && typeof intent.data === "object")
        for (const text of textsIn(withTexts(intent.data, intent.stoodFor ?? {}))) this.#sent.add(text);
    return exchanges;
  }

  /** Whether the action, refused as it was, is taken once it names what the state shows; it does so from then on. */
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
    // What names the right thing may want a file as well.
    if (exchange && !succeeded(exchange) && isAboutFiles(exchange)) exchange = await again(kept, true);
    const isTaken = exchange !== undefined && succeeded(exchange);
    if (before && !isTaken) this.#found = before;
    return isTaken;
  }

  /** True where the action, refused as it was, is worth another trial. */
  #isWorthTrying({ key, examples = [] }: ActionDescription, refused: Exchange): boolean {
    const named = codesOf(examples).filter(({ text }) => !Object.hasOwn(this.#found, text));
    const told = textOf(refused);
    const times = this.#tried.get(key) ?? 0;
    return named.some(({ name }) => namesMember(told, name))
      ? times < 2 * maxTried
      : named.length > 0 && times < maxTried;
  }

  /**
   * Assumes of each code in the examples of the action that the state shows what takes its place, where it shows anything like
   * it that nobody sent.
   * @returns what was known before; undefined where the state shows nothing of the kind
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

/** The texts of examples that may be codes, with the names of the members that they stand in. */
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

/** True for texts of the same length that have the same signs at the same places, and else letters and digits. */
function areAlike(one: string, other: string): boolean {
  if (one.length !== other.length || !/\d/.test(other) || isDate(other)) return false;
  const start = /^[a-z]+(?=[^a-z0-9])/i.exec(one)?.[0] ?? "";
  const isOfCase = (text: string): string => `${/[a-z]/.test(text) ? "a" : ""}${/[A-Z]/.test(text) ? "A" : ""}`;
  const signs = (text: string): string => text.replace(/[a-z0-9]/gi, "x");
  return other.startsWith(start) && signs(one) === signs(other) && isOfCase(one) === isOfCase(other);
}
