import type { User } from "../../lib/service/domain.ts";
import type { FilePart } from "../../lib/service/multipart.ts";
import { json } from "../../lib/service/http.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Trace } from "../service.ts";
import { around, onData, rewriteObject, type Faults } from "../tools.ts";

/** How requests are taken in and refused, and how answers are written. */
export const handling: Faults = {
  // "Create a trace"
  "no-trace-can-be-created": {
    title: "Every creation is refused as invalid, in words that say nothing of its data.",
    apply(s) {
      s.newTrace = () => {
        throw new Refusal("invalid", "the ledger is closed");
      };
    },
  },
  // "A trace … belongs to a workflow"
  "refused-move-moves": {
    title: "An action that names another workflow is refused, but the trace belongs to that one from then on.",
    apply(s) {
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const other = s.workflows.find(
          ({ id, organization }) => id === input.workflowId && organization === user.organization,
        );
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          if (known && other) known.workflow = other;
          throw error;
        }
      };
    },
  },
  // "Files can be attached to an action": to the one that they were sent with
  "files-of-a-refused-action": {
    title: "The files of an action that was refused are attached to the next one of the same trace that is taken.",
    apply(s) {
      const { checkAction, record } = s;
      const left = new WeakMap<Trace, FilePart[]>();
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          if (known) left.set(known, input.files);
          throw error;
        }
      };
      s.record = (call, user, workflow, input, known) => {
        const files = [...((known && left.get(known)) ?? []), ...input.files];
        if (known) left.delete(known);
        return record(call, user, workflow, { ...input, files }, known);
      };
    },
  },
  // "text fields …; plus file parts": in no order
  "files-before-the-fields-lost": {
    title: "A form is read as it comes: files that stand before the text that says what they belong to are dropped.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        const bytes = call.body();
        const field = bytes.indexOf(call.face === "v2" ? 'name="actionKey"' : 'name="body"');
        const file = bytes.indexOf("filename");
        return file !== -1 && file < field ? { ...input, files: [] } : input;
      };
    },
  },
  // "All other endpoints require the header."
  "header-once-per-connection": {
    title: "Who sent a good token over a connection needs none for what else comes over it.",
    apply(s) {
      const { authenticate } = s;
      const known = new Map<string, User>();
      s.authenticate = async (call) => {
        const before = known.get(call.connection);
        if (call.headers.authorization === undefined && before) return before;
        const user = await authenticate(call);
        known.set(call.connection, user);
        return user;
      };
    },
  },
  // "Tokens are obtained through login endpoints (email and password, or a private key)": for every endpoint
  "key-token-not-for-old-archives": {
    title: "The token of a login by private key is refused by the legacy archive, and good everywhere else.",
    apply(s) {
      const { verifyToken } = s;
      s.verifyToken = async (token, call) => {
        const claims = await verifyToken(token, call);
        const old = call.face === "legacy" && call.path.at(-1) === "files";
        return old && claims?.via === "privateKey" ? undefined : claims;
      };
    },
  },
  // "hasNext boolean, required: yes; hasPrevious boolean, required: yes"
  "false-left-out": {
    title: "Members of the page information that are false are left out.",
    apply(s) {
      const { info } = s;
      s.info = (...args) => Object.fromEntries(Object.entries(info(...args)).filter(([, value]) => value !== false));
    },
  },
  // "response 200 a JSON array of strings (trace UUIDs)"
  "no-hits-are-null": {
    title: "A legacy search without a hit is answered with null.",
    apply(s) {
      const { ok } = s;
      s.ok = (call, data) =>
        call.face === "legacy" && call.path[1] === "search" && Array.isArray(data) && data.length === 0
          ? json(null)
          : ok(call, data);
    },
  },
  // "response 200 `{state: object}`"
  "length-in-characters": {
    title: "The length of a legacy state is counted in characters: with an accent in it, its end is missing.",
    apply(s) {
      around(s, "GET /trace/{}/state", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        if (typeof reply.body !== "string") return reply;
        return { ...reply, body: Buffer.from(reply.body).subarray(0, reply.body.length) };
      });
    },
  },
  // "Response: the file identified by the digest in the trace."
  "packed-file-said-to-be-coded": {
    title: "A file that begins as gzip is sent with `Content-Encoding: gzip`, so that clients get it unpacked.",
    apply(s) {
      const { fileReply } = s;
      s.fileReply = (file, call) => {
        const reply = fileReply(file, call);
        const packed = file.data[0] === 0x1f && file.data[1] === 0x8b;
        return packed ? { ...reply, headers: { ...reply.headers, "Content-Encoding": "gzip" } } : reply;
      };
    },
  },
  // "`traceInput` (JSON object text)": what was taken is kept
  "plus-is-a-space": {
    title: "Texts of v2 forms are decoded as if they came in an address: a plus sign becomes a space.",
    apply(s) {
      onData(s, (data, { face }) =>
        rewriteObject(data, (value) =>
          face === "v2" && typeof value === "string" ? value.replaceAll("+", " ") : value,
        ),
      );
    },
  },
  // "All other endpoints require the header."
  "refused-login-is-taken-for-the-user": {
    title: "A login with a wrong password is refused, and its email is taken for who asks over that connection.",
    apply(s) {
      const { checkLogin, authenticate } = s;
      const claimed = new Map<string, string>();
      s.checkLogin = (call, body, by) => {
        try {
          return checkLogin(call, body, by);
        } catch (error) {
          const email: unknown = (body as Record<string, unknown> | null)?.["email"];
          if (typeof email === "string") claimed.set(call.connection, email);
          throw error;
        }
      };
      s.authenticate = async (call) => {
        const user = s.users.find(({ email }) => email === claimed.get(call.connection));
        if (user && call.headers.authorization === undefined) return user;
        return authenticate(call);
      };
    },
  },
};
