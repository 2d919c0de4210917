import { randomUUID } from "node:crypto";
import type { Call } from "../core/call.ts";
import type { TraceRecord } from "../core/records.ts";
import { badRequest } from "../core/refusal.ts";
import { members, onWritten, rewritePayload } from "../hooks/rewrite.ts";
import { noProgress } from "../policy/process.ts";
import type { FaultEntries } from "./fault.ts";
import { fault } from "./fault.ts";
import { amendFirstLink, amendLinks } from "./support/amendments.ts";
import { traceIdOf } from "./support/attachments.ts";
import { foldOtherwise } from "./support/folding.ts";
import { inFoundLinks } from "./support/places.ts";
import { acceptRefused, onRefusal, succeed } from "./support/refused.ts";
import { discardActions, refuseInput, rememberWrites } from "./support/writes.ts";

/** Faults in appending actions. */
export const actions: FaultEntries<"actions"> = {
  "actions/a-trace-holds-four-links": fault(
    "A trace takes four links; later actions are answered and lost.",
    "ACT-05",
    (hooks) => discardActions(hooks, ({ link }) => link.position > 4),
  ),
  "actions/action-key-of-earlier-links-follows": fault(
    "All links of a trace take the action key of the newest one.",
    "ACT-08",
    (hooks) =>
      onWritten(hooks, async ({ link }) => {
        const { actionKey } = link;
        await amendLinks(hooks, link.traceId, (one) => ({ ...one, actionKey }));
      }),
  ),
  "actions/every-third-answer-is-no-uuid": fault(
    "Every third link of a trace is answered by its number instead of a UUID.",
    "ACT-01",
    (hooks) => {
      const written = rememberWrites(hooks);
      rewritePayload(hooks, { face: "v2", kind: "act" }, (uuid, call) => {
        const position = written(call)?.link.position ?? 0;
        return position % 3 === 0 ? `link-${String(position)}` : uuid;
      });
    },
  ),
  "actions/files-make-a-second-link": fault("An action with files becomes two links.", "ACT-05", (hooks) => {
    const written = rememberWrites(hooks);
    hooks.around("append", (inner) => async (call, traceId, compute) => {
      const write = await inner(call, traceId, compute);
      return written(call)?.files.length ? await inner(call, traceId, compute) : write;
    });
  }),
  "actions/legacy-answers-the-data-of-the-action": fault(
    "The legacy link answers the data of the action in place of the state.",
    "ACT-06",
    (hooks) => {
      const written = rememberWrites(hooks);
      hooks.around(
        "presentState",
        (inner) => (call, trace) => inner(call, { ...trace, data: written(call)?.link.data ?? trace.data }),
      );
    },
  ),
  "actions/legacy-answers-the-state-before": fault(
    "The legacy link answers the state as it was before the action.",
    "ACT-06",
    (hooks) => {
      const before = new WeakMap<Call, TraceRecord>();
      hooks.around(
        "append",
        (inner) => (call, traceId, compute) =>
          inner(call, traceId, (trace) => {
            before.set(call, trace);
            return compute(trace);
          }),
      );
      hooks.around("presentState", (inner) => (call, trace) => inner(call, before.get(call) ?? trace));
    },
  ),
  "actions/legacy-answers-the-uuid": fault(
    "The legacy link answers a UUID, as the v2 action does.",
    "ACT-02",
    (hooks) => {
      const written = rememberWrites(hooks);
      rewritePayload(hooks, { face: "legacy", kind: "act" }, (state, call) => written(call)?.link.linkId ?? state);
    },
  ),
  "actions/legacy-broken-json-is-answered-with-a-state": fault(
    "A legacy link with broken JSON is answered as if it had succeeded.",
    "ACT-10",
    (hooks) => acceptRefused(hooks, { code: "not-json", face: "legacy", kind: "act" }, { state: { data: {} } }),
  ),
  "actions/legacy-calls-the-state-data": fault(
    "The legacy link answers the state in a member `data`.",
    "ACT-02",
    (hooks) =>
      rewritePayload(hooks, { face: "legacy", kind: "act" }, (payload) => ({ data: members(payload)["state"] })),
  ),
  "actions/legacy-refuses-files": fault(
    "The legacy link refuses an action with files.",
    ["ACT-07", "REFUSE-03"],
    (hooks) => {
      const refusal = badRequest("unexpected-file", "files belong to the creation", "files");
      refuseInput(hooks, "legacyAppendAction", refusal, ({ files }) => files.length > 0);
    },
  ),
  "actions/legacy-refuses-the-workflow-id": fault(
    "The legacy link refuses the member `workflowId`, which the creation takes.",
    ["ACT-04", "REFUSE-03"],
    (hooks) => {
      const refusal = badRequest("unexpected-member", "a trace knows its workflow", "body.workflowId");
      refuseInput(hooks, "legacyAppendAction", refusal, ({ workflowId }) => workflowId !== undefined);
    },
  ),
  "actions/legacy-unknown-trace-answers-an-empty-state": fault(
    "A legacy link on an unknown trace is answered with an empty state.",
    "ACT-11",
    (hooks) => acceptRefused(hooks, { code: "unknown-trace", face: "legacy", kind: "act" }, { state: {} }),
  ),
  "actions/link-is-made-without-changing-the-state": fault(
    "The third action of a trace makes a link, but its data never reach the state.",
    ["ACT-06", "STATE-03"],
    (hooks) => foldOtherwise(hooks, (before, link) => (link.position === 3 ? before : undefined)),
  ),
  "actions/only-the-newest-link-lists-its-files": fault(
    "A link lists its files only until the next action.",
    ["ACT-08", "FILE-04"],
    (hooks) =>
      inFoundLinks(hooks, (links, trace) =>
        links.map((link) => (link.position < trace.linkCount ? { ...link, files: [] } : link)),
      ),
  ),
  "actions/repeated-data-make-no-link": fault(
    "An action with the same data as the one before it is answered, but makes no link.",
    "ACT-05",
    (hooks) => {
      const latest = new Map<string, string>();
      discardActions(hooks, ({ link }) => latest.get(link.traceId) === JSON.stringify(link.data));
      onWritten(hooks, ({ link }) => void latest.set(link.traceId, JSON.stringify(link.data)));
    },
  ),
  "actions/third-link-rewrites-the-first": fault(
    "The third action of a trace overwrites the data of its first link.",
    ["ACT-08", "DETAILS-07"],
    (hooks) =>
      onWritten(hooks, async ({ link }) => {
        if (link.position === 3) await amendFirstLink(hooks, link.traceId, { data: link.data });
      }),
  ),
  "actions/uuid-names-the-trace-from-the-third-link-on": fault(
    "The v2 action answers the UUID of the link, from the third link on that of the trace.",
    "ACT-09",
    (hooks) => (hooks.policy.actionResult = ({ link, trace }) => (link.position < 3 ? link.linkId : trace.traceId)),
  ),
  "actions/uuid-names-the-trace-when-there-are-files": fault(
    "The v2 action answers the UUID of the link, but that of the trace when it brings files.",
    "ACT-09",
    (hooks) =>
      (hooks.policy.actionResult = ({ link, trace, files }) => (files.length === 0 ? link.linkId : trace.traceId)),
  ),
  "actions/v2-answers-the-state": fault(
    "The v2 action answers the state, as the legacy link does.",
    "ACT-01",
    (hooks) => {
      const written = rememberWrites(hooks);
      rewritePayload(hooks, { face: "v2", kind: "act" }, (_uuid, call) => ({
        state: { data: written(call)?.trace.data ?? {} },
      }));
    },
  ),
  "actions/v2-broken-json-appends-an-empty-action": fault(
    "A v2 action with broken JSON is appended with no data.",
    "ACT-10",
    (hooks) =>
      onRefusal(hooks, { code: "not-json", face: "v2", kind: "act" }, async (reply, call) => {
        const write = await hooks.store.append(traceIdOf(call), (before) => {
          const about = { traceId: before.traceId, workflowId: before.workflowId, data: {}, createdAt: new Date() };
          const origin = { actionKey: "", groupLabel: "", createdBy: call.principal?.userId ?? "" };
          const link = { ...about, ...origin, linkId: randomUUID(), position: before.linkCount + 1, files: [] };
          return { trace: { ...before, linkCount: link.position }, link, files: [], searchDocument: null };
        });
        return write === undefined ? reply : succeed(call, write.link.linkId);
      }),
  ),
  "actions/v2-creates-the-trace-it-does-not-find": fault(
    "A v2 action on an unknown trace creates that trace.",
    "ACT-11",
    (hooks) =>
      hooks.around("append", (inner) => async (call, traceId, compute) => {
        const write = await inner(call, traceId, compute);
        const { organization } = call.principal ?? {};
        const [workflow] = hooks.directory.workflowsOf(organization ?? "");
        if (write !== undefined || call.face !== "v2" || workflow === undefined) return write;
        const about = { traceId, organization: workflow.organization, workflowId: workflow.id, data: {}, linkCount: 0 };
        const created = await compute({ ...about, progress: noProgress, createdAt: new Date(), updatedAt: new Date() });
        await hooks.store.create(created);
        return created;
      }),
  ),
  "actions/v2-refuses-the-workflow-id": fault(
    "The v2 action refuses the field `workflowId`, which the creation takes.",
    ["ACT-03", "REFUSE-03"],
    (hooks) => {
      const refusal = badRequest("unexpected-field", "a trace knows its workflow", "workflowId");
      refuseInput(hooks, "v2AppendAction", refusal, ({ workflowId }) => workflowId !== undefined);
    },
  ),
  "actions/v2-takes-one-file-only": fault("The v2 action refuses a second file.", ["ACT-07", "REFUSE-03"], (hooks) => {
    const refusal = badRequest("too-many-files", "wanted one file", "files");
    refuseInput(hooks, "v2AppendAction", refusal, ({ files }) => files.length > 1);
  }),
};
