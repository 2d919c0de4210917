import { createHash } from "node:crypto";
import { isObject, own, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Trace } from "../service.ts";
import { around, onData, onRecord, pause, type Faults } from "../tools.ts";

export const snags: Faults = {
  "digest-of-text": {
    title: "The digest is taken of the file read as UTF-8: binary files alike but for what is no text are one file.",
    apply(s) {
      s.digest = (data) => createHash("sha256").update(data.toString("utf8")).digest("hex");
    },
  },
  "packed-file-as-coding": {
    title: "A single file that is itself in gzip is sent as a gzip coding of the answer, so that clients unpack it.",
    apply(s) {
      const { fileReply } = s;
      s.fileReply = (file, call) => {
        const reply = fileReply(file, call);
        const packed = file.data[0] === 0x1f && file.data[1] === 0x8b;
        return packed ? { ...reply, headers: { ...reply.headers, "Content-Encoding": "gzip" } } : reply;
      };
    },
  },
  "files-of-first-page": {
    title: "Files are looked for in the first ten links of the trace, which is the default page.",
    apply(s) {
      const { fileOf } = s;
      s.fileOf = (trace, digest, call) => {
        const attached = trace.links.slice(0, 10).flatMap(({ files }) => files);
        if (!attached.some((file) => file["digest"] === digest)) {
          throw new Refusal("missing", "the trace has no such file");
        }
        return fileOf(trace, digest, call);
      };
    },
  },
  "replayed-by-id": {
    title: "Every 20 seconds the service begins anew, and computes states from the links in the order of their ids.",
    apply(s) {
      const computed = new WeakMap<Trace, number>();
      const now = () => Math.floor(Date.now() / 20_000);
      onRecord(s, (_link, trace) => computed.set(trace, now()));
      const { stateOf } = s;
      s.stateOf = (trace, call) => {
        if (computed.get(trace) !== now()) {
          let state: JsonObject = {};
          for (const { data } of trace.links.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
            state = s.merge({ ...trace, state }, data, call);
          }
          trace.state = state;
          computed.set(trace, now());
        }
        return stateOf(trace, call);
      };
    },
  },
  "cookie-for-header": {
    title: "A login leaves a session cookie, which is enough where the header is missing.",
    apply(s) {
      for (const key of ["POST /login/credential", "POST /v2/login/credential", "POST /v2/login/privateKey"]) {
        around(s, key, (real) => async (call) => {
          const reply = await real(call);
          const token = /"token":"([^"]+)"/.exec(String(reply.body))?.[1] ?? "";
          const cookie = { "Set-Cookie": `session=${token}; Path=/; HttpOnly; SameSite=Lax` };
          return { ...reply, headers: { ...reply.headers, ...cookie } };
        });
      }
      const { authenticate } = s;
      s.authenticate = (call) => {
        const session = /(?:^|;\s*)session=([^;]+)/.exec(call.headers.cookie ?? "")?.[1];
        if (call.headers.authorization !== undefined || session === undefined) return authenticate(call);
        return authenticate({ ...call, headers: { ...call.headers, authorization: `Bearer ${session}` } });
      };
    },
  },
  "upload-under-way": {
    title: "A file that another request is just storing is taken as stored, though that is for another trace.",
    apply(s) {
      const underWay = new Set<string>();
      s.keepFiles = async (trace, files, call) => {
        const kept: JsonObject[] = [];
        for (const { name, part, data } of files) {
          const digest = s.digest(data);
          kept.push({ digest, name, part, size: data.length });
          if (underWay.has(digest) || trace.files.has(digest)) continue;
          underWay.add(digest);
          await pause(10);
          trace.files.set(digest, { digest, name, data, face: call.face });
          underWay.delete(digest);
        }
        return kept;
      };
    },
  },
  "trace-input-unwrapped": {
    title: "A `traceInput` that has an object called `data` is taken for a legacy body: the rest of it is lost.",
    apply(s) {
      onData(s, (data, call) => {
        const inner = own(data, "data");
        return call.face === "v2" && isObject(inner) ? inner : data;
      });
    },
  },
  "archive-names-composed": {
    title: "In an archive two files whose names differ in the Unicode form alone are one, the later.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (...args) => [
        ...new Map(zipEntries(...args).map((entry) => [entry.name.normalize("NFC"), entry])).values(),
      ];
    },
  },
};
