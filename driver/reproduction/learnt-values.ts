/**
 * Values that a request takes from earlier answers: ids of traces, digests, cursors. Each run of a script has others.
 * Which they are is told by the step that the request belongs to, and never by a text that looks the same.
 */
import type { Exchange, History, Intent } from "../../spec/vocabulary/history.ts";
import { placedSteps } from "../../spec/vocabulary/placed-steps.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { recordedTrait } from "../recordings/recorded-trait.ts";
import { quotedTexts, type TextPlace } from "./quoted-texts.ts";

export interface LearntValue {
  readonly name: string;
  /** As it was in the run that was recorded. */
  readonly value: string;
  /** Where in the request it stands: as the id in the path, as the digest or the N-th of them, or as a cursor. */
  readonly slot: Slot;
  /** Index of the exchange whose answer told it. */
  readonly from: number;
  /** The member under which it stands, and which of that name, from 1; without a member, which of all quoted texts. */
  readonly place: TextPlace;
}

type Cursor = "after" | "before";
export type Slot = "trace" | Cursor | { readonly digest: number };

interface Wanted {
  readonly kind: "trace" | "digest" | "cursor";
  readonly slot: Slot;
  readonly value: string;
  /** Those that may have told it, the likeliest first. */
  readonly tellers: readonly Exchange[];
  readonly members?: readonly string[];
}

/** The values that each exchange takes, by its index. A value that no answer told stays as it was. */
export function learntValues({ script, exchanges }: History): ReadonlyMap<number, readonly LearntValue[]> {
  const names = new Map<string, string>();
  const told = new Map(exchanges.map((exchange) => [exchange.index, quotedTexts(exchange)]));
  const steps = new Map(placedSteps(script).map(({ place, step }) => [place, step]));
  return new Map(
    exchanges.map((exchange, at) => [
      exchange.index,
      wantedBy(exchange, steps, exchanges.slice(0, at)).flatMap((wanted): LearntValue[] => {
        const { kind, slot, value, tellers, members } = wanted;
        const placeIn = (one: Exchange): TextPlace | undefined => told.get(one.index)?.(value, members);
        const teller = tellers.find(placeIn);
        const place = teller && placeIn(teller);
        if (!teller || place === undefined) return [];
        const key = JSON.stringify([value, teller.index, place]);
        if (!names.has(key)) names.set(key, `${kind}_${String(names.size + 1)}`);
        return [{ name: names.get(key) ?? kind, value, slot, from: teller.index, place }];
      }),
    ]),
  );
}

type Steps = ReadonlyMap<string, OperationStep>;

function wantedBy(exchange: Exchange, steps: Steps, before: readonly Exchange[]): readonly Wanted[] {
  const { intent } = exchange;
  return [
    ...("traceId" in intent ? traceWanted(exchange, intent.traceId, steps, before) : []),
    ...(intent.kind === "details" ? cursorsWanted(exchange, intent, steps, before) : []),
    ...(intent.kind === "files" || intent.kind === "file" ? digestsWanted(exchange, intent, before) : []),
  ];
}

/** True where the driver chose by itself what is asked for, and where the steps were made of what was recorded. */
const isByValue = ({ support, traits = [] }: Exchange): boolean => support === true || traits.includes(recordedTrait);

function traceWanted(exchange: Exchange, value: string, steps: Steps, before: readonly Exchange[]): readonly Wanted[] {
  const step = steps.get(exchange.step);
  const reference = step && "trace" in step ? step.trace : undefined;
  const label = typeof reference === "object" ? reference.like : reference;
  const named = label === undefined ? [] : labelled(label, steps, before);
  if (named.length === 0 && !isByValue(exchange)) return [];
  // A trace that the driver reads by itself is one of the script all the same.
  const others = isByValue(exchange) ? before : [];
  return [{ kind: "trace", slot: "trace", value, tellers: [...named.toReversed(), ...others] }];
}

/** The exchanges of the step with the label that `$label` or `$label.member` names; none for a literal text. */
function labelled(reference: string, steps: Steps, before: readonly Exchange[]): readonly Exchange[] {
  if (!reference.startsWith("$")) return [];
  const whole = reference.slice(1);
  const dot = whole.lastIndexOf(".");
  const labels = dot < 0 ? [whole] : [whole, whole.slice(0, dot)];
  const place = labels.flatMap((label) => [...steps].filter(([, step]) => step.as === label)).at(0)?.[0];
  const own = before.filter(({ step, support }) => step === place && support !== true);
  // An action names the trace that it was appended to, of which its answer may tell nothing.
  const appended = place === undefined ? undefined : steps.get(place);
  const further = appended?.op === "act" && typeof appended.trace === "string" ? appended.trace : undefined;
  return further === undefined || further === reference ? own : [...labelled(further, steps, before), ...own];
}

type DetailsIntent = Extract<Intent, { kind: "details" }>;

function cursorsWanted(
  exchange: Exchange,
  { page, traceId, walk }: DetailsIntent,
  steps: Steps,
  before: readonly Exchange[],
): readonly Wanted[] {
  const step = steps.get(exchange.step);
  const isPage = ({ intent }: Exchange): boolean => intent.kind === "details" && intent.traceId === traceId;
  return (["after", "before"] as const).flatMap((slot): readonly Wanted[] => {
    const value = page[slot];
    if (typeof value !== "string") return [];
    const wanted = { kind: "cursor", slot, value } as const;
    const both = ["endCursor", "startCursor"];
    // A cursor is good for the listing that told it last.
    if (walk) {
      const pages = before.filter((one) => one.step === exchange.step && isPage(one) && one.support !== true);
      return [{ ...wanted, tellers: pages.toReversed(), members: [slot === "after" ? "endCursor" : "startCursor"] }];
    }
    if (isByValue(exchange)) return [{ ...wanted, tellers: before.filter(isPage).toReversed(), members: both }];
    const reference = step?.op === "details" ? step.page?.[slot] : undefined;
    const member = typeof reference === "string" ? /^\$.*\.(endCursor|startCursor)$/.exec(reference)?.[1] : undefined;
    if (typeof reference !== "string" || member === undefined) return [];
    return [{ ...wanted, tellers: labelled(reference, steps, before).toReversed(), members: [member] }];
  });
}

function digestsWanted(
  exchange: Exchange,
  intent: Extract<Intent, { kind: "file" | "files" }>,
  before: readonly Exchange[],
): readonly Wanted[] {
  const requested = intent.kind === "file" ? [intent.requested] : intent.requested;
  return requested.flatMap(({ digest, file, shown }, at): readonly Wanted[] => {
    if (file === undefined && shown !== true && !isByValue(exchange)) return [];
    // The digest of a file may be known inside its own trace alone.
    const sender = file && before.find(({ index }) => index === file.exchange);
    const own = before.filter((one) => tracesOf(one).some((trace) => sender && tracesOf(sender).includes(trace)));
    return [{ kind: "digest", slot: { digest: at }, value: digest, tellers: [...own, ...before] }];
  });
}

/** The trace that an exchange is about, or that its answer may name. */
function tracesOf({ intent, response }: Exchange): readonly string[] {
  if ("traceId" in intent) return [intent.traceId];
  const value = response?.json?.value;
  const payload = typeof value === "object" && value !== null && "data" in value ? value["data"] : value;
  return intent.kind === "create" && typeof payload === "string" ? [payload] : [];
}
