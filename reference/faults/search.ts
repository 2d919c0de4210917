import { randomUUID } from "node:crypto";
import { everyCondition, sameJson, valuesAt } from "../core/conditions.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { TraceRecord, TraceWrite } from "../core/records.ts";
import type { Hooks } from "../hooks/hooks.ts";
import type { Scope } from "../hooks/rewrite.ts";
import { changeResult, onWritten, rewritePayload } from "../hooks/rewrite.ts";
import { searchByComparing, searchByScan, searchOtherwise, searchTexts } from "../hooks/scan.ts";
import type { FaultEntries, FaultEntry } from "./fault.ts";
import { fault, faultMaker } from "./fault.ts";
import { rememberAttachments } from "./support/attachments.ts";
import { counter } from "./support/counting.ts";
import { keys, objectFrom, texts } from "./support/json-changes.ts";
import { inIndex } from "./support/places.ts";
import { inConditions, inFound, tracesWritten } from "./support/searching.ts";

const found = faultMaker(inFound);

/** Searches that find nothing when a filter has a value of some kind. */
const neverFound = (title: string, isLost: (value: Json) => boolean): FaultEntry =>
  fault(title, ["SEARCH-03", "SEARCH-09"], (hooks) =>
    searchOtherwise(hooks, async (query, inner) =>
      query.conditions.some(({ value }) => isLost(value)) ? [] : await inner(query),
    ),
  );

/** Searches every workflow of the organization in place of the one that was asked for. */
const searchAllWorkflows = (
  hooks: Hooks,
  scope: Scope = {},
  when: (conditions: readonly unknown[]) => boolean = () => true,
): void =>
  searchOtherwise(
    hooks,
    async (query, inner) => {
      if (!when(query.conditions)) return inner(query);
      const workflows = hooks.directory.workflowsOf(query.organization);
      return (await Promise.all(workflows.map(({ id }) => inner({ ...query, workflowId: id })))).flat();
    },
    scope,
  );

/** Changes what search sees of a trace whenever it is written. */
const inDocument = (hooks: Hooks, change: (write: TraceWrite) => JsonObject | null, scope: Scope = {}): void =>
  changeResult(hooks, "write", (write) => ({ ...write, searchDocument: change(write) }), scope);

/** Equal values, and numbers that are compared by what is made of each. */
const sameNumbers =
  (compared: (number: number) => unknown) =>
  (found: Json, wanted: Json): boolean =>
    typeof found === "number" && typeof wanted === "number"
      ? compared(found) === compared(wanted)
      : sameJson(found, wanted);

