import type { Call } from "../core/call.ts";
import { getOwn } from "../core/json.ts";
import type { FileRecord, Page, TraceWrite, WorkflowItem, ArchiveEntry } from "../core/records.ts";
import { notFound } from "../core/refusal.ts";
import { mapObject } from "../hooks/map-object.ts";
import { changeResult, onWritten } from "../hooks/rewrite.ts";
import { shallowMerge } from "../policy/state.ts";
import type { FaultEntries } from "./fault.ts";
import { fault } from "./fault.ts";
import { rememberAttachments, traceIdOf } from "./support/attachments.ts";
import { inUploads } from "./support/bytes.ts";
import { counter } from "./support/counting.ts";
import { foldOtherwise } from "./support/folding.ts";
import { inRequest } from "./support/paging.ts";
import { hideTraces, inFoundLinks, inInput, inLinkRecord, inState, inWrittenLink } from "./support/places.ts";
import { inFound, tracesWritten } from "./support/searching.ts";

/** Differences between what the two faces show of one history. */
export const equivalence: FaultEntries<"equivalence"> = {
  "equivalence/legacy-action-forgets-its-files": fault(
    "The legacy link accepts files and forgets them.",
    ["EQUIV-07", "FILE-04", "ACT-07"],
    (hooks) => inUploads(hooks, () => [], { face: "legacy", kind: "act" }),
  ),
  "equivalence/legacy-action-keys-in-capitals": fault(
    "Links that come through the legacy face have their action key in capitals.",
    "EQUIV-07",
    (hooks) =>
      inWrittenLink(hooks, (link) => ({ ...link, actionKey: link.actionKey.toUpperCase() }), {
        face: "legacy",
        kind: "act",
      }),
  ),
  "equivalence/legacy-archive-misses-uploads-of-v2": fault(
    "The legacy archive leaves out files that were attached through v2.",
    ["EQUIV-03", "EQUIV-08", "FILES-03"],
    (hooks) => {
      const attachments = rememberAttachments(hooks);
      const misses = (entries: ArchiveEntry[], call: Call): ArchiveEntry[] => {
        const foreign = attachments.filter((other) => other.traceId === traceIdOf(call) && other.call.face === "v2");
        return entries.filter(({ file }) => foreign.every((other) => other.file.digest !== file.digest));
      };
      changeResult(hooks, "zipEntries", misses, { face: "legacy" });
    },
  ),
  "equivalence/legacy-creation-forgets-its-files": fault(
    "The legacy creation accepts files and forgets them.",
    ["EQUIV-06", "FILE-04", "CREATE-06"],
    (hooks) => inUploads(hooks, () => [], { face: "legacy", kind: "create" }),
  ),
  "equivalence/legacy-creation-loses-the-group-label": fault(
    "The link of a legacy creation has an empty group label.",
    "EQUIV-06",
    (hooks) => inWrittenLink(hooks, (link) => ({ ...link, groupLabel: "" }), { face: "legacy", kind: "create" }),
  ),
  "equivalence/legacy-creation-wraps-its-data": fault(
    "The legacy creation keeps its data in one more object.",
    ["EQUIV-06", "STATE-03", "DETAILS-07"],
    (hooks) => inInput(hooks, (data) => ({ data }), { face: "legacy", kind: "create" }),
  ),
  "equivalence/legacy-details-hide-the-group": fault(
    "Links lack their group label through the legacy face.",
    "EQUIV-02",
    (hooks) => changeResult(hooks, "presentLink", ({ groupLabel: _hidden, ...rest }) => rest, { face: "legacy" }),
  ),
  "equivalence/legacy-digests-in-capitals": fault(
    "The legacy details write digests in capitals, in which they find no file.",
    "EQUIV-02",
    (hooks) =>
      inLinkRecord(
        hooks,
        (link) => ({ ...link, files: link.files.map((file) => ({ ...file, digest: file.digest.toUpperCase() })) }),
        { face: "legacy" },
      ),
  ),
  "equivalence/legacy-does-not-know-traces-of-v2": fault(
    "Traces that were created through v2 do not exist for the legacy face.",
    ["EQUIV-08", "CREATE-08"],
    (hooks) => {
      const made = tracesWritten(hooks, { face: "v2", kind: "create" });
      hideTraces(hooks, ["trace", "links"], { face: "legacy" }, (traceId) => made.has(traceId));
    },
  ),
  "equivalence/legacy-ignores-last": fault("The legacy details ignore `last`.", ["EQUIV-09", "PAGE-02"], (hooks) =>
    inRequest(hooks, ({ last: _last, ...rest }) => rest, { face: "legacy" }),
  ),
  "equivalence/legacy-links-join-arrays": fault(
    "A legacy link adds the elements of an array to those that are there; a v2 action replaces them.",
    ["EQUIV-07", "STATE-03"],
    (hooks) =>
      foldOtherwise(hooks, (before, { data }, call) => {
        if (call.face === "v2") return undefined;
        const joined = mapObject(data, (value, key) => {
          const there = getOwn(before, key);
          return Array.isArray(value) && Array.isArray(there) ? [...there, ...value] : value;
        });
        return shallowMerge(before, joined);
      }),
  ),
  "equivalence/legacy-links-replace-the-state": fault(
    "A legacy link replaces the state by its data; a v2 action merges.",
    ["EQUIV-07", "STATE-03"],
    (hooks) => foldOtherwise(hooks, (_before, { data }, call) => (call.face === "legacy" ? data : undefined)),
  ),
  "equivalence/legacy-pages-hold-two-links": fault(
    "A legacy page asked for by `first` holds two links at most, a v2 page more.",
    ["EQUIV-09", "PAGE-10", "PAGE-01"],
    (hooks) =>
      inRequest(
        hooks,
        (request) => (request.first === undefined ? request : { ...request, first: Math.min(request.first, 2) }),
        { face: "legacy" },
      ),
  ),
  "equivalence/legacy-search-misses-traces-that-were-acted-on": fault(
    "The legacy search finds traces of one link only.",
    ["EQUIV-04", "SEARCH-03", "SEARCH-08"],
    (hooks) => {
      const acted = tracesWritten(hooks, { kind: "act" });
      inFound(hooks, (found) => found.filter((traceId) => !acted.has(traceId)), { face: "legacy" });
    },
  ),
  "equivalence/legacy-state-has-other-names": fault(
    "The legacy state puts the data in a member `values`, v2 in `data`.",
    "EQUIV-01",
    (hooks) => changeResult(hooks, "presentState", (state) => ({ values: state["data"] ?? null }), { face: "legacy" }),
  ),
  "equivalence/legacy-state-lacks-what-v2-actions-added": fault(
    "The legacy state leaves out members that a v2 action set.",
    ["EQUIV-01", "EQUIV-08"],
    (hooks) => {
      const added = new Set<string>();
      const nameOf = (traceId: string, key: string): string => `${traceId} ${key}`;
      const note = ({ link }: TraceWrite): void => {
        for (const key of Object.keys(link.data)) added.add(nameOf(link.traceId, key));
      };
      onWritten(hooks, note, { face: "v2", kind: "act" });
      inState(
        hooks,
        (data, { traceId }) => mapObject(data, (value, key) => (added.has(nameOf(traceId, key)) ? undefined : value)),
        { face: "legacy", kind: "state" },
      );
    },
  ),
  "equivalence/legacy-total-counts-legacy-links": fault(
    "The legacy `totalCount` counts links that came through the legacy face, and the first.",
    ["EQUIV-02", "DETAILS-06"],
    (hooks) => {
      const count = counter();
      const others = new Map<string, number>();
      onWritten(hooks, ({ link }) => void others.set(link.traceId, count(link.traceId)), { face: "v2", kind: "act" });
      const counted = (page: Page, call: Call): Page => ({
        ...page,
        totalCount: page.totalCount - (others.get(traceIdOf(call)) ?? 0),
      });
      changeResult(hooks, "page", counted, { face: "legacy" });
    },
  ),
  "equivalence/legacy-workflow-names-have-a-prefix": fault(
    "The legacy workflow list puts the organization before each name.",
    ["EQUIV-05", "FLOW-03"],
    (hooks) => {
      const prefixed = (items: WorkflowItem[], call: Call): WorkflowItem[] =>
        items.map(({ workflowId, workflowName }) => ({
          workflowId,
          workflowName: `${call.principal?.organization ?? ""}/${workflowName}`,
        }));
      changeResult(hooks, "workflows", prefixed, { face: "legacy" });
    },
  ),
  "equivalence/v2-action-keeps-its-first-file": fault(
    "The v2 action keeps the first of its files.",
    ["EQUIV-07", "FILE-04"],
    (hooks) => inUploads(hooks, (files) => files.slice(0, 1), { face: "v2", kind: "act" }),
  ),
  "equivalence/v2-actions-keep-what-falsy-values-would-replace": fault(
    "A v2 action does not replace a value by false, zero, an empty text or null; a legacy link does.",
    ["EQUIV-07", "STATE-03"],
    (hooks) =>
      foldOtherwise(hooks, (before, { data }, call) => {
        if (call.face === "legacy") return undefined;
        const kept = mapObject(data, (value, key) => value || (getOwn(before, key) ?? value));
        return shallowMerge(before, kept);
      }),
  ),
  "equivalence/v2-details-do-not-know-traces-of-legacy": fault(
    "The v2 details do not find traces that were created through the legacy face.",
    ["EQUIV-08", "CREATE-08"],
    (hooks) => {
      const made = tracesWritten(hooks, { face: "legacy", kind: "create" });
      hideTraces(hooks, ["links"], { face: "v2" }, (traceId) => made.has(traceId));
    },
  ),
  "equivalence/v2-details-hide-links-of-legacy": fault(
    "The v2 details leave out links that came through the legacy face.",
    ["EQUIV-08", "EQUIV-02", "ACT-05"],
    (hooks) => {
      const foreign = new Set<string>();
      onWritten(hooks, ({ link }) => void foreign.add(link.linkId), { face: "legacy", kind: "act" });
      inFoundLinks(hooks, (links) => links.filter(({ linkId }) => !foreign.has(linkId)), { face: "v2" });
    },
  ),
  "equivalence/v2-file-misses-uploads-of-legacy": fault(
    "The download of one file does not find what was attached through the legacy face.",
    ["EQUIV-08", "FILE-01"],
    (hooks) => {
      const attachments = rememberAttachments(hooks);
      const found = (files: FileRecord[], call: Call): FileRecord[] => {
        const foreign = attachments.filter(
          (other) => other.call.face === "legacy" && other.traceId === traceIdOf(call),
        );
        if (foreign.some(({ file }) => file.digest === files[0]?.digest))
          throw notFound("unknown-digest", "no such file", "digest");
        return files;
      };
      changeResult(hooks, "selectFiles", found, { kind: "file" });
    },
  ),
  "equivalence/v2-links-hide-their-files": fault(
    "Links list their files through the legacy face only.",
    ["EQUIV-02", "FILE-04"],
    (hooks) => inLinkRecord(hooks, (link) => ({ ...link, files: [] }), { face: "v2" }),
  ),
  "equivalence/v2-search-misses-traces-of-legacy": fault(
    "The v2 search does not find traces that were created through the legacy face.",
    ["EQUIV-04", "EQUIV-08", "SEARCH-09", "SEARCH-03"],
    (hooks) => {
      const made = tracesWritten(hooks, { face: "legacy", kind: "create" });
      inFound(hooks, (found) => found.filter((traceId) => !made.has(traceId)), { face: "v2" });
    },
  ),
};
