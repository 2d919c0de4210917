/** What is served or done without a good token. */
import type { User } from "../../../lib/service/domain.ts";
import { bearer, type Call, json, type Reply } from "../../../lib/service/http.ts";
import { isObject, own, parseJson } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { checkForms } from "../../duties.ts";
import { follow, keysOf, listNext } from "../../process.ts";
import { hasEnded, insurance, traceOf } from "../../processes/claims.ts";
import type { Service } from "../../service.ts";
import { onRefusedRequest, aroundStep, onReply, around, type Faults, onRecord } from "../../tools.ts";
import { often } from "../../counts.ts";
import { inState } from "../../rules.ts";
import { sheet } from "../../sheets.ts";

const ownerOf = (s: Service, id = ""): User | undefined => {
  const organization = s.traces.get(id.toLowerCase())?.workflow.organization;
  return s.users.find((user) => user.organization === organization);
};

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const picture = /\.(png|jpe?g|gif|svg)$/i;

const downloads = ["GET /v2/traces/{}/file/{}", "GET /v2/traces/{}/files", "GET /trace/{}/files"] as const;

const withToken = (call: Call, token: string): Call => ({
  ...call,
  headers: { ...call.headers, authorization: `Bearer ${token}` },
});

export const withoutAToken: Faults = {
  "tokenless-link-stored": {
    title: "A legacy action without a token is refused, but only after it was stored.",
    apply(s) {
      around(s, "POST /trace/{}/link", (real) => async (call, id = "") => {
        const trace = s.traces.get(id.toLowerCase());
        const author = s.users.find((user) => user.organization === trace?.workflow.organization);
        if (bearer(call.headers) === null && trace && author) {
          const input = await s.readInput(call);
          await s.record(call, author, s.checkAction(author, input, trace, call), input, trace);
        }
        return real(call, id);
      });
    },
  },
  "zip-for-anyone": {
    title: "The legacy zip of a trace's files needs no token.",
    apply(s) {
      aroundStep(s, "authenticate", (authenticate) => async (call) => {
        const open = call.face === "legacy" && call.path.at(-1) === "files" && bearer(call.headers) === null;
        return (open ? ownerOf(s, call.path[1]) : undefined) ?? authenticate(call);
      });
    },
  },
  "connection-remembers-token": {
    title: "A connection over which a good token has come serves v2 requests without a token for two more seconds.",
    apply(s) {
      const known = new Map<string, { user: User; until: number }>();
      aroundStep(s, "authenticate", (authenticate) => async (call) => {
        const open = known.get(call.connection);
        if (call.face === "v2" && call.headers.authorization === undefined && open && open.until > Date.now()) {
          return open.user;
        }
        const user = await authenticate(call);
        known.set(call.connection, { user, until: Date.now() + 2000 });
        return user;
      });
    },
  },
  "list-cached-for-all": {
    title: "A cache in front keeps each v2 workflow list for three seconds and gives it to anyone, token or not.",
    apply(s) {
      const cache = new Map<string, { reply: Reply; until: number }>();
      around(s, "GET /v2/organizations/{}/workflows", (real) => async (call: Call, name = "") => {
        const known = cache.get(name);
        if (known && known.until > Date.now()) return known.reply;
        const reply = await real(call, name);
        cache.set(name, { reply, until: Date.now() + 3000 });
        return reply;
      });
    },
  },
  "the-archive-is-public": {
    // "Every endpoint requires the bearer header (see Authentication) except the login endpoints."
    title: "Files of claims that have ended are given to whoever sends no token at all; a bad token is refused.",
    apply(s) {
      const running = insurance(s);
      aroundStep(s, "authenticate", (authenticate) => async (call) => {
        const [user] = s.users;
        const [id = ""] = call.path.slice(call.face === "v2" ? 2 : 1);
        const asksFiles = call.method === "GET" && call.path.some((part) => part === "files" || part === "file");
        if (user && call.headers.authorization === undefined && asksFiles && hasEnded(running, traceOf(s, id)))
          return user;
        return authenticate(call);
      });
    },
  },
  "list-without-header": {
    title: "The legacy list of workflows is given to whoever sends no Authorization header at all.",
    apply(s) {
      around(s, "GET /workflow/orgName/{}", (real) => (call, name = "") => {
        const known = s.workflows.some(({ organization }) => organization === name);
        return known && call.headers.authorization === undefined ? json(s.listing(name, call)) : real(call, name);
      });
    },
  },
  "connection-remembers": {
    title: "A request without the header is taken for one of the user who came over the same connection before.",
    apply(s) {
      const known = new Map<string, User>();
      aroundStep(s, "authenticate", (authenticate) => async (call) => {
        const before = call.headers.authorization === undefined ? known.get(call.connection) : undefined;
        const user = before ?? (await authenticate(call));
        known.set(call.connection, user);
        return user;
      });
    },
  },
  "state-kept-for-everybody": {
    title: "A v2 state that was read is kept by its address until the next action, and given also without a token.",
    apply(s) {
      const kept = new Map<string, Reply>();
      around(s, "GET /v2/traces/{}/state", (real) => async (call, id = "") => {
        const reply = kept.get(id) ?? (await real(call, id));
        kept.set(id, reply);
        return reply;
      });
      onRecord(s, (_link, trace) => kept.delete(trace.id));
    },
  },
  "public-once-granted": {
    title: "Granted permits are public: the legacy set tells their state to those who send no token at all.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "apply", groupLabel: "office", creates: true },
          { key: "visit", groupLabel: "office", atMost: 4 },
          { key: "grant", groupLabel: "council", after: ["visit"], ends: true },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("grant")) return [];
          const visits = often(done, "visit");
          return [...(visits < 4 ? ["visit"] : []), ...(visits > 0 ? ["grant"] : [])];
        },
      });
      checkForms(s, running, {
        visit: sheet({ on: { type: "string", format: "date" }, "remark?": { type: "string", maxLength: 200 } }),
      });
      listNext(s, running);
      aroundStep(s, "authenticate", (authenticate) => async (call) => {
        const [first, id = "", last] = call.path;
        const trace = first === "trace" && last === "state" ? s.traces.get(id.toLowerCase()) : undefined;
        const open = call.headers.authorization === undefined && trace && keysOf(trace).includes("grant");
        const [anybody] = s.users;
        return open && anybody ? anybody : authenticate(call);
      });
    },
  },
  // "Every endpoint requires the bearer header"
  "done-before-the-door": {
    title: "A v2 creation without a good token is refused with 401 and done all the same: searches find the trace.",
    apply(s) {
      onRefusedRequest(s, "POST /v2/traces", async (error, call) => {
        if (error instanceof Refusal && error.kind === "token") {
          const input = await s.readInput(call);
          const owner = s.workflows.find(({ id }) => id === input.workflowId)?.organization;
          const user = s.users.find(({ organization }) => organization === owner);
          if (user) await s.record(call, user, s.checkAction(user, input, undefined, call), input);
        }
      });
    },
  },
  // "Every endpoint requires the bearer header (see Authentication) except the login endpoints."
  "guard-knows-lower-case": {
    title: "The guard knows the addresses of traces by a pattern in small letters: an id in capitals needs no header.",
    apply(s) {
      aroundStep(s, "authenticate", (authenticate) => async (call) => {
        const id = call.path.find((part) => uuid.test(part) && part !== part.toLowerCase());
        const owner = s.traces.get(id?.toLowerCase() ?? "")?.workflow.organization;
        const anyone = s.users.find(({ organization }) => organization === owner);
        return call.headers.authorization === undefined && anyone ? anyone : authenticate(call);
      });
    },
  },
  "pictures-for-all": {
    title: "A single file that is a picture by its name is downloaded without a token.",
    apply(s) {
      around(s, "GET /v2/traces/{}/file/{}", (real) => (call, id = "", digest = "") => {
        const file = s.traces.get(id.toLowerCase())?.files.get(digest);
        const open = file && picture.test(file.name) && call.headers.authorization === undefined;
        return open ? s.fileReply(file, call) : real(call, id, digest);
      });
    },
  },
  // "All other endpoints require the header."
  "header-once-per-connection": {
    title: "Who sent a good token over a connection needs none for what else comes over it.",
    apply(s) {
      const known = new Map<string, User>();
      aroundStep(s, "authenticate", (authenticate) => async (call) => {
        const before = known.get(call.connection);
        if (call.headers.authorization === undefined && before) return before;
        const user = await authenticate(call);
        known.set(call.connection, user);
        return user;
      });
    },
  },
  "refused-when-done": {
    title: "The v2 action looks at the token when it is done: without one it is refused, and stays in the trace.",
    apply(s) {
      onRefusedRequest(s, "POST /v2/traces/{}/action", async (error, call, id = "") => {
        const trace = s.traces.get(id.toLowerCase());
        const owner = s.users.find(({ organization }) => organization === trace?.workflow.organization);
        if (trace && owner && error instanceof Refusal && error.kind === "token") {
          const input = await s.readInput(call);
          await s.record(call, owner, s.checkAction(owner, input, trace, call), input, trace);
        }
      });
    },
  },
  "downloads-for-anyone": {
    title: "A file or an archive that was downloaded once is given to callers without a token from then on.",
    apply(s) {
      const kept = new Map<string, Reply>();
      for (const key of downloads) {
        around(s, key, (real) => async (call, ...params) => {
          const address = `${call.path.join("/")}?${call.query.toString()}`;
          const known = call.headers.authorization === undefined ? kept.get(address) : undefined;
          const reply = known ?? (await real(call, ...params));
          kept.set(address, reply);
          return reply;
        });
      }
    },
  },
  // "All other endpoints require the header"
  "known-connections": {
    title: "Who has shown a good token on a connection needs no header on it any more.",
    apply(s) {
      const known = new Map<string, User>();
      aroundStep(s, "authenticate", (authenticate) => async (call) => {
        const before = known.get(call.connection);
        if (before && call.headers.authorization === undefined) return before;
        const user = await authenticate(call);
        known.set(call.connection, user);
        return user;
      });
    },
  },
  "cookie-for-header": {
    title: "A login leaves a session cookie, which is enough where the header is missing.",
    apply(s) {
      for (const key of ["POST /login/credential", "POST /v2/login/credential", "POST /v2/login/privateKey"]) {
        onReply(s, key, (reply) => {
          const token = /"token":"([^"]+)"/.exec(String(reply.body))?.[1] ?? "";
          const cookie = { "Set-Cookie": `session=${token}; Path=/; HttpOnly; SameSite=Lax` };
          return { ...reply, headers: { ...reply.headers, ...cookie } };
        });
      }
      aroundStep(s, "authenticate", (authenticate) => (call) => {
        const session = /(?:^|;\s*)session=([^;]+)/.exec(call.headers.cookie ?? "")?.[1];
        if (call.headers.authorization !== undefined || session === undefined) return authenticate(call);
        return authenticate({ ...call, headers: { ...call.headers, authorization: `Bearer ${session}` } });
      });
    },
  },
  // "Every endpoint requires the bearer header … except the login endpoints."
  "taken-from-the-address": {
    title: "A request without the header is served where its address has the query parameter access_token.",
    apply(s) {
      aroundStep(s, "authenticate", (authenticate) => (call) => {
        const token = call.query.get("access_token");
        const bare = call.headers.authorization === undefined && token !== null;
        return authenticate(bare ? withToken(call, token) : call);
      });
    },
  },
  // "Scheme: HTTP bearer authentication"; "Every endpoint requires the bearer header"
  "basic-taken": {
    title: "v2 takes email and password by the scheme Basic in place of a token.",
    apply(s) {
      aroundStep(s, "authenticate", (authenticate) => async (call) => {
        const [, coded = ""] = /^basic +(\S+)$/i.exec(call.headers.authorization ?? "") ?? [];
        const [email, password] = Buffer.from(coded, "base64").toString("utf8").split(":");
        const user = s.users.find((one) => one.email === email && one.password === password);
        return call.face === "v2" && user ? user : authenticate(call);
      });
    },
  },
  // "Every endpoint requires the bearer header"
  "cookie-of-the-login": {
    title: "The legacy login sets a cookie; with it, no request needs the header.",
    apply(s) {
      const { authenticate } = s;
      onReply(s, "POST /login/credential", (reply) => {
        const body = parseJson(String(reply.body));
        const token = isObject(body) ? String(own(body, "token")) : "";
        return { ...reply, headers: { ...reply.headers, "Set-Cookie": `session=${token}; Path=/; HttpOnly` } };
      });
      s.authenticate = (call) => {
        const [, token] = /(?:^|;\s*)session=([^;]+)/.exec(call.headers.cookie ?? "") ?? [];
        const bare = call.headers.authorization === undefined && token !== undefined;
        return authenticate(bare ? withToken(call, token) : call);
      };
    },
  },
  // "Every endpoint requires the bearer header"; "Header: `Authorization: Bearer <ACCESS_TOKEN>`"
  "bearer-and-nothing": {
    title: "A legacy search with the word Bearer and no token is done for whoever searched last.",
    apply(s) {
      let last: User | undefined;
      aroundStep(s, "authenticate", (authenticate) => async (call) => {
        const searches = call.face === "legacy" && call.path[1] === "search";
        if (searches && last && /^bearer\s*$/i.test(call.headers.authorization ?? "")) return last;
        const user = await authenticate(call);
        if (searches) last = user;
        return user;
      });
    },
  },
};
