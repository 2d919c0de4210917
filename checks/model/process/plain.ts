/** Which requests every conformant target must accept. */
import { isAction } from "../../../spec/readings/actions.ts";
import { withTexts } from "../../../spec/readings/shown-values.ts";
import { someCanHold } from "../../../spec/data-schemas/holds.ts";
import { takesData } from "../../../spec/data-schemas/follows.ts";
import { stateReadingOf } from "../../../spec/readings/state-data.ts";
import { outcomeOf, succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange, Intent, ResolvedPage } from "../../../spec/vocabulary/history.ts";
import { fitsPolicy } from "../../../spec/readings/file-policy.ts";
import { isFailedEffect } from "../../../spec/readings/failed-effect.ts";
import { isFormSoughtInVain } from "../../../spec/readings/forms.ts";
import { isJsonObject, type Json } from "../../../spec/json.ts";
import type { Face } from "../../../spec/operations.ts";
import { mostAskable } from "../../../spec/readings/page-size.ts";
import type { PageCombination } from "../../../spec/vocabulary/profile.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { isThrottled } from "../../support/exchanges.ts";
import type { Case } from "../case.ts";
import { handedCursors } from "../links/handed-cursors.ts";
import { combinationOf } from "../links/page-arguments.ts";
import { meansOwn } from "../own-names.ts";
import { isSealed } from "../files/sealed-files.ts";
import { hasIndexedKeys, isUnknownToStates } from "./indexed-keys.ts";
import { bringsOnceMore, namesNothingBrought, namesThingOfAnother, namesWhatAnotherNames } from "./names-brought.ts";
import { namesRefused } from "./names-refused.ts";
import { refusedByProcess } from "./refused-by-process.ts";
import { isRefusedRepeat } from "./repeated-creations.ts";

type SearchIntent = Extract<Intent, { kind: "search" }>;

/** More files than this may be refused; the interface speaks of file parts in the plural. */
const mostPlainFiles = 2;
/** A target must be able to put so many files into an archive. */
const mostPlainDigests = 50;
/** The page size that may be asked for where no limit is known. */
const mostPlainLinks = 20;
/** A search may require so many characters of a text. */
const leastPlainText = 3;

/**
 * The well-formed requests with ordinary input about things that exist and belong to the caller. What the interface
 * leaves open (limits, combinations of page arguments, unusual values, other users) is not plain.
 */
export const plainRequests = (subject: Case): ReadonlySet<Exchange> =>
  new Set(subject.exchanges.filter((exchange) => isPlain(exchange, subject)));

function isPlain(exchange: Exchange, subject: Case): boolean {
  if (exchange.defects.length > 0 || exchange.traits.length > 0) return false;
  if (isThrottled(exchange) || isConflict(exchange) || subject.view(refusedByProcess).has(exchange)) return false;
  // The effect of an action elsewhere may fail.
  if (isFailedEffect(exchange, subject.observed("failing-effects"))) return false;
  const { intent } = exchange;
  if (exchange.actor !== "first") return intent.kind.startsWith("login");
  if ("traceId" in intent && !subject.traceOf(exchange)) return false;
  switch (intent.kind) {
    case "create":
    case "act": {
      // If every creation was refused, it is unknown which data are required.
      if (intent.kind === "create" && isFormSoughtInVain(subject.profile)) return false;
      if (isRefusedRepeat(exchange, subject)) return false;
      // How many files an action takes is not shown.
      if (intent.files.length > mostPlainFiles || isBeyondFiles(exchange, intent.files.length, subject)) return false;
      if (!bringsWhatItShould(exchange, subject) || namesRefused(exchange, subject)) return false;
      if (namesNothingBrought(exchange, subject) || bringsOnceMore(exchange, subject)) return false;
      if (!succeeded(exchange) && namesWhatAnotherNames(exchange, subject)) return false;
      const mayNameWrong = intent.isGuess === true || namesThingOfAnother(exchange, subject);
      if (outcomeOf(exchange) === "refused" && mayNameWrong) return false;
      // A form made from examples may be narrower than what is accepted.
      if (succeeded(exchange)) return true;
      const action = typeof intent.actionKey === "string" ? { action: intent.actionKey } : {};
      return takesData(
        subject.target.workflows,
        { purpose: intent.kind, workflow: intent.workflow, ...action },
        // The form has the text of the example where the action refers to a thing of its trace.
        withTexts(intent.data, intent.stoodFor ?? {}),
      );
    }
    case "details":
      // Without a reading the `input` of the legacy details is a guess, and a wrong one may be refused.
      if (exchange.face === "legacy" && !subject.observed("legacy-details-input")) return false;
      return isPlainPage(intent.page, exchange.face, subject) && !subject.view(handedCursors).has(exchange);
    case "files":
      // Without a reading the name and style of the list are a guess, and a wrong one may be refused.
      return (
        subject.observed("digest-list-query") !== undefined &&
        intent.requested.length > 0 &&
        intent.requested.length <= mostPlainDigests &&
        new Set(intent.requested.map(({ digest }) => digest)).size === intent.requested.length &&
        intent.requested.every((requested) => belongs(exchange, requested.file, subject)) &&
        !isSealed(exchange, subject)
      );
    case "file":
      return belongs(exchange, intent.requested.file, subject) && !isSealed(exchange, subject);
    case "search":
      return (
        intent.workflow !== undefined &&
        // Until the last attempt, an index may lag.
        intent.last &&
        isPlainFilter(intent.filters, subject) &&
        !meansOwn(intent.filters, subject) &&
        !isNeverShown(intent, subject) &&
        isWithinSchemas(intent.filters, subject.target.workflows[intent.workflow]) &&
        hasIndexedKeys(exchange, intent, subject) &&
        !isUnknownToStates(intent, subject)
      );
    case "workflows":
      return intent.organization === subject.target.organization;
    default:
      return true;
  }
}

