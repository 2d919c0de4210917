import { randomBytes } from "node:crypto";
import type { Call, Face } from "../../lib/service/http.ts";
import { json } from "../../lib/service/http.ts";
import type { JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Service, StoredFile, Trace } from "../service.ts";
import { around, before, pause, type Faults } from "../tools.ts";

/** Which of two instances answers a call: each other request goes to the other. */
function inTurn(s: Service): (call: Call) => number {
  const chosen = new WeakMap<Call, number>();
  let turn = 0;
  before(s, (call) => {
    chosen.set(call, (turn += 1) % 2);
  });
  return (call) => chosen.get(call) ?? 0;
}

/** Which of two instances answers a call: each other connection goes to the other. */
function byConnection(): (call: Call) => number {
  const chosen = new Map<string, number>();
  return ({ connection }) => {
    const known = chosen.get(connection) ?? chosen.size % 2;
    chosen.set(connection, known);
    return known;
  };
}

const sealed = (instance: number, cursor: string): string =>
  Buffer.from(`${String(instance)}:${cursor}`).toString("base64url");

const appends = ["POST /v2/traces/{}/action", "POST /trace/{}/link"] as const;
const archives = ["GET /v2/traces/{}/files", "GET /trace/{}/files"] as const;
const searches = ["POST /v2/workflows/{}/traces/search", "POST /trace/search/{}"] as const;

