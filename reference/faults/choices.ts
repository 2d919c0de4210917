import { changeResult, members, rewritePayload } from "../hooks/rewrite.ts";
import type { Scope } from "../hooks/rewrite.ts";
import type { JsonObject } from "../core/json.ts";
import type { TraceRecord } from "../core/records.ts";
import type { Hooks } from "../hooks/hooks.ts";
import { searchOtherwise } from "../hooks/scan.ts";
import type { FaultEntries, FaultEntry } from "./fault.ts";
import { fault } from "./fault.ts";
import { inFoundLinks } from "./support/places.ts";

/** A state that is made of other things than the data. */
const shown = (title: string, requirement: FaultEntry["requirement"], show: (trace: TraceRecord) => JsonObject) =>
  fault(title, requirement, (hooks) => changeState(hooks, show));

function changeState(hooks: Hooks, show: (trace: TraceRecord) => JsonObject, scope: Scope = {}): void {
  hooks.around(
    "presentState",
    (inner) => (call, trace) =>
      scope.face === undefined || call.face === scope.face ? show(trace) : inner(call, trace),
  );
}

/** Nothing is found by number or boolean, and nothing says so. */
const neverMatches = (hooks: Hooks, kinds: readonly string[]): void =>
  searchOtherwise(hooks, async (query, inner) =>
    query.conditions.some(({ value }) => kinds.includes(typeof value)) ? [] : await inner(query),
  );

/** Faults that look like one of the choices which the interface leaves open. */
export const choices: FaultEntries<"choices"> = {
  "choices/after-and-before-are-ignored": fault(
    "The cursors `after` and `before` are taken and have no effect.",
    ["PAGE-03", "PAGE-04"],
    (hooks) => changeResult(hooks, "readPage", ({ first, last }) => ({ first, last })),
  ),
  "choices/first-and-last-are-ignored": fault(
    "The numbers `first` and `last` are taken and have no effect.",
    ["PAGE-01", "PAGE-02"],
    (hooks) => changeResult(hooks, "readPage", ({ after, before }) => ({ after, before })),
  ),
  "choices/page-arguments-are-ignored": fault(
    "No page argument has any effect: every page is the first.",
    ["PAGE-01", "PAGE-02"],
    (hooks) => changeResult(hooks, "readPage", () => ({})),
  ),
  "choices/legacy-links-hide-the-data": fault(
    "The links of the legacy face show no data, those of v2 do.",
    ["DETAILS-07", "DETAILS-11"],
    (hooks) =>
      rewritePayload(hooks, { face: "legacy", kind: "details" }, (payload) => ({
        ...members(payload),
        links: linksOf(payload).map(({ data: _, ...rest }) => rest),
      })),
  ),
  "choices/legacy-state-is-empty": fault(
    "The legacy state is always empty, the v2 state is not.",
    ["EQUIV-01"],
    (hooks) => changeState(hooks, () => ({}), { face: "legacy" }),
  ),
  "choices/links-are-empty": fault("Every link is an empty object.", "DETAILS-12", (hooks) =>
    rewritePayload(hooks, { kind: "details" }, (payload) => ({
      ...members(payload),
      links: linksOf(payload).map(() => ({})),
    })),
  ),
  "choices/links-are-all-the-same": fault("Every link shows the workflow alone.", "DETAILS-12", (hooks) =>
    rewritePayload(hooks, { kind: "details" }, (payload) => ({
      ...members(payload),
      links: linksOf(payload).map(({ workflowId }) => ({ workflowId: workflowId ?? null })),
    })),
  ),
  "choices/links-are-empty-and-the-state-too": fault("Neither links nor states show anything.", "STATE-08", (hooks) => {
    changeState(hooks, () => ({}));
    rewritePayload(hooks, { kind: "details" }, (payload) => ({
      ...members(payload),
      links: linksOf(payload).map(({ linkId }) => ({ linkId: linkId ?? null })),
    }));
  }),
  "choices/links-name-the-action-before": fault(
    "A link names the key of the action before it.",
    "DETAILS-13",
    (hooks) =>
      inFoundLinks(hooks, (links) =>
        links.map((link, index) => ({ ...link, actionKey: links[index - 1]?.actionKey ?? link.actionKey })),
      ),
  ),
  "choices/numbers-are-never-found": fault("A filter whose value is a number finds nothing.", "SEARCH-03", (hooks) =>
    neverMatches(hooks, ["number"]),
  ),
  "choices/only-texts-are-found": fault("Filters whose values are no texts find nothing.", "SEARCH-03", (hooks) =>
    neverMatches(hooks, ["number", "boolean", "object"]),
  ),
  "choices/search-finds-nothing": fault("A search finds nothing, whatever it is for.", "SEARCH-03", (hooks) =>
    searchOtherwise(hooks, () => Promise.resolve([])),
  ),
  "choices/state-is-always-empty": shown("The state is always empty.", "STATE-08", () => ({})),
  "choices/state-is-always-empty-below-data": shown("The data of the state are always empty.", "STATE-08", () => ({
    data: {},
  })),
  "choices/state-is-always-the-same": shown("The state is always the same text.", "STATE-08", () => ({
    status: "active",
  })),
  "choices/state-names-the-trace-alone": shown("The state shows the id of the trace.", "STATE-08", (trace) => ({
    traceId: trace.traceId,
    workflowId: trace.workflowId,
  })),
  "choices/no-cursors-beyond-the-first-page": fault(
    "Pages of five links, and no cursor to go on with.",
    ["PAGE-14"],
    (hooks) => {
      hooks.policy.page.cursors = { start: false, end: false };
      hooks.policy.page.defaultSize = 5;
      hooks.policy.page.maxSize = 5;
    },
  ),
  "choices/only-the-newest-links-are-kept": fault(
    "Details show the newest three links alone.",
    ["PAGE-01", "PAGE-12", "DETAILS-06"],
    (hooks) => inFoundLinks(hooks, (links) => links.slice(-3)),
  ),
};

const linksOf = (payload: unknown): readonly JsonObject[] => {
  const { links } = members(payload);
  return Array.isArray(links) ? (links as JsonObject[]) : [];
};
