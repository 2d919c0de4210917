/** What was learnt of the processes of workflows, as one reading with its evidence. */
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

export interface Learnt {
  readonly workflow: WorkflowDescription;
  /** Sequences of which the last action was seen to come, and not at once again. */
  readonly once: readonly (readonly string[])[];
  /** `data`: what was refused is so again after the same data alone; `more`: nor is it known what decides. */
  readonly kind: "rules" | "paths" | "data" | "more" | "free" | "nothing";
  readonly rules?: ProcessRules;
  /** By the key of an action: whose earlier action keeps a user of its group from it. */
  readonly byAnother: Readonly<Record<string, BarredBy>>;
  /** By the label of a group: who acts for it, of the users whose groups are not told. */
  readonly doneBy?: DoneBy;
  /** By the key of the action: what it asks of its files, as far as it was seen to be choosy. */
  readonly files: FilesTried["asked"];
  readonly explorer: Explorer;
  /** Keys of actions that were never taken, and may come where nobody tried them. */
  readonly untried: readonly string[];
  /** Keys of the actions that are taken at any time although no list names them. */
  readonly outside: readonly string[];
  /** Keys of actions that lists name, and that were refused each time for data of which nothing is known. */
  readonly unknownData: readonly string[];
  /** Keys of actions after which a trace is busy for a moment. */
  readonly busyAfter: readonly string[];
  /** From which end of their range actions are sent numbers, by key. */
  readonly numbers: NumbersTried["found"];
  /** Schemas of actions that want certain members, by key. */
  readonly forms: Readonly<Record<string, JsonObject>>;
  /** Sequences that were taken with certain members of data, where these decide what may come next. */
  readonly ways?: readonly Way[];
  /** Where no action was ever taken: keys of those that want data which nobody knows. */
  readonly unfit?: readonly string[];
}

const isDecided = ({ kind }: Learnt): boolean => kind === "data" || kind === "more";

/** The workflows in which more than the order of actions decides. */
function decidedAmong(bound: readonly Learnt[]): Pick<Gating, "byData"> {
  const byData = bound.filter(isDecided).map(({ workflow }) => workflow.id);
  return byData.length > 0 ? { byData } : {};
}

/** True where states were seen on the walks, and none has a list there. */
function listsNoneAt({ steps }: Explorer, listing: NextActions): boolean {
  const states = steps.flatMap(({ state }) => (state === undefined ? [] : [state]));
  return states.length > 0 && states.every((state) => listedIn(state, listing) === undefined);
}

/**
 * @param ownLists by the ids of workflows, where their states have a list that stands elsewhere
 * @param isRuleOfFiles true where refusals of files say that they are about these
 */