export const twins: Faults = {
  "older-instance": {
    title: "One of two instances is of a release that had no download of a single file: every second one is not found.",
    apply(s) {
      let turn = 0;
      around(s, "GET /v2/traces/{}/file/{}", (real) => (call, ...params) => {
        if ((turn += 1) % 2 === 0) throw new Refusal("missing", "no such address");
        return real(call, ...params);
      });
    },
  },
  "two-secrets": {
    title: "Each of two instances takes only the tokens that it gave out itself.",
    apply(s) {
      const issuer = new Map<string, number>();
      const { issueToken, verifyToken } = s;
      let logins = 0;
      s.issueToken = async (user, by) => {
        const token = await issueToken(user, by);
        issuer.set(token, (logins += 1) % 2);
        return token;
      };
      const instance = inTurn(s);
      s.verifyToken = async (token, call) =>
        issuer.get(token) === instance(call) ? verifyToken(token, call) : undefined;
    },
  },
  "cursors-of-instance": {
    title: "Each of two instances seals its cursors with a key of its own; connections go to one or the other.",
    apply(s) {
      const instance = byConnection();
      const { info, page } = s;
      s.info = (cut, args, trace, call) => {
        const said = info(cut, args, trace, call);
        for (const name of ["startCursor", "endCursor"]) {
          if (typeof said[name] === "string") said[name] = sealed(instance(call), said[name]);
        }
        return said;
      };
      s.page = (links, args, trace, call) => {
        const opened = { ...args };
        for (const name of ["after", "before"] as const) {
          const given = args[name];
          if (given === undefined) continue;
          const [by, ...cursor] = Buffer.from(given, "base64url").toString().split(":");
          if (by !== String(instance(call))) throw new Refusal("invalid", "the cursor is not genuine");
          opened[name] = cursor.join(":");
        }
        return page(links, opened, trace, call);
      };
    },
  },
  "index-of-instance": {
    title: "Each of two instances searches what it wrote itself, as it left it; requests go to them in turn.",
    apply(s) {
      const instance = inTurn(s);
      const indexes = [new WeakMap<Trace, JsonObject>(), new WeakMap<Trace, JsonObject>()] as const;
      const indexOf = (call: Call) => indexes[instance(call) === 0 ? 0 : 1];
      const { matches, record } = s;
      s.record = async (call, ...args) => {
        const recorded = await record(call, ...args);
        indexOf(call).set(recorded.trace, recorded.trace.state);
        return recorded;
      };
      s.matches = (trace, filters, call) => {
        const state = indexOf(call).get(trace);
        return state !== undefined && matches({ ...trace, state }, filters, call);
      };
    },
  },
  "clock-ahead": {
    title: "One of two instances is a second and a half ahead: the other refuses its tokens until their time has come.",
    apply(s) {
      const validFrom = new Map<string, number>();
      const { issueToken, verifyToken } = s;
      let logins = 0;
      s.issueToken = async (user, by) => {
        const token = await issueToken(user, by);
        if ((logins += 1) % 2 === 0) validFrom.set(token, Date.now() + 1500);
        return token;
      };
      const instance = inTurn(s);
      s.verifyToken = async (token, call) =>
        instance(call) === 0 && Date.now() < (validFrom.get(token) ?? 0) ? undefined : verifyToken(token, call);
    },
  },
  "ids-of-the-clock": {
    title: "Trace ids are made of the time in milliseconds: of two traces of the same one the later stays.",
    apply(s) {
      const node = randomBytes(6).toString("hex");
      const { newTrace } = s;
      s.newTrace = (workflow) => {
        const ticks = Date.now().toString(16).padStart(15, "0");
        const id = `${ticks.slice(7)}-${ticks.slice(3, 7)}-1${ticks.slice(0, 3)}-8000-${node}`;
        return { ...newTrace(workflow), id };
      };
    },
  },
  "face-of-latest-request": {
    title: "A search is answered in the form of the set that was called last, which may be by somebody else meanwhile.",
    apply(s) {
      let latest: Face = "v2";
      for (const key of searches) {
        around(s, key, (real) => async (call, ...params) => {
          latest = call.face;
          await pause(5);
          return real(call, ...params);
        });
      }
      const { ok } = s;
      s.ok = (call, data) => ok(call.path.includes("search") ? { ...call, face: latest } : call, data);
    },
  },
  "unflushed-tail": {
    title: "Of files over 16 KiB only whole blocks of that size are there in the second and a half after they came.",
    apply(s) {
      const block = 16 * 1024;
      const came = new WeakMap<StoredFile, number>();
      const { keepFiles, fileOf } = s;
      s.keepFiles = async (trace, files, call) => {
        const kept = await keepFiles(trace, files, call);
        for (const file of trace.files.values()) if (!came.has(file)) came.set(file, Date.now());
        return kept;
      };
      s.fileOf = (trace, digest, call) => {
        const file = fileOf(trace, digest, call);
        const { length } = file.data;
        if (length <= block || Date.now() - (came.get(file) ?? 0) > 1500) return file;
        return { ...file, data: file.data.subarray(0, length - (length % block)) };
      };
    },
  },
  "locked-by-refusal": {
    title: "An action that is refused leaves its trace locked: for a minute every other gets 409.",
    apply(s) {
      s.statuses.busy = 409;
      const locked = new Map<string, number>();
      for (const key of appends) {
        around(s, key, (real) => async (call, id = "", ...params) => {
          if ((locked.get(id) ?? 0) > Date.now()) throw new Refusal("busy", "the trace is being changed");
          try {
            return await real(call, id, ...params);
          } catch (error) {
            const refused = error instanceof Refusal && error.kind === "invalid";
            if (refused && s.traces.has(id)) locked.set(id, Date.now() + 60_000);
            throw error;
          }
        });
      }
    },
  },
  "handles-of-refused-archives": {
    title: "An archive that is refused for an unknown digest leaves a handle open; with the fifth, no archive is made.",
    apply(s) {
      let open = 0;
      for (const key of archives) {
        around(s, key, (real) => async (call, ...params) => {
          if (open >= 5) return json({ error: { code: "internal", message: "too many open files" } }, 500);
          try {
            return await real(call, ...params);
          } catch (error) {
            if (call.query.has("digests") && error instanceof Refusal && error.kind === "missing") open += 1;
            throw error;
          }
        });
      }
    },
  },
};
