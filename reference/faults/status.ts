import type { Reply } from "../core/records.ts";
import type { Hooks } from "../hooks/hooks.ts";
import type { Scope } from "../hooks/rewrite.ts";
import { members, rewriteReply } from "../hooks/rewrite.ts";
import { jsonReply } from "../http/answer.ts";
import type { FaultEntries } from "./fault.ts";
import { fault } from "./fault.ts";
import { rawJson } from "./support/refused.ts";
import { rememberWrites } from "./support/writes.ts";

/** Answers what succeeds with another status. */
function succeedWith(hooks: Hooks, scope: Scope, status: number): void {
  rewriteReply(hooks, scope, (reply) => (reply.status === 200 ? { ...reply, status } : reply));
}

/** Sends answers under another content type. */
function sendAs(hooks: Hooks, scope: Scope, type: string): void {
  rewriteReply(hooks, scope, (reply) => ({ ...reply, headers: { ...reply.headers, "content-type": type } }));
}

/** Changes how the JSON of successful answers is written. @param write also gets the value of the text */
function writeJson(hooks: Hooks, scope: Scope, write: (text: string, body: unknown) => string | Buffer): void {
  rewriteReply(hooks, scope, ({ status, headers, body }) =>
    status === 200 && body.kind === "json"
      ? rawJson(200, write(JSON.stringify(body.value), body.value))
      : { status, headers, body },
  );
}

/** Faults in statuses, content types and the text of JSON. */
export const status: FaultEntries<"status"> = {
  "status/legacy-creation-answers-201": fault("The legacy creation answers 201 instead of 200.", "STATUS-02", (hooks) =>
    succeedWith(hooks, { face: "legacy", kind: "create" }, 201),
  ),
  "status/legacy-creation-as-octet-stream": fault(
    "The answer of the legacy creation calls itself `application/octet-stream`.",
    "STATUS-03",
    (hooks) => sendAs(hooks, { face: "legacy", kind: "create" }, "application/octet-stream"),
  ),
  "status/legacy-details-with-a-trailing-comma": fault(
    "The list of links in legacy details has a comma behind its last element when there are several.",
    ["STATUS-04", "DETAILS-02"],
    (hooks) =>
      writeJson(hooks, { face: "legacy", kind: "details" }, (text, body) => {
        const { links, ...rest } = members(body);
        if (!Array.isArray(links) || links.length < 2) return text;
        const list = links.map((link) => JSON.stringify(link)).join(",");
        return `{"links":[${list},],${JSON.stringify(rest).slice(1)}`;
      }),
  ),
  "status/legacy-search-with-byte-order-mark": fault(
    "The legacy search begins with a byte order mark, which JSON text must not have.",
    "STATUS-04",
    (hooks) => writeJson(hooks, { face: "legacy", kind: "search" }, (text) => `\ufeff${text}`),
  ),
  "status/legacy-search-without-result-answers-404": fault(
    "A legacy search that finds nothing is answered with 404.",
    ["REFUSE-03", "SEARCH-02", "EQUIV-04"],
    (hooks) =>
      rewriteReply(hooks, { face: "legacy", kind: "search" }, (reply) =>
        reply.body.kind === "json" && JSON.stringify(reply.body.value) === "[]"
          ? jsonReply(404, { message: "nothing found" })
          : reply,
      ),
  ),
  "status/legacy-state-as-plain-text": fault("The legacy state is sent as `text/plain`.", "STATUS-03", (hooks) =>
    sendAs(hooks, { face: "legacy", kind: "state" }, "text/plain; charset=utf-8"),
  ),
  "status/legacy-workflows-come-twice-in-one-answer": fault(
    "The legacy workflow list is written twice, one behind the other.",
    "STATUS-04",
    (hooks) => writeJson(hooks, { face: "legacy", kind: "workflows" }, (text) => `${text}\n${text}`),
  ),
  "status/line-breaks-stand-bare-in-json": fault(
    "Line breaks inside texts of the v2 details are written as they are instead of as `\\n`.",
    "STATUS-04",
    (hooks) => writeJson(hooks, { face: "v2", kind: "details" }, (text) => text.replaceAll("\\n", "\n")),
  ),
  "status/private-key-login-as-form": fault(
    "The answer of the private key login calls itself a form, though it is JSON.",
    "STATUS-03",
    (hooks) => sendAs(hooks, { kind: "login-private-key" }, "application/x-www-form-urlencoded"),
  ),
  "status/v2-action-with-files-answers-202": fault(
    "A v2 action that brings files is answered with 202.",
    "STATUS-01",
    (hooks) => {
      const written = rememberWrites(hooks);
      rewriteReply(hooks, { face: "v2", kind: "act" }, (reply, call) =>
        reply.status === 200 && written(call)?.files.length !== 0 ? { ...reply, status: 202 } : reply,
      );
    },
  ),
  "status/v2-archive-answers-206": fault(
    "The v2 archive is answered with 206, as if a part of it had been asked for.",
    "STATUS-01",
    (hooks) => succeedWith(hooks, { face: "v2", kind: "files" }, 206),
  ),
  "status/v2-creation-answers-201": fault("The v2 creation answers 201 instead of 200.", "STATUS-01", (hooks) =>
    succeedWith(hooks, { face: "v2", kind: "create" }, 201),
  ),
  "status/v2-details-as-html": fault("The v2 details are sent as `text/html`.", "STATUS-03", (hooks) =>
    sendAs(hooks, { face: "v2", kind: "details" }, "text/html; charset=utf-8"),
  ),
  "status/v2-search-without-result-answers-204": fault(
    "A v2 search that finds nothing is answered with 204 and no body.",
    ["STATUS-01", "SEARCH-01"],
    (hooks) => {
      const empty: Reply = { status: 204, headers: {}, body: { kind: "bytes", value: Buffer.alloc(0) } };
      rewriteReply(hooks, { face: "v2", kind: "search" }, (reply) =>
        reply.body.kind === "json" && JSON.stringify(members(reply.body.value)["data"]) === "[]" ? empty : reply,
      );
    },
  ),
  "status/v2-state-in-latin-1": fault("The v2 state is written in ISO 8859-1.", ["STATUS-04", "DATA-07"], (hooks) =>
    writeJson(hooks, { face: "v2", kind: "state" }, (text) => Buffer.from(text, "latin1")),
  ),
  "status/v2-workflows-in-utf-16": fault("The v2 workflow list is written in UTF-16.", "STATUS-04", (hooks) =>
    writeJson(hooks, { face: "v2", kind: "workflows" }, (text) => Buffer.from(text, "utf16le")),
  ),
};
