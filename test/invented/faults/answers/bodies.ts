/** Answers that end too early or whose headers do not fit the body. */
import { gzipSync } from "node:zlib";
import type { Reply } from "../../../lib/service/http.ts";
import { bytesOf, detailRoutes } from "../../changes/answers.ts";
import { onReply, type Faults, onAnswer, onEveryAnswer } from "../../tools.ts";

const isJson = (reply: Reply) => reply.headers?.["Content-Type"] === "application/json";

export const bodies: Faults = {
  "answers-end-at-64k": {
    title: "A JSON answer of more than 65536 bytes ends there, in the middle of a value.",
    apply(s) {
      onAnswer(s, (reply) => {
        const bytes = bytesOf(reply);
        return isJson(reply) && bytes.length > 65536 ? { ...reply, body: bytes.subarray(0, 65536) } : reply;
      });
    },
  },
  "details-length-in-characters": {
    title: "Legacy details are sent with their number of characters as the number of bytes.",
    apply(s) {
      onReply(s, "POST /trace/{}/details", (reply) => ({
        ...reply,
        body: bytesOf(reply).subarray(0, String(reply.body).length),
      }));
    },
  },
  "large-answers-as-text": {
    title: "A v2 JSON answer of more than 8192 bytes is sent as text/plain.",
    apply(s) {
      onAnswer(s, (reply, call) =>
        call.face === "v2" && isJson(reply) && bytesOf(reply).length > 8192
          ? { ...reply, headers: { ...reply.headers, "Content-Type": "text/plain" } }
          : reply,
      );
    },
  },
  "list-begins-with-mark": {
    title: "The legacy workflow list begins with a byte order mark.",
    apply(s) {
      onReply(s, "GET /workflow/orgName/{}", (reply) => ({ ...reply, body: `\ufeff${String(reply.body)}` }));
    },
  },
  // "Response 200: JSON array (no envelope)"; "response 200 a JSON array of strings"
  "guard-before-the-array": {
    title: "Where the body is an array, the line )]}', stands before it, so that no script element can load it.",
    apply(s) {
      for (const key of ["GET /v2/organizations/{}/workflows", "GET /workflow/orgName/{}", "POST /trace/search/{}"]) {
        onReply(s, key, (reply) => ({ ...reply, body: `)]}',\n${String(reply.body)}` }));
      }
    },
  },
  // "JSON bodies use `Content-Type: application/json`."
  "details-as-text": {
    title: "Details say that they are text/plain.",
    apply(s) {
      for (const key of detailRoutes) {
        onReply(s, key, (reply) => ({
          ...reply,
          headers: { ...reply.headers, "Content-Type": "text/plain; charset=utf-8" },
        }));
      }
    },
  },
  // "response 200 `{state: object}`"
  "state-length-in-characters": {
    title: "The length of a legacy state is counted in characters: with an accent in it, its end is missing.",
    apply(s) {
      onReply(s, "GET /trace/{}/state", (reply) => {
        if (typeof reply.body !== "string") return reply;
        return { ...reply, body: Buffer.from(reply.body).subarray(0, reply.body.length) };
      });
    },
  },
  "compressed-twice": {
    title: "JSON over 4 KiB is compressed by the service and by its proxy, which say so once.",
    apply(s) {
      onAnswer(s, (reply, call) => {
        const size = Buffer.byteLength(reply.body ?? "");
        const isJson = reply.headers?.["Content-Type"] === "application/json";
        if (!isJson || size <= 4096 || !/\bgzip\b/.test(String(call.headers["accept-encoding"]))) return reply;
        const headers = { ...reply.headers, "Content-Encoding": "gzip", Vary: "Accept-Encoding" };
        return { ...reply, headers, body: gzipSync(gzipSync(reply.body ?? "")) };
      });
    },
  },
  "raw-control-characters": {
    title: "The legacy state is JSON in which control characters other than tabs and line breaks stand as they are.",
    apply(s) {
      onReply(s, "GET /trace/{}/state", (reply) => {
        const body = String(reply.body).replace(/\\(?:u(00[01][\da-f])|.)/g, (all, hex?: string) =>
          hex === undefined ? all : String.fromCharCode(parseInt(hex, 16)),
        );
        return { ...reply, body };
      });
    },
  },
  "legacy-state-in-latin1": {
    title: "The legacy state is sent in ISO 8859-1 when all its characters fit into it.",
    apply(s) {
      onReply(s, "GET /trace/{}/state", (reply) => {
        const text = String(reply.body);
        const fits = Array.from(text).every((char) => char <= "\u00ff");
        return fits ? { ...reply, body: Buffer.from(text, "latin1") } : reply;
      });
    },
  },
  "length-in-characters": {
    title: "The length of v2 answers is told in characters, so that those beyond ASCII are cut off.",
    apply(s) {
      onEveryAnswer(s, (reply, call) =>
        call.face === "v2" && typeof reply.body === "string"
          ? { ...reply, body: Buffer.from(reply.body).subarray(0, reply.body.length) }
          : reply,
      );
    },
  },
};
