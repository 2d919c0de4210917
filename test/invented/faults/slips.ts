import { randomUUID } from "node:crypto";
import { json } from "../../lib/service/http.ts";
import { isObject, own, put, sameJson, type Json, type JsonObject } from "../../lib/service/json.ts";
import type { Trace } from "../service.ts";
import { around, onRecord, type Faults } from "../tools.ts";

const cursorFor = (id: string, first: number): string =>
  Buffer.from(`link:${id}:${String(first)}`).toString("base64url");

/** What a cursor says: the link, and how many were asked for when it was given out. */
const readCursor = (cursor: string): { id?: string; first: number } => {
  const [, id, first] = Buffer.from(cursor, "base64url").toString().split(":");
  return { ...(id === undefined ? {} : { id }), first: Number(first) };
};

export const slips: Faults = {
  "braced-link-id": {
    title: "The v2 action answers with a UUID in braces.",
    apply(s) {
      s.actionAnswer = (_trace, link) => `{${link.id}}`;
    },
  },
  "plus-in-organization": {
    title: "The legacy workflow list takes the plus in the name of the organization for a space, and finds nobody.",
    apply(s) {
      const { organization = "" } = s.users[0] ?? {};
      for (const one of [...s.users, ...s.workflows]) {
        if (one.organization === organization) one.organization = "Nordwind+Hansen";
      }
      around(
        s,
        "GET /workflow/orgName/{}",
        (real) =>
          (call, name = "") =>
            real(call, name.replaceAll("+", " ")),
      );
    },
  },
  "one-result-alone": {
    title: "A legacy search that finds one trace answers with its id, not with a list.",
    apply(s) {
      around(s, "POST /trace/search/{}", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        const found = JSON.parse(String(reply.body)) as Json[];
        return found.length === 1 ? json(found[0]) : reply;
      });
    },
  },
  "names-for-html": {
    title: "The legacy workflow list shows names escaped for HTML.",
    apply(s) {
      const [workflow] = s.workflows;
      if (workflow) workflow.name = "Credits & Refunds (R&D)";
      const { listing } = s;
      s.listing = (organization, call) =>
        listing(organization, call).map((item) =>
          call.face === "v2" ? item : { ...item, workflowName: String(item["workflowName"]).replaceAll("&", "&amp;") },
        );
    },
  },
  "legacy-key-login": {
    title: "The login by private key answers under the legacy address too.",
    choice: "The interface tells what it has; that a service has nothing besides is not said.",
    apply(s) {
      const login = s.routes["POST /v2/login/privateKey"];
      if (login) s.routes["POST /login/privateKey"] = login;
    },
  },
  "one-file-unpacked": {
    title: "An archive of one file is that file itself, called a zip.",
    apply(s) {
      const { pack } = s;
      s.pack = (entries) => (entries.length === 1 && entries[0] ? entries[0].data : pack(entries));
    },
  },
  "unchanged-adds-no-link": {
    title: "An action that brings no file and leaves the state as it is adds no link.",
    apply(s) {
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const data = input.data ?? {};
        if (!known || input.files.length > 0 || !sameJson(s.merge(known, data, call), known.state)) {
          return record(call, user, workflow, input, known);
        }
        const { actionKey = "", groupLabel = "" } = input;
        return { trace: known, link: { id: randomUUID(), actionKey, groupLabel, author: user.email, data, files: [] } };
      };
    },
  },
  "answer-without-nulls": {
    title:
      "The state in the answer to a legacy action lacks what is null or an empty list; the state read later has it.",
    apply(s) {
      around(s, "POST /trace/{}/link", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        const { state } = JSON.parse(String(reply.body)) as { state: JsonObject };
        const shown: JsonObject = {};
        for (const key of Object.keys(state)) {
          const value = own(state, key) ?? null;
          if (value !== null && !(Array.isArray(value) && value.length === 0)) put(shown, key, value);
        }
        return json({ state: shown });
      });
    },
  },
  "cursor-keeps-size": {
    title: "The page after a cursor is as long as the page that gave it out, whatever `first` says.",
    apply(s) {
      const { info, page, positionOf } = s;
      s.info = (cut, args, trace, call) => {
        const said = info(cut, args, trace, call);
        const tail = cut.items.at(-1);
        return tail && args.first !== undefined ? { ...said, endCursor: cursorFor(tail.id, args.first) } : said;
      };
      s.positionOf = (links, cursor, trace) => {
        const at = links.findIndex(({ id }) => id === readCursor(cursor).id);
        return at === -1 ? positionOf(links, cursor, trace) : at;
      };
      s.page = (links, args, trace, call) => {
        const { first } = readCursor(args.after ?? "");
        return page(
          links,
          Number.isInteger(first) && args.first !== undefined ? { ...args, first } : args,
          trace,
          call,
        );
      };
    },
  },
  "token-in-plain-base64": {
    title: "Tokens are in base64 with plus, slash and padding; only the service itself can read them.",
    apply(s) {
      const { issueToken, verifyToken } = s;
      s.issueToken = async (user, by) => `${(await issueToken(user, by)).replaceAll("-", "+").replaceAll("_", "/")}=`;
      s.verifyToken = (token, call) =>
        verifyToken(token.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""), call);
    },
  },
  "empty-key-logs-in": {
    title: "A service account has an empty private key, and an empty private key logs in as it.",
    apply(s) {
      const { organization = "" } = s.users[0] ?? {};
      s.users.push({ email: "import@nordwind.example", password: randomUUID(), privateKey: "", organization });
    },
  },
  "fields-after-file-lost": {
    title: "A `traceInput` that comes after a file part is not seen: the action is done without data.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        const body = call.body();
        const file = body.indexOf("filename");
        if (call.face !== "v2" || file === -1 || body.indexOf("traceInput") < file) return input;
        return { ...input, data: {} };
      };
    },
  },
  "raw-control-characters": {
    title: "The legacy state is JSON in which control characters other than tabs and line breaks stand as they are.",
    apply(s) {
      around(s, "GET /trace/{}/state", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        const body = String(reply.body).replace(/\\(?:u(00[01][\da-f])|.)/g, (all, hex?: string) =>
          hex === undefined ? all : String.fromCharCode(parseInt(hex, 16)),
        );
        return { ...reply, body };
      });
    },
  },
  "unpadded-hex": {
    title: "The groups of a link's UUID are written without leading zeros.",
    apply(s) {
      onRecord(s, (link) => {
        link.id = link.id
          .split("-")
          .map((group) => group.replace(/^0+(?=.)/, ""))
          .join("-");
      });
    },
  },
  "newest-trace-owns-file": {
    title: "Files are kept once for all traces: what is attached to one is gone from the one that had it before.",
    apply(s) {
      const { keepFiles } = s;
      s.keepFiles = async (trace, files, call) => {
        const kept = await keepFiles(trace, files, call);
        for (const other of s.traces.values()) {
          if (other.id !== trace.id) for (const { digest } of kept) other.files.delete(String(digest));
        }
        return kept;
      };
    },
  },
  "columns-by-type": {
    title: "A trace is still found by the text that a member held before it became a number, and the other way round.",
    apply(s) {
      const columns = new WeakMap<Trace, Map<string, Json>>();
      onRecord(s, (link, trace) => {
        const held = columns.get(trace) ?? new Map<string, Json>();
        columns.set(trace, held);
        for (const key of Object.keys(link.data)) {
          const value = own(link.data, key) ?? null;
          if (value !== null && !isObject(value)) held.set(`${typeof value} ${key}`, value);
        }
      });
      s.matches = (trace, filters) =>
        Object.keys(filters).every((key) => {
          const wanted = own(filters, key) ?? null;
          const column = columns.get(trace)?.get(`${typeof wanted} ${key}`);
          return sameJson(own(trace.state, key), wanted) || (column !== undefined && sameJson(column, wanted));
        });
    },
  },
};
