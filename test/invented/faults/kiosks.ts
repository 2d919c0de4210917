import { gzipSync } from "node:zlib";
import type { Cut } from "../../lib/service/domain.ts";
import type { Reply } from "../../lib/service/http.ts";
import { isObject, own } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Claims, Link, Trace } from "../service.ts";
import type { User } from "../../lib/service/domain.ts";
import { around, onAnswer, pause, type Faults } from "../tools.ts";

const singleFile = "GET /v2/traces/{}/file/{}";

export const kiosks: Faults = {
  "first-eight-characters": {
    title: "Passwords are kept as the old crypt kept them: the first eight characters are enough.",
    apply(s) {
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        const [email, password] = isObject(body) ? [own(body, "email"), own(body, "password")] : [];
        const user = s.users.find((candidate) => candidate.email === email);
        const fits = typeof password === "string" && password.slice(0, 8) === user?.password.slice(0, 8);
        return by === "credential" && user && fits ? user : checkLogin(call, body, by);
      };
    },
  },
  "known-by-beginning": {
    title: "What a token says is kept by its first 64 characters, in which the tokens of two users agree.",
    apply(s) {
      const kept = new Map<string, Claims>();
      const { verifyToken } = s;
      s.verifyToken = async (token, call) => {
        const beginning = token.slice(0, 64);
        const claims = kept.get(beginning) ?? (await verifyToken(token, call));
        if (claims) kept.set(beginning, claims);
        return claims;
      };
    },
  },
  "refused-when-done": {
    title: "The v2 action looks at the token when it is done: without one it is refused, and stays in the trace.",
    apply(s) {
      around(s, "POST /v2/traces/{}/action", (real) => async (call, id = "", ...params) => {
        try {
          return await real(call, id, ...params);
        } catch (error) {
          const trace = s.traces.get(id.toLowerCase());
          const owner = s.users.find(({ organization }) => organization === trace?.workflow.organization);
          if (trace && owner && error instanceof Refusal && error.kind === "token") {
            const input = await s.readInput(call);
            await s.record(call, owner, s.checkAction(owner, input, trace, call), input, trace);
          }
          throw error;
        }
      });
    },
  },
  "user-of-connection": {
    title: "Who came first over a connection is taken for all who come over it later, whatever token they bring.",
    apply(s) {
      const users = new Map<string, User>();
      const { authenticate } = s;
      s.authenticate = async (call) => {
        const user = users.get(call.connection) ?? (await authenticate(call));
        users.set(call.connection, user);
        return user;
      };
    },
  },
  "pages-by-cursor": {
    title: "A page is kept for two seconds by its trace and cursors, and not by how many links were asked for.",
    apply(s) {
      const kept = new Map<string, { cut: Cut<Link>; until: number }>();
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const key = JSON.stringify([trace.id, links.length, args.after, args.before]);
        const known = kept.get(key);
        if (known && known.until > Date.now()) return known.cut;
        const cut = page(links, args, trace, call);
        kept.set(key, { cut, until: Date.now() + 2000 });
        return cut;
      };
    },
  },
  "plus-is-space": {
    title: "Cursors are in base64 and are read as if they came in an address: one with a plus is not known.",
    apply(s) {
      s.cursorOf = (link) => Buffer.from(link.id.replaceAll("-", ""), "hex").toString("base64");
      const { positionOf } = s;
      s.positionOf = (links, cursor, trace) => positionOf(links, cursor.replaceAll("+", " "), trace);
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
  redelivered: {
    title: "An action with more than 128 KiB of files takes longer than the queue waits, and is done twice.",
    apply(s) {
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const recorded = await record(call, user, workflow, input, known);
        const size = input.files.reduce((sum, { data }) => sum + data.length, 0);
        if (known && size > 128 * 1024) await record(call, user, workflow, input, known);
        return recorded;
      };
    },
  },
  "late-effect": {
    title: "When the files of an action have been scanned, after 400 ms, its data is put into the state once more.",
    apply(s) {
      const { record } = s;
      s.record = async (...args) => {
        const recorded = await record(...args);
        const [call, , , { files }] = args;
        const { trace, link } = recorded;
        if (files.length > 0) void pause(400).then(() => (trace.state = s.merge(trace, link.data, call)));
        return recorded;
      };
    },
  },
  "same-request-elsewhere": {
    title:
      "An action equal to one on another trace three seconds before is taken for a retry, and answered as that was.",
    apply(s) {
      const done = new Map<string, { recorded: { trace: Trace; link: Link }; until: number }>();
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        if (!known) return record(call, user, workflow, input, known);
        const files = input.files.map(({ data }) => s.digest(data));
        const key = JSON.stringify([user.email, call.face, input.actionKey, input.groupLabel, input.data, files]);
        const former = done.get(key);
        if (former && former.until > Date.now() && former.recorded.trace !== known) return former.recorded;
        const recorded = await record(call, user, workflow, input, known);
        done.set(key, { recorded, until: Date.now() + 3000 });
        return recorded;
      };
    },
  },
  "copies-by-digest": {
    title: "A file that was downloaded is kept near the client by its digest, and given under any trace.",
    apply(s) {
      const kept = new Map<string, Reply>();
      around(s, singleFile, (real) => async (call, id = "", digest = "") => {
        s.findTrace(await s.authenticate(call), id, call);
        const reply = kept.get(digest) ?? (await real(call, id, digest));
        kept.set(digest, reply);
        return reply;
      });
    },
  },
  "absence-kept": {
    title: "That a trace does not have a file is kept for ten seconds, also when the file is attached meanwhile.",
    apply(s) {
      const absent = new Map<string, number>();
      around(s, singleFile, (real) => async (call, id = "", digest = "") => {
        const key = `${id} ${digest}`;
        s.findTrace(await s.authenticate(call), id, call);
        if ((absent.get(key) ?? 0) > Date.now()) throw new Refusal("missing", "the trace has no such file");
        try {
          return await real(call, id, digest);
        } catch (error) {
          absent.set(key, Date.now() + 10_000);
          throw error;
        }
      });
    },
  },
};
