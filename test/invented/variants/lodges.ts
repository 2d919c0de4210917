import { brotliCompressSync } from "node:zlib";
import { randomUUID } from "node:crypto";
import { workflowsOf, type Workflow } from "../../lib/service/domain.ts";
import type { Trace } from "../service.ts";
import { onAnswer, type Variants } from "../tools.ts";

const inline = "inline-";

export const lodges: Variants = {
  "readings-counted": {
    title: "The state tells how often it was read: no two answers are the same.",
    why: "Keys and values of the state are not shown; who has looked at a record is part of it in audited systems.",
    apply(s) {
      const readings = new WeakMap<Trace, number>();
      s.stateOf = (trace) => {
        const count = (readings.get(trace) ?? 0) + 1;
        readings.set(trace, count);
        return { ...trace.state, audit: { readings: count, lastReadAt: new Date().toISOString() } };
      };
    },
  },
  "cursors-as-json": {
    title: "A cursor is a JSON text, with quotation marks, spaces and a letter outside ASCII.",
    why: "A cursor is a string; it travels in JSON, where any string is safe.",
    apply(s) {
      s.cursorOf = (link, trace) => `{"n°": ${String(trace.links.indexOf(link))}, "of": "${trace.id}"}`;
    },
  },
  "digests-that-hold-the-content": {
    title:
      "The digest of a file of up to 32 bytes is the content itself, in base64url; that of an empty file is a word.",
    why: "How a digest is made is not shown; identity hashes for small contents are common in content-addressed stores.",
    apply(s) {
      const { digest } = s;
      s.digest = (data) => (data.length <= 32 ? inline + (data.toString("base64url") || "empty") : digest(data));
    },
  },
  "five-hundred-workflows": {
    title: "The organization has five hundred more workflows, many of one name, some with odd ones, some without.",
    why: "A workflow name is a string; nothing says that it is unique, short or not empty, or how many there are.",
    apply(s) {
      const [{ organization }] = s.workflows as [Workflow];
      s.told.workflows = workflowsOf(s.workflows, organization);
      const names = ["Returns ", "返品 📦", 'The "old" one / v2', ""];
      for (let at = 0; at < 500; at += 1) {
        s.workflows.push({ id: randomUUID(), name: names[at % 100] ?? "Copy of Returns", organization, actions: [] });
      }
    },
  },
  "ids-in-sequence": {
    title: "The ids of traces and links are counted up, as UUIDs of version 8, from one counter.",
    why: "An id is a UUID; which version it has, and whether it can be guessed, is left open.",
    apply(s) {
      let counter = 0;
      const next = () => `00000000-0000-8000-8000-${(counter += 1).toString(16).padStart(12, "0")}`;
      const { newTrace, record } = s;
      s.newTrace = (workflow) => ({ ...newTrace(workflow), id: next() });
      s.record = async (...args) => {
        const recorded = await record(...args);
        recorded.link.id = next();
        return recorded;
      };
    },
  },
  "sealed-links": {
    title: "A link is a signed sheet: its data is a JSON text, and its files stand in a map from digest to name.",
    why: "Fields of a link are not shown; a signature is made over bytes, so the text that was signed is kept.",
    apply(s) {
      s.linkView = ({ id, data, files, ...rest }) => {
        const payload = JSON.stringify({ ...rest, data });
        return {
          meta: { linkId: id, format: "sheet/1" },
          payload,
          attachments: Object.fromEntries(files.map((file) => [String(file["digest"]), file["name"] ?? ""])),
          signatures: [{ by: "service", value: s.digest(Buffer.from(payload.padEnd(64))) }],
        };
      };
    },
  },
  "compressed-in-pieces": {
    title:
      "JSON is compressed with Brotli where the client takes it, and sent without a length; the rest goes on as it is.",
    why: "HTTP allows it; nothing is said of content encodings or of Content-Length.",
    apply(s) {
      onAnswer(s, (reply, call) => {
        const isJson = reply.headers?.["Content-Type"] === "application/json";
        if (!isJson) return { ...reply, chunked: true };
        const headers = { ...reply.headers, Vary: "Accept-Encoding" };
        if (!/\bbr\b/.test(String(call.headers["accept-encoding"]))) return { ...reply, headers, chunked: true };
        return {
          ...reply,
          headers: { ...headers, "Content-Encoding": "br" },
          body: brotliCompressSync(reply.body ?? ""),
          chunked: true,
        };
      });
    },
  },
};
