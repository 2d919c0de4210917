import { Readable } from "node:stream";
import type { Call } from "../core/call.ts";
import type { Reply } from "../core/records.ts";
import { members, rewriteReply } from "../hooks/rewrite.ts";
import { jsonReply } from "../http/answer.ts";
import type { FaultEntries, FaultEntry } from "./fault.ts";
import { fault } from "./fault.ts";
import { brokenOff, crashed, onRefusal, rawJson, stall } from "./support/refused.ts";

/** Requests that are answered with 500 in place of the refusal with one of these codes. */
const crash = (title: string, ...codes: string[]): FaultEntry =>
  fault(title, "ROBUST-01", (hooks) => onRefusal(hooks, { code: codes }, () => crashed()));

/** Requests that are never answered in place of the refusal with this code. */
const hang = (title: string, code: string): FaultEntry =>
  fault(title, "ROBUST-02", (hooks) =>
    onRefusal(hooks, { code }, async (reply) => {
      await stall();
      return reply;
    }),
  );

/** Requests whose refusal with this code begins, and breaks off with the connection. */
const breakOff = (title: string, code: string): FaultEntry =>
  fault(title, "ROBUST-04", (hooks) => onRefusal(hooks, { code }, (reply) => brokenOff(reply.status)));

/** Refusals with one of these codes that carry a message from inside the program. */
const leak = (title: string, message: string, ...codes: string[]): FaultEntry =>
  fault(title, "ROBUST-03", (hooks) =>
    onRefusal(hooks, { code: codes }, (reply, call) => explained(reply, call, { message })),
  );

/** A refusal with another explanation; legacy answers have no envelope. */
const explained = ({ status }: Reply, { face }: Call, error: unknown, legacy: unknown = error): Reply =>
  jsonReply(status, face === "v2" ? { error, data: null } : legacy);