/** False where the action is known to take other files, or to require some. */
function bringsWhatItShould({ intent }: Exchange, { target }: Case): boolean {
  if (!isAction(intent)) return true;
  const { actions = [] } = target.workflows[intent.workflow] ?? {};
  const wants = actions.find(({ key }) => key === intent.actionKey)?.files;
  return fitsPolicy(
    wants,
    intent.files.map(({ fileName }) => fileName),
  );
}

/** True where the trace may have the maximum number of files, or would exceed it. */
function isBeyondFiles(exchange: Exchange, count: number, subject: Case): boolean {
  const most = subject.observed("input-features")?.mostFiles;
  if (most === undefined || count === 0) return false;
  const { actions = [], indeterminate = [] } = subject.traceOf(exchange) ?? {};
  const before = [...actions, ...indeterminate].filter(
    (action) => action.exchange !== exchange && action.exchange.sentAtMs < exchange.receivedAtMs,
  );
  return before.reduce((sum, { files }) => sum + files.length, count) > most;
}

/**
 * True for an action refused because another on the trace was under way. The interface does not say how parallel writes
 * are handled, and a refusal loses no data.
 */
function isConflict({ intent, response, parallel }: Exchange): boolean {
  return intent.kind === "act" && parallel === true && [409, 412, 423, 425].includes(response?.status ?? 0);
}

function belongs(exchange: Exchange, file: { readonly exchange: number } | undefined, subject: Case): boolean {
  const { actions = [] } = subject.traceOf(exchange) ?? {};
  return actions.some((action) => action.exchange.index === file?.exchange && action.files.length > 0);
}

/** True for a page from one end, with or without the cursor on that side, or without arguments. */
function isPlainPage(page: ResolvedPage, face: Face, subject: Case): boolean {
  const combination = combinationOf(page);
  if (!["none", "first", "last", "first-after", "last-before"].includes(combination)) return false;
  const combinations = subject.observed("page-combinations");
  if (combination.includes("-") && combinations?.[combination as PageCombination] === "refused") return false;
  const size = page.first ?? page.last;
  if (size === undefined) return true;
  if (typeof size !== "number" || !Number.isInteger(size) || size < 1) return false;
  const most = mostAskable(subject.observed("page-size"), face);
  return size <= (most === Infinity ? mostPlainLinks : most);
}

/** True for a filter by a member that states never show, which may be refused as filters are about state data. */
function isNeverShown({ filters, workflow = 0 }: SearchIntent, subject: Case): boolean {
  const { absent = [], unnamed = [] } = stateReadingOf(subject.profile, subject.target.workflows[workflow]) ?? {};
  const never = [...absent, ...unnamed];
  return isJsonObject(filters) && Object.keys(filters).some((key) => never.includes(key.split(".")[0] ?? ""));
}

/** A filter that no data of the workflow can match may be refused. */
function isWithinSchemas(filters: Json, workflow: WorkflowDescription | undefined): boolean {
  if (!workflow || workflow.actions.length === 0 || !isJsonObject(filters)) return true;
  return Object.entries(filters).every(([key, value]) => someCanHold(workflow.actions, key.split("."), value));
}

/** The interface does not show which texts are too short. */
const isShort = (value: Json): boolean => typeof value === "string" && [...value].length < leastPlainText;

function isPlainFilter(filters: Json, subject: Case): boolean {
  const keys = subject.observed("search-keys");
  if (!keys || !isJsonObject(filters)) return false;
  const members = Object.entries(filters);
  return (
    members.length > 0 &&
    members.every(
      ([key, value]) =>
        /^[A-Za-z][A-Za-z0-9_]*$/.test(key) &&
        value !== null &&
        keys.valueTypes.includes(typeof value) &&
        !isShort(value),
    )
  );
}
