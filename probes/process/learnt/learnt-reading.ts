/** Makes one reading, with its evidence, of what was learnt about the processes of all workflows. */
import { barredText, type BarredBy } from "../../../spec/readings/people.ts";
import { listedIn } from "../../../spec/readings/listed-next.ts";
import { type Gating, type ProcessRules, type Way } from "../../../spec/readings/process.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { JsonPath, Reading } from "../../../spec/vocabulary/profile.ts";
import type { NextActions, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { countText, pathText } from "../../lib/wording.ts";
import { unknown } from "../../probe.ts";
import { mayBringFiles } from "../../../spec/readings/file-policy.ts";
import { filesText } from "../forms/files/files-text.ts";
import { type FilesTried, wantedAmong } from "../forms/files/files-tried.ts";
import { doneByText, type DoneBy } from "../walk/done-by.ts";
import type { Explorer } from "../walk/explore.ts";
import type { NumbersTried } from "../forms/numbers-tried.ts";
import { textOfRules } from "./rules-text.ts";
import { waysText } from "./ways.ts";

type GatingReading = Reading<"action-gating">;

/** What was learnt about the process of one workflow. */
export interface Learnt {
  readonly workflow: WorkflowDescription;
  /** Sequences whose last action was accepted, and refused when repeated at once. */
  readonly once: readonly (readonly string[])[];
  /** `data`: refusals are repeated only with the same data; `more`: it is not known what decides. */
  readonly kind: "rules" | "paths" | "data" | "more" | "free" | "nothing";
  readonly rules?: ProcessRules;
  /** By the key of an action: whose earlier action bars a user from it. */
  readonly byAnother: Readonly<Record<string, BarredBy>>;
  /** By the label of a group: which of the users whose groups are not told act for it. */
  readonly doneBy?: DoneBy;
  /** By the key of an action: which files it takes, if it was seen to be choosy. */
  readonly files: FilesTried["asked"];
  readonly explorer: Explorer;
  /** Keys of actions that were never accepted and not tried everywhere. */
  readonly untried: readonly string[];
  /** Keys of actions that are accepted at any time although no list names them. */
  readonly outside: readonly string[];
  /** Keys of actions that lists name, refused each time for want of unknown data. */
  readonly unknownData: readonly string[];
  /** Keys of actions after which a trace is busy for a moment. */
  readonly busyAfter: readonly string[];
  /** By the key of an action: which end of their range its numbers have. */
  readonly numbers: NumbersTried["found"];
  /** By the key of an action: the schema of its data, found by trials. */
  readonly forms: Readonly<Record<string, JsonObject>>;
  /** Sequences with the values of the members that decide what may come next. */
  readonly ways?: readonly Way[];
  /** Where no action was ever accepted: keys of those that require unknown data. */
  readonly unfit?: readonly string[];
}

const isDecided = ({ kind }: Learnt): boolean => kind === "data" || kind === "more";

/** The ids of workflows in which more than the order of actions decides. */
function decidedAmong(bound: readonly Learnt[]): Pick<Gating, "byData"> {
  const byData = bound.filter(isDecided).map(({ workflow }) => workflow.id);
  return byData.length > 0 ? { byData } : {};
}

/** True where states were read on the walks, and none has this list. */
function listsNoneAt({ steps }: Explorer, listing: NextActions): boolean {
  const states = steps.flatMap(({ state }) => (state === undefined ? [] : [state]));
  return states.length > 0 && states.every((state) => listedIn(state, listing) === undefined);
}

/** A fact about several workflows: the member of the reading, by their ids, and a sentence for each. */
function known<One extends Pick<Learnt, "workflow">, Name extends string, Value extends object>(
  name: Name,
  found: readonly One[],
  of: (one: One) => Value,
  text: (value: Value) => string,
) {
  const all = found
    .map((one) => ({ id: one.workflow.id, value: of(one) }))
    .filter(({ value }) => Object.keys(value).length > 0);
  const byId = Object.fromEntries(all.map(({ id, value }) => [id, value]));
  return {
    member: (all.length > 0 ? { [name]: byId } : {}) as { readonly [name in Name]?: Readonly<Record<string, Value>> },
    told: all.map(({ id, value }) => ` ${id}: ${text(value)}.`).join(""),
  };
}

const toldOf = (facts: readonly { readonly told: string }[]): string => facts.map(({ told }) => told).join("");

/**
 * The reading of all workflows.
 * @param ownLists by the id of a workflow: where its states have a list elsewhere
 * @param isRuleOfFiles true where refusals of files say that they are about files
 */
export function learntReading(
  found: readonly Learnt[],
  listing: NextActions | undefined,
  ownLists: ReadonlyMap<string, NextActions> = new Map(),
  isRuleOfFiles = false,
): GatingReading {
  const requests = found.reduce((sum, { explorer }) => sum + explorer.requests, 0);
  const walked = `${countText(requests, "request")} walked through ${countText(found.length, "workflow")}`;
  const bound = found.filter(({ rules }) => rules);
  const workflows = Object.fromEntries(bound.map(({ workflow, rules }) => [workflow.id, rules ?? {}]));
  const once = Object.fromEntries(bound.filter((one) => one.once.length > 0).map((one) => [one.workflow.id, one.once]));
  const byAnother = known("byAnother", found, (one) => one.byAnother, byWhom);
  const choosy = choosyAmong(found, isRuleOfFiles && bound.length > 0);
  const files = known("files", choosy, (one) => one.files, filesText);
  const numbers = known("numbers", found, (one) => one.numbers, numbersText);
  const ownTexts = known("ownTexts", found, ({ explorer }) => explorer.known.forms.ownTexts, codesText);
  const shown = known("shown", found, ({ explorer }) => explorer.known.shown.found, shownText);
  const untried = known("untried", bound, (one) => one.untried, untriedText);
  const unfit = known("unfit", bound, (one) => one.unfit ?? [], unfitText);
  const ways = known("ways", bound, (one) => one.ways ?? [], waysText);
  const doneBy = found.reduce<DoneBy>((all, one) => ({ ...all, ...one.doneBy }), {});
  const facts = [byAnother, files, numbers, untried, unfit, ways, shown, ownTexts];
  const told = `${toldOf(facts)}${doneByText(doneBy)}`;
  const beside = {
    ...(Object.keys(doneBy).length > 0 ? { doneBy } : {}),
    ...byAnother.member,
    ...files.member,
    ...numbers.member,
    ...ownTexts.member,
    ...shown.member,
  };
  const more = { ...beside, once, ...untried.member, ...ways.member };
  if (listing) {
    const lists = knownOfLists(found, listing, ownLists);
    return {
      value: { gating: "listed", ...listing, ...lists.own, workflows, ...more, ...lists.beside },
      evidence: `The state lists at ${pathText(listing.path)} what may come next; ${walked}. ${rulesText(bound)}${told}${lists.told}`,
    };
  }
  if (found.every(({ kind }) => kind === "nothing")) return unknown(`No action was taken in any order; ${walked}.`);
  if (bound.length === 0)
    return {
      value: { gating: "free", ...beside },
      evidence: `No refusal was repeated on a fresh trace; ${walked}.${told}`,
    };
  const unclear = bound.some(({ kind }) => kind !== "rules");
  const toldData = bound
    .filter(isDecided)
    .map(({ workflow: { id }, kind }) =>
      kind === "data"
        ? ` ${id}: after the same data as before alone, so the data decide as well.`
        : ` ${id}: several actions in many places, and not in the same ones on each trace, so more than their order decides.`,
    )
    .join("");
  return {
    value: { gating: unclear ? "unclear" : "ordered", workflows, ...more, ...decidedAmong(bound) },
    evidence: `What was refused was refused again on a fresh trace, through both faces; ${walked}. ${rulesText(bound)}${told}${toldData}`,
  };
}

/**
 * For workflows with lists: which have them elsewhere or nowhere, and which actions come or do not come against the
 * list.
 */
function knownOfLists(
  found: readonly Learnt[],
  listing: NextActions,
  ownLists: ReadonlyMap<string, NextActions>,
): { readonly own: Partial<Gating>; readonly beside: Partial<Gating>; readonly told: string } {
  const apart = found.filter(
    ({ workflow, explorer }) => !workflow.nextActions && !ownLists.has(workflow.id) && listsNoneAt(explorer, listing),
  );
  const outside = known("outside", found, (one) => one.outside, outsideText);
  const busyAfter = known("busyAfter", found, (one) => one.busyAfter, busyText);
  const byContent = known("byContent", found, (one) => unknownContent(one), unknownText);
  const toldOwn = [...ownLists].map(([id, { path }]) => ` ${id}: the state lists it at ${pathText(path)}.`).join("");
  const toldNone = apart.map(({ workflow: { id } }) => ` ${id}: no state lists anything there.`).join("");
  return {
    own: {
      ...(ownLists.size > 0 ? { lists: Object.fromEntries(ownLists) } : {}),
      ...(apart.length > 0 ? { listsNone: apart.map(({ workflow }) => workflow.id) } : {}),
    },
    beside: {
      ...outside.member,
      ...busyAfter.member,
      ...byContent.member,
      ...decidedAmong(apart.filter(({ rules }) => rules)),
    },
    told: `${toldOwn}${toldNone}${toldOf([outside, busyAfter, byContent])}`,
  };
}

const unknownContent = ({ unknownData }: Learnt): Readonly<Record<string, "unknown">> =>
  Object.fromEntries(unknownData.map((key) => [key, "unknown"] as const));

const untriedText = (keys: readonly string[]): string => `${keys.join(" and ")} never, and not tried in each place`;
const unfitText = (keys: readonly string[]): string =>
  `${keys.join(" and ")} asked for data of which only examples or a schema tell`;
const outsideText = (keys: readonly string[]): string => `${keys.join(" and ")} at any time, though no list names it`;
const busyText = (keys: readonly string[]): string => `busy for a moment after ${keys.join(" and ")}`;
const unknownText = (byKey: Readonly<Record<string, "unknown">>): string =>
  `${Object.keys(byKey).join(" and ")} refused each time, for data that are not known`;

function byWhom(byAnother: Learnt["byAnother"]): string {
  const byKind = Map.groupBy(Object.entries(byAnother), ([, by]) => barredText(by));
  return [...byKind].map(([text, all]) => `${all.map(([key]) => key).join(" and ")} ${text}`).join(", ");
}

/** The workflows whose actions differ in the files that they take, or whose refusals speak of files. */
function choosyAmong(found: readonly Learnt[], isRule: boolean): readonly Pick<Learnt, "workflow" | "files">[] {
  const known = found.flatMap(({ workflow }) => workflow.actions.flatMap(({ files }) => files ?? []));
  const seen = {
    with: isRule || found.some(({ explorer }) => explorer.known.files.seen.with) || known.some(mayBringFiles),
    without: found.some(({ explorer }) => explorer.known.files.seen.without),
  };
  return found
    .map(({ workflow, files }) => ({ workflow, files: wantedAmong(files, seen) }))
    .filter(({ files }) => Object.keys(files).length > 0);
}

function numbersText(numbers: Learnt["numbers"]): string {
  const what = { needed: "needed members alone", turn: "its examples in turn", highest: "the highest numbers" };
  const texts = Object.entries(numbers).map(
    ([key, end]) => `${key} with ${end === "low" || end === "high" ? `${end} numbers` : what[end]}`,
  );
  return `${texts.join(", ")}, as others were refused in the same place`;
}

const shownText = (shown: Readonly<Record<string, JsonPath>>): string =>
  Object.entries(shown)
    .map(([text, path]) => `what the state shows at ${pathText(path)} is named where examples have ${text}`)
    .join(", ");

const codesText = (keys: readonly string[]): string =>
  `${keys.join(" and ")} with other codes than those of the examples, which were refused in the same place`;

/** The rules in a few words, for each workflow. */
function rulesText(bound: readonly Learnt[]): string {
  return bound.map(({ workflow, rules = {} }) => `${workflow.id}: ${textOfRules(rules)}.`).join(" ");
}
