import { createHash } from "node:crypto";
import { json } from "../../lib/service/http.ts";
import { isObject, own, type Json } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { around, pause, type Faults } from "../tools.ts";

const pem = (body: string): string => `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`;

/** What an id generator makes of the clock alone, in the form of a UUID. */
function clockId(tick: number): string {
  const hex = createHash("md5").update(String(tick)).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `1${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join("-");
}

/** The names of the parts that say their type before anything else. */
function typeFirst(body: string): Set<string> {
  const pattern = /\r\nContent-Type:[^\r\n]*\r\n(?:[^\r\n]+\r\n)*?Content-Disposition:[^\r\n]*?[ ;]name="([^"]*)"/gi;
  return new Set(Array.from(body.matchAll(pattern), ([, name = ""]) => name));
}

export const spindles: Faults = {
  "any-password-after-a-good-one": {
    title: "For a minute after a good v2 login by password, any other password opens the same account.",
    apply(s) {
      const { checkLogin } = s;
      const known = new Map<string, number>();
      s.checkLogin = (call, body, by) => {
        if (by !== "credential" || call.face !== "v2") return checkLogin(call, body, by);
        const email = isObject(body) ? own(body, "email") : undefined;
        const user = s.users.find((one) => one.email === email);
        if (user && isObject(body) && typeof own(body, "password") === "string") {
          if ((known.get(user.email) ?? 0) > Date.now()) return user;
        }
        const checked = checkLogin(call, body, by);
        known.set(checked.email, Date.now() + 60_000);
        return checked;
      };
    },
  },
  "keys-alike-at-their-beginning": {
    title: "Private keys are told apart by their first 48 characters, so that one user's key logs another user in.",
    apply(s) {
      const [ines, piet] = s.users;
      if (ines) ines.privateKey = pem("MC4CAQAwBQYDK2VwBCIEIHq0c1nZ8y3mVtWfA2bD6kR9uLx4eJsG7oPi5hQwTzNa");
      if (piet) piet.privateKey = pem("MC4CAQAwBQYDK2VwBCIEIB7gK2vXd9mPq4sYcE1rUoT6nZj3hWfL8aCi0bRxDyMe");
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        const key = isObject(body) ? own(body, "privateKey") : undefined;
        if (by !== "privateKey" || typeof key !== "string") return checkLogin(call, body, by);
        const user = s.users.find((one) => one.privateKey.slice(0, 48) === key.slice(0, 48));
        if (!user) throw new Refusal("login", "unknown user");
        return user;
      };
    },
  },
  "escaped-key-unknown": {
    title: "The login by private key takes the key from the raw text, so that one with JSON escapes is unknown.",
    apply(s) {
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        if (by !== "privateKey") return checkLogin(call, body, by);
        const raw = /"privateKey"\s*:\s*"([^"]*)"/.exec(call.body().toString())?.[1];
        return checkLogin(call, raw === undefined ? body : { privateKey: raw }, by);
      };
    },
  },
  "legacy-login-in-latin": {
    title: "The legacy login reads its request as Latin-1, so that a password with an umlaut is wrong.",
    apply(s) {
      const [ines] = s.users;
      if (ines) ines.password = "Löwenzahn-über-Aubrücke";
      around(
        s,
        "POST /login/credential",
        (real) => (call) => real({ ...call, body: () => Buffer.from(call.body().toString("latin1"), "utf8") }),
      );
    },
  },
  "logins-at-once-mixed": {
    title: "Of two users who log in by password at the same time, both get the token of the later one.",
    apply(s) {
      const { checkLogin, issueToken } = s;
      let current: ReturnType<typeof checkLogin> | undefined;
      s.checkLogin = (...args) => (current = checkLogin(...args));
      s.issueToken = async (user, by) => {
        if (by === "privateKey") return issueToken(user, by);
        await pause(8);
        return issueToken(current ?? user, by);
      };
    },
  },
  "link-for-trace-with-files": {
    title: "The v2 creation with files answers with the id of the first link in place of the id of the trace.",
    apply(s) {
      around(s, "POST /v2/traces", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        const answer = JSON.parse(String(reply.body)) as { error: Json; data: string };
        const trace = s.traces.get(answer.data);
        const [link] = trace?.links ?? [];
        return link && trace && trace.files.size > 0 ? json({ ...answer, data: link.id }) : reply;
      });
    },
  },
  "data-behind-files-lost": {
    title: "In v2 requests, a traceInput that comes behind a file is taken for absent, and its data is lost.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        if (call.face !== "v2") return input;
        const body = call.body().toString("latin1");
        const file = body.search(/\r\nContent-Disposition:[^\r\n]*; *filename/i);
        const text = body.search(/\r\nContent-Disposition:[^\r\n]*; *name="?traceInput\b/i);
        if (file === -1 || text < file) return input;
        const { data: _data, dataText: _text, ...rest } = input;
        return rest;
      };
    },
  },
  "type-before-disposition": {
    title: "A file whose part has its Content-Type line before its Content-Disposition line is dropped.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        const dropped = typeFirst(call.body().toString("latin1"));
        return { ...input, files: input.files.filter(({ part }) => !dropped.has(part)) };
      };
    },
  },
  "ids-of-the-clock": {
    title: "Two traces that are created within four milliseconds get the same id, and the later takes the place.",
    apply(s) {
      const { newTrace } = s;
      s.newTrace = (workflow) => ({ ...newTrace(workflow), id: clockId(Math.floor(Date.now() / 4)) });
    },
  },
  "uploads-by-name": {
    title: "Legacy uploads wait in a folder under their file names, so that two of one name at a time become one.",
    apply(s) {
      const { keepFiles } = s;
      const folder = new Map<string, Buffer>();
      s.keepFiles = async (trace, files, call) => {
        if (call.face === "v2" || files.length === 0) return keepFiles(trace, files, call);
        // Within one request the parts have their number before the name.
        const path = (at: number, name: string) => `${String(at)}-${name}`;
        for (const [at, { name, data }] of files.entries()) folder.set(path(at, name), data);
        await pause(12);
        const read = files.map((file, at) => ({ ...file, data: folder.get(path(at, file.name)) ?? file.data }));
        return keepFiles(trace, read, call);
      };
    },
  },
};
