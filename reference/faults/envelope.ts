import type { Call } from "../core/call.ts";
import { members, rewriteBody, rewritePayload } from "../hooks/rewrite.ts";
import { describe } from "../policy/errors.ts";
import type { FaultEntries } from "./fault.ts";
import { fault } from "./fault.ts";
import { rememberWrites } from "./support/writes.ts";

const wrap = (data: unknown): unknown => ({ error: null, data });
const unwrap = (body: unknown): unknown => members(body)["data"];

/** Faults in the envelope of v2: missing, of another shape, or where none belongs. */
export const envelope: FaultEntries<"envelope"> = {
  "envelope/legacy-creation-in-envelope": fault(
    "The legacy creation answers in the envelope of v2.",
    ["ENV-02", "CREATE-02"],
    (hooks) => rewriteBody(hooks, { face: "legacy", kind: "create" }, wrap),
  ),
  "envelope/legacy-details-in-envelope": fault("The legacy details come in the envelope of v2.", "ENV-02", (hooks) =>
    rewriteBody(hooks, { face: "legacy", kind: "details" }, wrap),
  ),
  "envelope/legacy-link-in-envelope": fault(
    "The legacy link answers in the envelope of v2.",
    ["ENV-02", "ACT-02"],
    (hooks) => rewriteBody(hooks, { face: "legacy", kind: "act" }, wrap),
  ),
  "envelope/legacy-login-in-envelope": fault(
    "The legacy login answers in the envelope of v2.",
    ["ENV-02", "LOGIN-03"],
    (hooks) => rewriteBody(hooks, { face: "legacy", kind: "login-credential" }, wrap),
  ),
  "envelope/legacy-search-in-envelope": fault(
    "The legacy search answers in the envelope of v2.",
    ["ENV-02", "SEARCH-02"],
    (hooks) => rewriteBody(hooks, { face: "legacy", kind: "search" }, wrap),
  ),
  "envelope/legacy-state-of-a-longer-trace-in-envelope": fault(
    "The legacy state of a trace with three links or more comes in the envelope of v2.",
    ["ENV-02", "STATE-02"],
    (hooks) => {
      const lengths = new WeakMap<Call, number>();
      hooks.around("presentState", (inner) => (call, trace) => {
        lengths.set(call, trace.linkCount);
        return inner(call, trace);
      });
      rewriteBody(hooks, { face: "legacy", kind: "state" }, (data, call) =>
        (lengths.get(call) ?? 0) < 3 ? data : { error: null, data },
      );
    },
  ),
  "envelope/legacy-workflows-below-data": fault(
    "The legacy workflow list stands in a member `data`.",
    ["ENV-02", "FLOW-02"],
    (hooks) => rewriteBody(hooks, { face: "legacy", kind: "workflows" }, (data) => ({ data })),
  ),
  "envelope/v2-action-with-files-without-error-member": fault(
    "A v2 action that brings files is answered without the member `error`.",
    ["ENV-01", "ACT-01"],
    (hooks) => {
      const written = rememberWrites(hooks);
      rewriteBody(hooks, { face: "v2", kind: "act" }, (body, call) =>
        written(call)?.files.length === 0 ? body : { data: members(body)["data"] },
      );
    },
  ),
  "envelope/v2-creation-bare": fault(
    "The v2 creation answers the bare UUID, without the envelope.",
    ["ENV-01", "CREATE-01"],
    (hooks) => rewriteBody(hooks, { face: "v2", kind: "create" }, unwrap),
  ),
  "envelope/v2-details-as-json-text": fault(
    "The member `data` of v2 details is a text that holds JSON.",
    ["DETAILS-01", "ENV-01"],
    (hooks) => rewritePayload(hooks, { face: "v2", kind: "details" }, (payload) => JSON.stringify(payload)),
  ),
  "envelope/v2-details-call-their-payload-result": fault(
    "The v2 details carry their payload in `result` instead of `data`.",
    ["ENV-01", "DETAILS-01"],
    (hooks) => rewriteBody(hooks, { face: "v2", kind: "details" }, (body) => ({ error: null, result: unwrap(body) })),
  ),
  "envelope/v2-login-puts-the-token-beside-data": fault(
    "The v2 credential login puts the token next to `error`, not into `data`.",
    ["ENV-01", "LOGIN-01"],
    (hooks) =>
      rewriteBody(hooks, { face: "v2", kind: "login-credential" }, (body) => ({
        error: null,
        ...members(unwrap(body)),
      })),
  ),
  "envelope/v2-private-key-login-bare": fault(
    "The private key login answers as the legacy login does, without the envelope.",
    ["ENV-01", "LOGIN-02"],
    (hooks) => rewriteBody(hooks, { kind: "login-private-key" }, unwrap),
  ),
  "envelope/v2-search-bare": fault(
    "The v2 search answers the bare array, without the envelope.",
    ["ENV-01", "SEARCH-01"],
    (hooks) => rewriteBody(hooks, { face: "v2", kind: "search" }, unwrap),
  ),
  "envelope/v2-state-says-errors": fault(
    "The v2 state has a list `errors` in place of the member `error`.",
    "ENV-01",
    (hooks) => rewriteBody(hooks, { face: "v2", kind: "state" }, (body) => ({ errors: [], data: unwrap(body) })),
  ),
  "envelope/v2-state-without-error-member": fault("The v2 state comes without the member `error`.", "ENV-01", (hooks) =>
    rewriteBody(hooks, { face: "v2", kind: "state" }, (body) => ({ data: unwrap(body) })),
  ),
  "envelope/v2-unknown-trace-bare": fault(
    "The v2 refusal of a trace that does not exist is `{code, message}`, without the envelope.",
    "ENV-01",
    ({ policy: { errors } }) => {
      const { body } = errors;
      errors.body = (refusal, face) => (refusal.code === "unknown-trace" ? describe(refusal) : body(refusal, face));
    },
  ),
  "envelope/v2-workflows-in-envelope": fault(
    "The v2 workflow list comes in the envelope of the other v2 answers.",
    ["ENV-03", "FLOW-01"],
    (hooks) => rewriteBody(hooks, { face: "v2", kind: "workflows" }, wrap),
  ),
};