/** Bad manners of the service when requests are broken. */
export const robustness: FaultEntries<"robustness"> = {
  "robustness/bad-token-is-a-server-error": fault(
    "A token that cannot be read is answered with 500.",
    "ROBUST-01",
    (hooks) =>
      onRefusal(hooks, { code: "unauthorized" }, (reply, call) =>
        call.headers.authorization === undefined ? reply : crashed(),
      ),
  ),
  "robustness/broken-form-is-a-server-error": crash(
    "A multipart body that breaks off, or none at all, is answered with 500.",
    "bad-multipart",
    "wanted-multipart",
  ),
  "robustness/broken-off-upload-is-never-answered": hang(
    "A multipart body that breaks off gets no answer in any useful time.",
    "bad-multipart",
  ),
  "robustness/error-body-has-single-quotes": fault(
    "The answer to an unknown trace is not JSON, though it says so: its quotes are single.",
    "ROBUST-06",
    (hooks) =>
      onRefusal(hooks, { code: "unknown-trace" }, (reply) =>
        rawJson(reply.status, "{'error': 'not found', 'data': None}"),
      ),
  ),
  "robustness/error-body-is-as-large-as-a-disk": fault(
    "The answer to an unknown digest is a hundred million spaces long.",
    "ROBUST-07",
    (hooks) => {
      const line = Buffer.alloc(1_000_000, " ");
      onRefusal(hooks, { code: "unknown-digest" }, (reply) => ({
        status: reply.status,
        headers: { "content-type": "text/plain; charset=utf-8" },
        body: { kind: "stream", value: Readable.from(Array.from({ length: 100 }, () => line)) },
      }));
    },
  ),
  "robustness/error-body-is-cut": fault("The answer to broken JSON ends in the middle.", "ROBUST-06", (hooks) =>
    onRefusal(hooks, { code: "not-json" }, (reply) =>
      rawJson(reply.status, '{"error":{"message":"unexpected token in JSON at'),
    ),
  ),
  "robustness/error-body-is-nested-without-measure": fault(
    "The answer to an unknown trace is nested a hundred thousand levels deep.",
    "ROBUST-07",
    (hooks) => {
      const depth = 100_000;
      onRefusal(hooks, { code: "unknown-trace" }, (reply) =>
        rawJson(reply.status, `{"error":${"[".repeat(depth)}${"]".repeat(depth)},"data":null}`),
      );
    },
  ),
  "robustness/malformed-json-cuts-the-connection": breakOff(
    "The answer to broken JSON breaks off, and the connection with it.",
    "not-json",
  ),
  "robustness/malformed-json-is-a-server-error": crash("Broken JSON is answered with 500.", "not-json"),
  "robustness/malformed-json-is-never-answered": hang("Broken JSON gets no answer in any useful time.", "not-json"),
  "robustness/missing-digests-are-a-server-error": crash(
    "An archive without digests is answered with 500.",
    "digests-missing",
  ),
  "robustness/missing-field-is-a-server-error": crash(
    "A request that lacks a field or member is answered with 500.",
    "field-missing",
    "member-missing",
    "part-missing",
  ),
  "robustness/odd-page-size-is-a-server-error": crash(
    "A page size that is no whole number, or none above zero, is answered with 500.",
    "page-size",
  ),
  "robustness/odd-trace-id-cuts-the-connection": breakOff(
    "The answer to a trace id that is no UUID breaks off, and the connection with it.",
    "not-a-uuid",
  ),
  "robustness/odd-trace-id-is-a-server-error": crash("A trace id that is no UUID is answered with 500.", "not-a-uuid"),
  "robustness/refusals-show-a-java-stack": leak(
    "The refusal of broken JSON shows where in the program it came up.",
    "java.lang.IllegalArgumentException: unexpected token\n\tat com.example.trace.web.JsonBody.read(JsonBody.java:87)\n" +
      "\tat com.example.trace.web.TraceController.handle(TraceController.java:214)",
    "not-json",
  ),
  "robustness/refusals-show-a-python-stack": leak(
    "The refusal of a missing field shows where in the program it came up.",
    'Traceback (most recent call last):\n  File "/srv/trace/api/views.py", line 118, in post\n' +
      "    key = form['actionKey']\nKeyError: 'actionKey'",
    "field-missing",
    "member-missing",
    "part-missing",
  ),
  "robustness/refusals-show-the-query": leak(
    "The refusal of an unknown trace shows the statement that was sent to the database.",
    "no rows: SELECT id, data FROM public.traces WHERE id = $1 AND org_id = $2 FOR UPDATE",
    "unknown-trace",
  ),
  "robustness/refused-token-is-repeated": fault("The refusal of a token repeats it.", "ROBUST-05", (hooks) =>
    onRefusal(hooks, { code: "unauthorized" }, (reply, call) => {
      const message = `invalid token in "${call.headers.authorization ?? ""}"`;
      return explained(reply, call, message, { message });
    }),
  ),
  "robustness/unknown-cursor-is-a-server-error": crash(
    "A cursor that was never given out is answered with 500.",
    "unknown-cursor",
  ),
  "robustness/unknown-digest-cuts-the-connection": breakOff(
    "The answer to an unknown digest breaks off, and the connection with it.",
    "unknown-digest",
  ),
  "robustness/unknown-trace-is-a-server-error": fault(
    "An unknown trace is answered with 500 and a stack trace.",
    ["ROBUST-01", "ROBUST-03"],
    (hooks) =>
      rewriteReply(hooks, {}, (reply) =>
        reply.status === 404 ? jsonReply(500, { message: "boom", stack: new Error("boom").stack }) : reply,
      ),
  ),
  "robustness/unknown-trace-is-never-answered": hang(
    "A request for a trace that does not exist gets no answer in any useful time.",
    "unknown-trace",
  ),
  "robustness/unknown-trace-repeats-the-token": fault(
    "The answer to an unknown trace shows the headers of the request.",
    "ROBUST-05",
    (hooks) =>
      onRefusal(hooks, { code: "unknown-trace" }, (reply, call) => {
        const { authorization, host } = call.headers;
        return explained(reply, call, { request: { authorization, host } });
      }),
  ),
  "robustness/unknown-workflow-is-a-server-error": crash(
    "A workflow that does not exist is answered with 500.",
    "unknown-workflow",
  ),
  "robustness/wrong-password-is-repeated": fault("The refusal of a login repeats the password.", "ROBUST-05", (hooks) =>
    onRefusal(hooks, { code: "unauthorized", kind: "login-credential" }, (reply, call) => {
      const message = `no user with the credentials ${JSON.stringify(call.body)}`;
      return explained(reply, call, message, { message });
    }),
  ),
  "robustness/wrong-private-key-is-repeated": fault("The refusal of a private key repeats it.", "ROBUST-05", (hooks) =>
    onRefusal(hooks, { code: "unauthorized", kind: "login-private-key" }, (reply, call) =>
      jsonReply(reply.status, { error: { got: members(call.body)["privateKey"] }, data: null }),
    ),
  ),
  "robustness/wrong-type-is-a-server-error": crash(
    "A JSON body that is no object, or has none where one belongs, is answered with 500.",
    "not-an-object",
  ),
};