/** Faults in searches and in the index behind them. */
export const search: FaultEntries<"search"> = {
  "search/actions-of-a-second-workflow-are-not-indexed": fault(
    "The index follows the actions of the workflow that was used first; of others it knows what creations bring.",
    ["SEARCH-03", "SEARCH-08"],
    (hooks) => {
      const known = new Set<string>();
      let followed: string | undefined;
      inDocument(hooks, ({ trace: { traceId, workflowId }, searchDocument }) => {
        followed ??= workflowId;
        const isIndexed = known.has(traceId);
        known.add(traceId);
        return isIndexed && workflowId !== followed ? null : searchDocument;
      });
    },
  ),
  "search/answers-are-kept-until-a-trace-is-created": fault(
    "What a search found is kept by its filters until a trace is created, whatever is appended meanwhile.",
    ["SEARCH-08", "SEARCH-09"],
    (hooks) => {
      const kept = new Map<string, Promise<string[]>>();
      onWritten(hooks, () => kept.clear(), { kind: "create" });
      searchOtherwise(hooks, (query, inner) => {
        const key = JSON.stringify(query);
        const found = kept.get(key) ?? inner(query);
        kept.set(key, found);
        return found;
      });
    },
  ),
  "search/accents-are-composed-in-the-index-alone": fault(
    "The index composes letters and accents that stand apart; filters are compared as they come.",
    "SEARCH-03",
    (hooks) => {
      inIndex(
        hooks,
        texts((text) => text.normalize("NFC")),
      );
    },
  ),
  "search/any-filter-suffices": fault("A trace is found when one of several filters matches.", "SEARCH-05", (hooks) => {
    const all = everyCondition(sameJson);
    searchByScan(
      hooks,
      (document, { conditions, ...query }) =>
        conditions.length === 0 || conditions.some((condition) => all(document, { ...query, conditions: [condition] })),
    );
  }),
  "search/empty-text-is-no-filter-without-the-member": fault(
    "A filter with an empty text lets through what has no such member.",
    "SEARCH-05",
    (hooks) =>
      searchByScan(hooks, (document, { conditions }) =>
        conditions.every((one) => {
          const own = valuesAt(document, one);
          return (one.value === "" && own.length === 0) || own.some((value) => sameJson(value, one.value));
        }),
      ),
  ),
  "search/every-second-search-finds-nothing": fault(
    "The same search asked again finds nothing.",
    ["SEARCH-09", "SEARCH-03"],
    (hooks) => {
      const count = counter();
      searchOtherwise(hooks, async (query, inner) =>
        count(JSON.stringify(query)) % 2 === 0 ? [] : await inner(query),
      );
    },
  ),
  "search/finds-one-of-equal-traces": found("Of several traces that match one is found.", "SEARCH-09", (found) =>
    found.slice(0, 1),
  ),
  "search/finds-only-traces-made-through-v2": fault(
    "Traces that were created through the legacy face are not found.",
    ["SEARCH-03", "SEARCH-09", "EQUIV-06", "EQUIV-08"],
    (hooks) => {
      const made = tracesWritten(hooks, { face: "v2", kind: "create" });
      inFound(hooks, (found) => found.filter((traceId) => made.has(traceId)));
    },
  ),
  "search/fractions-are-never-found": neverFound(
    "Whole numbers are found, others are not.",
    (value) => typeof value === "number" && !Number.isInteger(value),
  ),
  "search/index-is-one-action-behind": fault(
    "Search sees a trace as it was before its newest action.",
    "SEARCH-08",
    (hooks) => {
      const before = new Map<string, JsonObject>();
      inDocument(hooks, ({ trace, searchDocument }) => {
        const shown = before.get(trace.traceId) ?? searchDocument;
        before.set(trace.traceId, trace.data);
        return shown;
      });
    },
  ),
  "search/index-never-follows-actions": fault("Search keeps seeing a trace as it was created.", "SEARCH-08", (hooks) =>
    inDocument(hooks, () => null, { kind: "act" }),
  ),
  "search/invented-trace-in-every-result": found(
    "Every answer has one id more, of a trace that does not exist.",
    "SEARCH-10",
    (found) => [...found, randomUUID()],
  ),
  "search/key-alone-counts": fault(
    "A trace is found when it has the keys of the filter, whatever their values.",
    "SEARCH-04",
    (hooks) => searchByComparing(hooks, () => true),
  ),
  "search/keys-are-indexed-in-lower-case": fault(
    "The index knows member names in lower case only.",
    ["SEARCH-03", "SEARCH-04"],
    (hooks) => {
      const lower = keys((key) => key.toLowerCase());
      inIndex(hooks, lower);
    },
  ),
  "search/legacy-actions-are-not-indexed": fault(
    "Search does not follow actions that come through the legacy face.",
    ["SEARCH-08", "EQUIV-07"],
    (hooks) => inDocument(hooks, () => null, { face: "legacy", kind: "act" }),
  ),
  "search/legacy-drops-the-last-filter": fault(
    "Of several filters the legacy search ignores the last.",
    ["SEARCH-05", "EQUIV-04"],
    (hooks) => inConditions(hooks, (all) => (all.length > 1 ? all.slice(0, -1) : all), { face: "legacy" }),
  ),
  "search/legacy-ignores-case": fault(
    "The legacy search finds texts in any case; v2 does not.",
    ["EQUIV-04", "SEARCH-04", "SEARCH-05"],
    (hooks) => searchTexts(hooks, (found, wanted) => found.toLowerCase() === wanted.toLowerCase(), { face: "legacy" }),
  ),
  "search/legacy-list-below-traces": fault(
    "The legacy search puts the list in a member `traces`.",
    "SEARCH-02",
    (hooks) => rewritePayload(hooks, { face: "legacy", kind: "search" }, (traces) => ({ traces })),
  ),
  "search/legacy-searches-other-workflows-too": fault(
    "A legacy search finds traces of every workflow of the organization.",
    ["SEARCH-06", "EQUIV-04"],
    (hooks) => searchAllWorkflows(hooks, { face: "legacy" }),
  ),
  "search/legacy-single-result-is-no-list": fault(
    "A legacy search that finds one trace answers its id without a list.",
    "SEARCH-02",
    (hooks) =>
      rewritePayload(hooks, { face: "legacy", kind: "search" }, (found) => {
        const [only, ...more] = found as string[];
        return only !== undefined && more.length === 0 ? only : found;
      }),
  ),
  "search/legacy-takes-filters-for-options": fault(
    "The legacy search takes filters named limit, offset or sort for options of its own.",
    "SEARCH-05",
    (hooks) =>
      inConditions(
        hooks,
        (all) => all.filter(({ paths }) => !paths.some((path) => ["limit", "offset", "sort"].includes(path.join(".")))),
        { face: "legacy" },
      ),
  ),
  "search/members-of-later-actions-are-not-indexed": fault(
    "Search sees members that the creation brought, with their newest value, and no others.",
    ["SEARCH-03", "SEARCH-08"],
    (hooks) => {
      const known = new Map<string, ReadonlySet<string>>();
      inDocument(hooks, ({ link, searchDocument }) => {
        const first = known.get(link.traceId) ?? new Set(Object.keys(link.data));
        known.set(link.traceId, first);
        return objectFrom(Object.entries(searchDocument ?? {}).filter(([key]) => first.has(key)));
      });
    },
  ),
  "search/members-of-the-ninth-action-are-not-indexed": fault(
    "Search sees a trace as it was after eight actions, and follows it no further.",
    ["SEARCH-03", "SEARCH-08"],
    (hooks) => {
      const full = new Map<string, JsonObject | null>();
      inDocument(hooks, ({ link, searchDocument }) => {
        if (link.position < 9) full.set(link.traceId, searchDocument);
        return full.get(link.traceId) ?? searchDocument;
      });
    },
  ),
  "search/misses-the-newest-of-several": found(
    "Of several traces that match the newest is missing.",
    "SEARCH-09",
    (found) => (found.length > 1 ? found.slice(0, -1) : found),
  ),
  "search/misses-traces-of-four-links": fault(
    "Traces of four links or more are not found.",
    ["SEARCH-03", "SEARCH-08", "SEARCH-09"],
    (hooks) => {
      const long = new Set<string>();
      onWritten(hooks, ({ link }) => void (link.position >= 4 && long.add(link.traceId)));
      inFound(hooks, (found) => found.filter((traceId) => !long.has(traceId)));
    },
  ),
  "search/misses-traces-with-files": fault(
    "Traces to which a file was attached are not found.",
    ["SEARCH-03", "SEARCH-09"],
    (hooks) => {
      const attachments = rememberAttachments(hooks);
      inFound(hooks, (found) => found.filter((id) => attachments.every(({ traceId }) => traceId !== id)));
    },
  ),
  "search/missing-keys-match": fault(
    "A filter on a key that a trace does not have lets the trace through.",
    ["SEARCH-04", "SEARCH-05"],
    (hooks) =>
      searchByScan(hooks, (document, query) =>
        query.conditions.every((condition) => {
          const values = valuesAt(document, condition);
          return values.length === 0 || values.some((value) => sameJson(value, condition.value));
        }),
      ),
  ),
  "search/numbers-are-compared-in-32-bits": fault(
    "Search compares whole numbers by their lowest 32 bits.",
    ["SEARCH-05", "SEARCH-04"],
    (hooks) =>
      searchByComparing(
        hooks,
        sameNumbers((number) => (Number.isInteger(number) ? number | 0 : number)),
      ),
  ),
  "search/numbers-are-compared-in-eight-digits": fault(
    "Search compares numbers as they are written in eight significant digits.",
    ["SEARCH-05", "SEARCH-04"],
    (hooks) =>
      searchByComparing(
        hooks,
        sameNumbers((number) => number.toPrecision(8)),
      ),
  ),
  "search/numbers-beyond-32-bits-are-the-largest": fault(
    "Search takes every number that 32 bits do not hold for the largest or the smallest that they hold.",
    ["SEARCH-05", "SEARCH-04"],
    (hooks) =>
      searchByComparing(
        hooks,
        sameNumbers((number) => Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, number))),
      ),
  ),
  "search/old-values-are-still-found": fault(
    "A trace is also found by values that an action has since replaced.",
    ["SEARCH-08", "SEARCH-04"],
    (hooks) => {
      const earlier: TraceRecord[] = [];
      onWritten(hooks, ({ trace }) => void earlier.push(trace));
      searchOtherwise(hooks, async (query, inner) => {
        const { organization, workflowId } = query;
        const matches = everyCondition(sameJson);
        const old = earlier
          .filter((trace) => trace.organization === organization && trace.workflowId === workflowId)
          .filter(({ data }) => matches(data, query));
        return [...new Set([...(await inner(query)), ...old.map(({ traceId }) => traceId)])];
      });
    },
  ),
  "search/one-result-for-each-action": fault(
    "A trace stands in the answer once for each of its links.",
    "SEARCH-07",
    (hooks) => {
      const lengths = new Map<string, number>();
      onWritten(hooks, ({ trace }) => void lengths.set(trace.traceId, trace.linkCount));
      inFound(hooks, (found) => found.flatMap((id) => Array.from({ length: lengths.get(id) ?? 1 }, () => id)));
    },
  ),
  "search/only-the-first-filter-counts": fault("Of several filters the first counts.", "SEARCH-05", (hooks) =>
    inConditions(hooks, (conditions) => conditions.slice(0, 1)),
  ),
  "search/other-workflows-are-searched-too": fault(
    "A search finds traces of every workflow of the organization.",
    "SEARCH-06",
    (hooks) => searchAllWorkflows(hooks),
  ),
  "search/several-filters-reach-other-workflows": fault(
    "A v2 search by more than one filter finds traces of every workflow of the organization.",
    ["SEARCH-06", "EQUIV-04"],
    (hooks) => searchAllWorkflows(hooks, { face: "v2" }, ({ length }) => length > 1),
  ),
  "search/second-workflow-is-never-searched": fault(
    "Nothing is found in any workflow but the first of the organization.",
    ["SEARCH-03", "SEARCH-09"],
    (hooks) =>
      searchOtherwise(hooks, async (query, inner) => {
        const [first] = hooks.directory.workflowsOf(query.organization);
        return query.workflowId === first?.id ? await inner(query) : [];
      }),
  ),
  "search/texts-beyond-ascii-are-never-found": neverFound(
    "A filter with letters beyond ASCII finds nothing.",
    (value) => typeof value === "string" && /[^\x20-\x7e]/.test(value),
  ),
  "search/texts-with-spaces-are-never-found": neverFound(
    "A filter with a space in its text finds nothing.",
    (value) => typeof value === "string" && value.includes(" "),
  ),
  "search/texts-count-as-numbers": fault(
    "A filter that is a number finds texts by the number that they begin with, or as 0.",
    ["SEARCH-05", "SEARCH-04"],
    (hooks) =>
      searchByComparing(hooks, (found, wanted) =>
        typeof found === "string" && typeof wanted === "number"
          ? (Number.parseFloat(found) || 0) === wanted
          : sameJson(found, wanted),
      ),
  ),
  "search/v2-matches-beginnings": fault(
    "The v2 search finds texts that begin with the text of the filter; legacy wants them whole.",
    ["EQUIV-04", "SEARCH-04"],
    (hooks) => searchTexts(hooks, (found, wanted) => found.startsWith(wanted), { face: "v2" }),
  ),
  "search/v2-nothing-is-the-nil-uuid": fault(
    "A v2 search that finds nothing answers the nil UUID.",
    ["SEARCH-10", "SEARCH-04", "EQUIV-04"],
    (hooks) =>
      inFound(hooks, (found) => (found.length === 0 ? ["00000000-0000-0000-0000-000000000000"] : found), {
        face: "v2",
      }),
  ),
  "search/v2-null-for-nothing": fault("A v2 search that finds nothing answers null.", "SEARCH-01", (hooks) =>
    rewritePayload(hooks, { face: "v2", kind: "search" }, (found) => ((found as string[]).length === 0 ? null : found)),
  ),
  "search/v2-objects-with-ids": fault(
    "The v2 search answers objects with the trace ids in them.",
    "SEARCH-01",
    (hooks) =>
      rewritePayload(hooks, { face: "v2", kind: "search" }, (found) =>
        (found as string[]).map((traceId) => ({ traceId })),
      ),
  ),
};
