import { randomUUID } from "node:crypto";
import type { Call } from "../core/call.ts";
import type { TraceRecord } from "../core/records.ts";
import { badRequest } from "../core/refusal.ts";
import { changeResult, onWritten, rewritePayload } from "../hooks/rewrite.ts";
import { noProgress } from "../policy/process.ts";
import type { FaultEntries } from "./fault.ts";
import { fault } from "./fault.ts";
import { counter } from "./support/counting.ts";
import { hideTraces } from "./support/places.ts";
import { onRefusal, succeed } from "./support/refused.ts";
import { refuseInput, rememberWrites, replaceUnknownWorkflow } from "./support/writes.ts";

/** Faults in creating traces. */
export const creation: FaultEntries<"creation"> = {
  // Seen within one trace, the answer is the id of a trace with other data.
  "creation/every-seventh-answers-an-earlier-uuid": fault(
    "Every seventh creation answers the UUID of the one before it.",
    ["CREATE-07", "STATE-07", "STATE-03", "DETAILS-11"],
    (hooks) => {
      const count = counter();
      let earlier: unknown;
      rewritePayload(hooks, { kind: "create" }, (traceId) => {
        const answered = count() % 7 === 0 ? earlier : traceId;
        earlier = traceId;
        return answered;
      });
    },
  ),
  "creation/legacy-broken-json-counts-as-empty": fault(
    "A legacy creation with broken JSON makes a trace with no data.",
    "CREATE-10",
    (hooks) =>
      onRefusal(hooks, { code: "not-json", face: "legacy", kind: "create" }, async (reply, call) => {
        const [workflow] = hooks.directory.workflowsOf(call.principal?.organization ?? "");
        if (workflow === undefined) return reply;
        const [traceId, now] = [randomUUID(), new Date()];
        const about = { traceId, workflowId: workflow.id, data: {}, createdAt: now };
        const trace = {
          ...about,
          organization: workflow.organization,
          linkCount: 1,
          progress: noProgress,
          updatedAt: now,
        };
        const origin = { actionKey: "", groupLabel: "", createdBy: call.principal?.userId ?? "" };
        const link = { ...about, ...origin, linkId: randomUUID(), position: 1, files: [] };
        await hooks.store.create({ trace, link, files: [], searchDocument: {} });
        return succeed(call, traceId);
      }),
  ),
  "creation/legacy-takes-one-file-only": fault(
    "The legacy creation refuses a second file.",
    ["CREATE-06", "REFUSE-03"],
    (hooks) => {
      const refusal = badRequest("too-many-files", "wanted one file", "files");
      refuseInput(hooks, "legacyCreateTrace", refusal, ({ files }) => files.length > 1);
    },
  ),
  "creation/legacy-text-is-quoted-twice": fault(
    "The legacy creation answers a JSON text with quotes in it.",
    "CREATE-02",
    (hooks) => rewritePayload(hooks, { face: "legacy", kind: "create" }, (traceId) => JSON.stringify(traceId)),
  ),
  "creation/legacy-trace-shows-late": fault(
    "A trace created through the legacy face can be read only after a third of a second.",
    ["CREATE-08", "EQUIV-08"],
    (hooks) => {
      const shownFrom = new Map<string, number>();
      onWritten(hooks, ({ link }) => void shownFrom.set(link.traceId, Date.now() + 333), {
        face: "legacy",
        kind: "create",
      });
      hideTraces(hooks, ["trace", "links"], {}, (traceId) => (shownFrom.get(traceId) ?? 0) > Date.now());
    },
  ),
  "creation/legacy-uuid-without-hyphens": fault(
    "The legacy creation writes the UUID without hyphens.",
    "CREATE-02",
    (hooks) =>
      rewritePayload(hooks, { face: "legacy", kind: "create" }, (traceId) => String(traceId).replaceAll("-", "")),
  ),
  "creation/legacy-wants-the-v2-form": fault(
    "The legacy creation refuses the part `body` and wants the fields of v2.",
    ["CREATE-04", "REFUSE-03", "CREATE-05"],
    (hooks) => refuseInput(hooks, "legacyCreateTrace", badRequest("part-missing", "wanted `traceInput`", "traceInput")),
  ),
  "creation/same-input-same-trace": fault(
    "A creation with the input of an earlier one makes no trace and answers the UUID of that one.",
    "CREATE-07",
    (hooks) => {
      const traces = new Map<string, TraceRecord>();
      const repeated = new WeakSet<Call>();
      changeResult(
        hooks,
        "write",
        (write, call) => {
          const { link, files } = write;
          const input = JSON.stringify([link.workflowId, link.actionKey, link.data, files.map(({ digest }) => digest)]);
          const trace = traces.get(input);
          if (trace === undefined) traces.set(input, write.trace);
          else repeated.add(call);
          return trace === undefined ? write : { ...write, trace };
        },
        { kind: "create" },
      );
      hooks.around("create", (inner) => async (call, write) => {
        if (!repeated.has(call)) await inner(call, write);
      });
    },
  ),
  "creation/unknown-workflow-becomes-the-first": fault(
    "A creation in a workflow that does not exist ends up in the first workflow of the organization.",
    "CREATE-09",
    (hooks) => replaceUnknownWorkflow(hooks),
  ),
  "creation/v2-answers-an-object": fault(
    "The v2 creation answers an object with the UUID in it.",
    "CREATE-01",
    (hooks) => rewritePayload(hooks, { face: "v2", kind: "create" }, (traceId) => ({ traceId })),
  ),
  "creation/v2-broken-json-is-answered-with-a-uuid": fault(
    "A v2 creation with broken JSON is answered with some UUID.",
    "CREATE-10",
    (hooks) =>
      onRefusal(hooks, { code: "not-json", face: "v2", kind: "create" }, (_reply, call) => succeed(call, randomUUID())),
  ),
  "creation/v2-needs-a-file": fault(
    "The v2 creation refuses a request without files.",
    ["CREATE-05", "REFUSE-03"],
    (hooks) => {
      const refusal = badRequest("file-missing", "wanted at least one file", "files");
      refuseInput(hooks, "v2CreateTrace", refusal, ({ files }) => files.length === 0);
    },
  ),
  "creation/v2-uuid-in-braces": fault("The v2 creation writes the UUID in braces.", "CREATE-01", (hooks) =>
    rewritePayload(hooks, { face: "v2", kind: "create" }, (traceId) => `{${String(traceId)}}`),
  ),
  "creation/v2-wants-one-part-name-for-all-files": fault(
    "The v2 creation refuses files that come under different part names.",
    ["CREATE-06", "REFUSE-03"],
    (hooks) => {
      const refusal = badRequest("unexpected-part", "wanted all files in the part `files`", "files");
      refuseInput(hooks, "v2CreateTrace", refusal, ({ files }) => new Set(files.map((file) => file.partName)).size > 1);
    },
  ),
  "creation/v2-wants-the-legacy-form": fault(
    "The v2 creation refuses its own fields and wants the part `body` of the legacy form.",
    ["CREATE-03", "REFUSE-03", "CREATE-05"],
    (hooks) => refuseInput(hooks, "v2CreateTrace", badRequest("part-missing", "wanted the text part `body`", "body")),
  ),
  "creation/with-files-answers-the-uuid-of-the-link": fault(
    "A creation with files answers the UUID of its link, which names no trace.",
    "CREATE-08",
    (hooks) => {
      const written = rememberWrites(hooks);
      rewritePayload(hooks, { kind: "create" }, (traceId, call) => {
        const write = written(call);
        return write === undefined || write.files.length === 0 ? traceId : write.link.linkId;
      });
    },
  ),
};