export function summary(
  found: readonly Learnt[],
  listing: NextActions | undefined,
  ownLists: ReadonlyMap<string, NextActions> = new Map(),
  isRuleOfFiles = false,
): GatingReading {
  const requests = found.reduce((sum, { explorer }) => sum + explorer.requests, 0);
  const bound = found.filter(({ rules }) => rules);
  const workflows = Object.fromEntries(bound.map(({ workflow, rules }) => [workflow.id, rules ?? {}]));
  const others = found.filter(({ byAnother }) => Object.keys(byAnother).length > 0);
  const byAnother = Object.fromEntries(others.map((one) => [one.workflow.id, one.byAnother]));
  const choosy = choosyAmong(found, isRuleOfFiles && bound.length > 0);
  const files = Object.fromEntries(choosy.map((one) => [one.workflow.id, one.files]));
  const numbered = found.filter((one) => Object.keys(one.numbers).length > 0);
  const numbers = Object.fromEntries(numbered.map((one) => [one.workflow.id, one.numbers]));
  const coded = found.filter(({ explorer }) => explorer.known.forms.ownTexts.length > 0);
  const ownTexts = Object.fromEntries(coded.map((one) => [one.workflow.id, one.explorer.known.forms.ownTexts]));
  const naming = found.filter(({ explorer }) => Object.keys(explorer.known.shown.found).length > 0);
  const shown = Object.fromEntries(naming.map((one) => [one.workflow.id, one.explorer.known.shown.found]));
  const once = Object.fromEntries(bound.filter((one) => one.once.length > 0).map((one) => [one.workflow.id, one.once]));
  const doneBy = found.reduce<DoneBy>((all, one) => ({ ...all, ...one.doneBy }), {});
  const beside = {
    ...(Object.keys(doneBy).length > 0 ? { doneBy } : {}),
    ...(others.length > 0 ? { byAnother } : {}),
    ...(choosy.length > 0 ? { files } : {}),
    ...(numbered.length > 0 ? { numbers } : {}),
    ...(coded.length > 0 ? { ownTexts } : {}),
    ...(naming.length > 0 ? { shown } : {}),
  };
  const open = bound.filter(({ untried }) => untried.length > 0);
  const untried = Object.fromEntries(open.map((one) => [one.workflow.id, one.untried]));
  const byWays = bound.filter(({ ways = [] }) => ways.length > 0);
  const ways = Object.fromEntries(byWays.map((one) => [one.workflow.id, one.ways ?? []]));
  const kept = { ...(open.length > 0 ? { untried } : {}), ...(byWays.length > 0 ? { ways } : {}) };
  const more = { ...beside, once, ...kept };
  const told = others
    .map((one) => ` ${one.workflow.id}: ${byWhom(one.byAnother)}.`)
    .concat(choosy.map((one) => ` ${one.workflow.id}: ${filesText(one.files)}.`))
    .concat(numbered.map((one) => ` ${one.workflow.id}: ${numbersText(one.numbers)}.`))
    .concat(open.map((one) => ` ${one.workflow.id}: ${one.untried.join(" and ")} never, and not tried in each place.`))
    .concat(
      bound.flatMap(({ workflow: { id }, unfit = [] }) =>
        unfit.length > 0
          ? [` ${id}: ${unfit.join(" and ")} asked for data of which only examples or a schema tell.`]
          : [],
      ),
    )
    .concat(byWays.map((one) => ` ${one.workflow.id}: ${waysText(one.ways ?? [])}.`))
    .concat(naming.map((one) => ` ${one.workflow.id}: ${shownText(one.explorer.known.shown.found)}.`))
    .concat(coded.map((one) => ` ${one.workflow.id}: ${codesText(one.explorer.known.forms.ownTexts)}.`))
    .concat(doneByText(doneBy))
    .join("");
  const walked = `${countText(requests, "request")} walked through ${countText(found.length, "workflow")}`;
  if (listing) {
    const beside = found.filter(({ outside }) => outside.length > 0);
    const outside = Object.fromEntries(beside.map((one) => [one.workflow.id, one.outside]));
    const unlisted = beside.length > 0 ? { outside } : {};
    const toldOutside = beside
      .map((one) => ` ${one.workflow.id}: ${one.outside.join(" and ")} at any time, though no list names it.`)
      .join("");
    const busy = found.filter(({ busyAfter }) => busyAfter.length > 0);
    const busyAfter = Object.fromEntries(busy.map((one) => [one.workflow.id, one.busyAfter]));
    const toldBusy = busy
      .map((one) => ` ${one.workflow.id}: busy for a moment after ${one.busyAfter.join(" and ")}.`)
      .join("");
    const refused = found.filter(({ unknownData }) => unknownData.length > 0);
    const byContent = Object.fromEntries(
      refused.map(({ workflow: { id }, unknownData }) => [
        id,
        Object.fromEntries(unknownData.map((key) => [key, "unknown"] as const)),
      ]),
    );
    const toldRefused = refused
      .map(
        (one) =>
          ` ${one.workflow.id}: ${one.unknownData.join(" and ")} refused each time, for data that are not known.`,
      )
      .join("");
    const beyond = { ...(busy.length > 0 ? { busyAfter } : {}), ...(refused.length > 0 ? { byContent } : {}) };
    const isApart = ({ workflow, explorer }: Learnt): boolean =>
      !workflow.nextActions && !ownLists.has(workflow.id) && listsNoneAt(explorer, listing);
    const apart = found.filter(isApart);
    const lists = ownLists.size > 0 ? { lists: Object.fromEntries(ownLists) } : {};
    const toldOwn = [...ownLists].map(([id, { path }]) => ` ${id}: the state lists it at ${pathText(path)}.`).join("");
    const none = apart.length > 0 ? { listsNone: apart.map(({ workflow }) => workflow.id) } : {};
    const byData = decidedAmong(apart.filter(({ rules }) => rules));
    const toldNone = apart.map(({ workflow: { id } }) => ` ${id}: no state lists anything there.`).join("");
    const value: Gating = {
      gating: "listed",
      ...listing,
      ...lists,
      ...none,
      workflows,
      ...more,
      ...unlisted,
      ...beyond,
      ...byData,
    };
    return {
      value,
      evidence: `The state lists at ${pathText(listing.path)} what may come next; ${walked}. ${rulesText(bound)}${told}${toldOwn}${toldNone}${toldOutside}${toldBusy}${toldRefused}`,
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

function byWhom(byAnother: Learnt["byAnother"]): string {
  const byKind = Map.groupBy(Object.entries(byAnother), ([, by]) => barredText(by));
  return [...byKind].map(([text, all]) => `${all.map(([key]) => key).join(" and ")} ${text}`).join(", ");
}

/** The workflows of which actions ask for files, or for none, whereas others ask otherwise, or the refusals say so. */
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
