/** Which requests must be accepted by anyone. */
import { someCanHold } from "../../spec/data-schemas/holds.ts";
import { takesData } from "../../spec/data-schemas/follows.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import { isJsonObject, type Json } from "../../spec/vocabulary/json.ts";
import type { JudgingContext } from "../../spec/vocabulary/judgement.ts";
import { readingOf } from "../../spec/vocabulary/profile.ts";
import type { WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { traceKey, traceOf, type World } from "../model/world.ts";
import { isProbing, isThrottled } from "./exchanges.ts";

/** Files that an action may be expected to take. */
const mostPlainFiles = 3;

/**
 * True for a well-formed request with usual input on things that exist and belong to the caller. Whatever the interface
 * leaves to the target (limits, combinations of page arguments, unusual values, other users) is not plain.
 */
export function isPlain(exchange: Exchange, world: World, context: JudgingContext): boolean {
  if (exchange.defects.length > 0 || exchange.features.length > 0) return false;
  if (isProbing(exchange) || isThrottled(exchange)) return false;
  if (isConflict(exchange)) return false;
  const { intent } = exchange;
  if (exchange.actor === "second") return intent.kind.startsWith("login");
  if ("traceId" in intent && !world.traces.has(traceKey(intent.traceId))) return false;
  switch (intent.kind) {
    case "create":
    case "act": {
      // How many files an action takes is not shown.
      if (intent.files.length > mostPlainFiles) return false;
      const action = typeof intent.actionKey === "string" ? { action: intent.actionKey } : {};
      return takesData(
        context.target.workflows,
        { purpose: intent.kind, workflow: intent.workflow, ...action },
        intent.data,
      );
    }
    case "details":
      // Without a reading the `input` of the legacy details is a guess, and a wrong one may be refused.
      if (exchange.face === "legacy" && !readingOf(context.profile, "legacy-details-input")) return false;
      return isPlainPage(intent.page as { [argument: string]: Json | undefined }, context);
    case "files":
      // Without a reading the name and style of the list are a guess, and a wrong one may be refused.
      return (
        readingOf(context.profile, "digest-list-query") !== undefined &&
        intent.requested.length > 0 &&
        new Set(intent.requested.map(({ digest }) => digest)).size === intent.requested.length &&
        intent.requested.every((requested) => belongs(exchange, requested.file, world))
      );
    case "file":
      return belongs(exchange, intent.requested.file, world);
    case "search":
      return (
        intent.workflow !== undefined &&
        isPlainFilter(intent.filters, context) &&
        isWithinSchemas(intent.filters, context.target.workflows[intent.workflow]) &&
        hasIndexedKeys(exchange, world, context)
      );
    case "workflows":
      return intent.organization === context.target.organization;
    case "login-credential":
    case "login-private-key":
      return true;
    default:
      return true;
  }
}

/**
 * An action that is refused because another on the same trace was under way. Nothing is said of writes at the same time;
 * whoever refuses one of them so loses nothing.
 */
function isConflict({ intent, response, step }: Exchange): boolean {
  return intent.kind === "act" && step.includes(".") && [409, 412, 423, 425].includes(response?.status ?? 0);
}

function belongs(exchange: Exchange, file: { readonly exchange: number } | undefined, world: World): boolean {
  const trace = traceOf(world, exchange);
  return file !== undefined && (trace?.actions.some((action) => action.exchange.index === file.exchange) ?? false);
}

/** One end and a size, with or without the cursor that goes with it, or no arguments at all. */
function isPlainPage(page: { readonly [argument: string]: Json | undefined }, context: JudgingContext): boolean {
  const given = Object.keys(page)
    .filter((argument) => page[argument] !== undefined)
    .sort()
    .join("+");
  if (!["", "first", "last", "after+first", "before+last"].includes(given)) return false;
  const combination =
    given === "after+first" ? "first-after" : given === "before+last" ? "last-before" : given || "none";
  const combinations = readingOf(context.profile, "page-combinations");
  if (given.includes("+") && combinations?.[combination as "first-after"] === "refused") return false;
  const size = page["first"] ?? page["last"];
  if (size === undefined) return true;
  if (typeof size !== "number" || !Number.isInteger(size) || size < 1) return false;
  const limits = readingOf(context.profile, "page-size");
  return size <= (limits?.beyondCap === "refused" && limits.cap !== null ? limits.cap : 20);
}

/** What no data of the workflow can have may be refused as a filter too. */
function isWithinSchemas(filters: Json, workflow: WorkflowDescription | undefined): boolean {
  if (!workflow || workflow.actions.length === 0 || !isJsonObject(filters)) return true;
  return Object.entries(filters).every(([key, value]) => someCanHold(workflow.actions, key.split("."), value));
}

/**
 * True when every key of the filter stands in data that this history sent to the same workflow, for as long as the index
 * may lag where it does: what child attributes a filter may have is not shown, so others may be refused.
 */
function hasIndexedKeys({ intent, sentAtMs }: Exchange, world: World, context: JudgingContext): boolean {
  if (intent.kind !== "search" || !isJsonObject(intent.filters)) return false;
  const lags = (readingOf(context.profile, "search-lag")?.ms ?? 0) > 0;
  const indexedMs = sentAtMs - (lags ? context.target.searchLagMs : 0);
  const data = [...world.traces.values()].flatMap(({ actions }) =>
    actions
      .filter(({ workflow, exchange }) => workflow === intent.workflow && exchange.receivedAtMs <= indexedMs)
      .map((action) => action.data),
  );
  return Object.keys(intent.filters).every((key) => data.some((one) => isJsonObject(one) && Object.hasOwn(one, key)));
}

function isPlainFilter(filters: Json, context: JudgingContext): boolean {
  const keys = readingOf(context.profile, "search-keys");
  if (!keys || !isJsonObject(filters)) return false;
  const members = Object.entries(filters);
  return (
    members.length > 0 &&
    members.every(
      ([key, value]) => /^[A-Za-z][A-Za-z0-9_]*$/.test(key) && value !== null && keys.valueTypes.includes(typeof value),
    )
  );
}
