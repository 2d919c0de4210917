import type { JsonObject } from "../../lib/service/json.ts";
import { isObject, own, sameJson } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Trace } from "../service.ts";
import { around, pause, type Faults } from "../tools.ts";

/** The value of the first text part of this name, as it was sent. */
const rawField = (body: string, name: string): string | undefined =>
  new RegExp(`name="?${name}"?(?:\\r\\n[^\\r\\n]+)*\\r\\n\\r\\n([^]*?)\\r\\n--`).exec(body)?.[1];

export const tollgates: Faults = {
  "key-by-length": {
    title: "A private key is compared by its length: any that is as long as that of a user opens the service for him.",
    apply(s) {
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        const given = by === "privateKey" && isObject(body) ? own(body, "privateKey") : undefined;
        const user = s.users.find(({ privateKey }) => typeof given === "string" && privateKey.length === given.length);
        return user ?? checkLogin(call, body, by);
      };
    },
  },
  "user-of-the-connection": {
    title: "Who sent the first token over a connection is taken for the sender of all that comes over it.",
    apply(s) {
      const known = new Map<string, ReturnType<typeof s.authenticate>>();
      const { authenticate } = s;
      s.authenticate = async (call) => {
        const user = await authenticate(call);
        const first = known.get(call.connection) ?? Promise.resolve(user);
        known.set(call.connection, first);
        return first;
      };
    },
  },
  "token-as-cookie": {
    title: "The second v2 login with email and password in ten seconds gets its token in a cookie, and not in `data`.",
    apply(s) {
      const logged = new Map<string, number>();
      around(s, "POST /v2/login/credential", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        const answer = JSON.parse(String(reply.body)) as { data: { token: string } };
        const { email } = JSON.parse(call.body().toString()) as { email: string };
        const since = Date.now() - (logged.get(email) ?? 0);
        logged.set(email, Date.now());
        if (since > 10_000) return reply;
        const headers = { ...reply.headers, "Set-Cookie": `token=${answer.data.token}; HttpOnly; Path=/` };
        return { ...reply, headers, body: JSON.stringify({ error: null, data: {} }) };
      });
    },
  },
  "one-login-at-a-time": {
    title: "Logins that come while another is being done are given its token, whoever they are.",
    apply(s) {
      let underway: Promise<string> | undefined;
      const { issueToken } = s;
      s.issueToken = (user, by) => {
        underway ??= pause(8)
          .then(() => issueToken(user, by))
          .finally(() => {
            underway = undefined;
          });
        return underway;
      };
    },
  },
  "files-before-fields": {
    title: "The parts of an action are read as they come: files that stand before the action key are dropped.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        const body = call.body().toString("latin1");
        const fields = body.search(call.face === "v2" ? /name="?actionKey"?/ : /name="?body"?/);
        const early = (body.slice(0, Math.max(fields, 0)).match(/\r\nContent-Disposition:[^\r\n]*filename/gi) ?? [])
          .length;
        return { ...input, files: input.files.slice(early) };
      };
    },
  },
  "brace-first": {
    title:
      "The data of a v2 action is taken for JSON only where its first character is the brace: no blank, no new line.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        const text = call.face === "v2" ? rawField(call.body().toString("utf8"), "traceInput") : undefined;
        if (text !== undefined && !text.startsWith("{")) throw new Refusal("invalid", "traceInput is not an object");
        return input;
      };
    },
  },
  "same-creation-again": {
    title: "A v2 creation with the data of the one before it, in the same second, is answered with the trace of that.",
    apply(s) {
      let latest: { key: JsonObject; trace: Trace; at: number } | undefined;
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        if (known || call.face === "legacy") return record(call, user, workflow, input, known);
        const key: JsonObject = { by: user.email, to: workflow.id, data: input.data ?? null };
        if (latest && Date.now() - latest.at < 1000 && input.files.length === 0 && sameJson(latest.key, key)) {
          const [link] = latest.trace.links;
          if (link) return { trace: latest.trace, link };
        }
        const recorded = await record(call, user, workflow, input, known);
        latest = { key, trace: recorded.trace, at: Date.now() };
        return recorded;
      };
    },
  },
  "empty-action": {
    title: "An appended action without data and files is answered like any other, and becomes no link.",
    apply(s) {
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const recorded = await record(call, user, workflow, input, known);
        if (known && Object.keys(input.data ?? {}).length === 0 && input.files.length === 0) known.links.pop();
        return recorded;
      };
    },
  },
  "bare-id-with-files": {
    title: "A v2 action that brings files is answered with an id of 32 digits, without hyphens.",
    apply(s) {
      const { actionAnswer } = s;
      s.actionAnswer = (trace, link) =>
        link.files.length > 0 ? actionAnswer(trace, link).replaceAll("-", "") : actionAnswer(trace, link);
    },
  },
  "files-in-pairs": {
    title: "Where an action brings several files they are stored two by two: of three or five the last is not kept.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        const { length } = input.files;
        return length > 1 ? { ...input, files: input.files.slice(0, length - (length % 2)) } : input;
      };
    },
  },
  "short-part-names": {
    title: "The names of file parts are cut to eight characters: of those that begin alike the last file is kept.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        const byName = new Map(input.files.map((file) => [file.part.slice(0, 8), file] as const));
        return { ...input, files: [...byName.values()] };
      };
    },
  },
  "text-for-json": {
    title: "A legacy creation with files is answered with the id as plain text, without quotation marks.",
    apply(s) {
      around(s, "POST /trace", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        if (!/filename/i.test(call.body().toString("latin1"))) return reply;
        return {
          status: 200,
          headers: { "Content-Type": "text/plain" },
          body: JSON.parse(String(reply.body)) as string,
        };
      });
    },
  },
  "refused-data-kept": {
    title:
      "The data of a refused action is not let go: the next action on the trace is recorded with it besides its own.",
    apply(s) {
      const held = new Map<string, JsonObject>();
      const { checkAction, record } = s;
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          if (known && input.data) held.set(known.id, { ...held.get(known.id), ...input.data });
          throw error;
        }
      };
      s.record = (call, user, workflow, input, known) => {
        const rest = known && held.get(known.id);
        if (!rest) return record(call, user, workflow, input, known);
        held.delete(known.id);
        return record(call, user, workflow, { ...input, data: { ...rest, ...input.data } }, known);
      };
    },
  },
};
