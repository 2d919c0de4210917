import { createHash } from "node:crypto";
import type { Reply } from "../../lib/service/http.ts";
import { isObject, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { StoredFile, Trace } from "../service.ts";
import { around, onRecord, rewriteObject, type Faults } from "../tools.ts";

const downloads = ["GET /v2/traces/{}/file/{}", "GET /v2/traces/{}/files", "GET /trace/{}/files"] as const;

/** The number as 32 bits hold it at best. */
const word = (value: number): number => Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, value));

export const rafters: Faults = {
  "plus-in-passwords": {
    title: "The legacy login takes a plus sign in a password for a blank, so that the user cannot log in.",
    apply(s) {
      for (const user of s.users) user.password = user.password.replace("-", "+");
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        if (call.face === "v2" || !isObject(body) || typeof body["password"] !== "string") {
          return checkLogin(call, body, by);
        }
        return checkLogin(call, { ...body, password: body["password"].replaceAll("+", " ") }, by);
      };
    },
  },
  "names-of-twenty": {
    title: "The legacy list of workflows cuts their names to twenty characters.",
    apply(s) {
      const { listing } = s;
      s.listing = (organization, call) =>
        listing(organization, call).map(({ workflowName, ...item }) => {
          const name = String(workflowName);
          return { ...item, workflowName: call.face === "v2" ? name : name.slice(0, 20) };
        });
    },
  },
  "rows-of-groups": {
    title: "The v2 list has a workflow once for each of its groups.",
    apply(s) {
      const { listing } = s;
      s.listing = (organization, call) =>
        listing(organization, call).flatMap((item) => {
          const workflow = s.workflows.find(({ id }) => id === item["workflowId"]);
          const groups = new Set(workflow?.actions.map(({ groupLabel }) => groupLabel));
          return call.face === "v2" ? Array.from(groups, () => item) : [item];
        });
    },
  },
  "names-decoded-twice": {
    title: "The legacy list of workflows decodes the name twice: an organization with a percent sign has no list.",
    apply(s) {
      const renamed = s.users[0]?.organization ?? "";
      for (const one of [...s.users, ...s.workflows]) {
        if (one.organization === renamed) one.organization = "Nordwind 100% Trading";
      }
      around(s, "GET /workflow/orgName/{}", (real) => (call, name = "") => {
        try {
          return real(call, decodeURIComponent(name));
        } catch (error) {
          if (error instanceof URIError) throw new Refusal("invalid", "the address is malformed");
          throw error;
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
  "blank-filters": {
    title: "Filters of false, 0, null or empty text are passed over in searches: they find every trace.",
    apply(s) {
      const { search } = s;
      s.search = (workflow, filters, call) =>
        search(workflow, Object.fromEntries(Object.entries(filters).filter(([, value]) => Boolean(value))), call);
    },
  },
  "index-of-new-members": {
    title: "Searches learn of an action only when it brings a member that the state did not have.",
    apply(s) {
      const indexed = new WeakMap<Trace, JsonObject>();
      onRecord(s, (_link, trace) => {
        const known = indexed.get(trace);
        const size = Object.keys(trace.state).length;
        if (!known || size > Object.keys(known).length) indexed.set(trace, trace.state);
      });
      const { matches } = s;
      s.matches = (trace, ...args) => matches({ ...trace, state: indexed.get(trace) ?? trace.state }, ...args);
    },
  },
  "large-numbers-alike": {
    title: "In searches all numbers from 2147483647 up are the same, such as times in milliseconds.",
    apply(s) {
      const narrow = (object: JsonObject) =>
        rewriteObject(object, (value) => (typeof value === "number" ? word(value) : value));
      const { matches } = s;
      s.matches = (trace, filters, call) => matches({ ...trace, state: narrow(trace.state) }, narrow(filters), call);
    },
  },
  "cold-store": {
    title: "Three seconds after it came, a file moves to a store in which the legacy archives do not look.",
    apply(s) {
      const came = new WeakMap<StoredFile, number>();
      onRecord(s, (_link, trace) => {
        for (const file of trace.files.values()) if (!came.has(file)) came.set(file, Date.now());
      });
      const { fileOf } = s;
      s.fileOf = (trace, digest, call) => {
        const file = fileOf(trace, digest, call);
        const moved = Date.now() - (came.get(file) ?? Infinity) > 3000;
        if (moved && call.face === "legacy") throw new Refusal("missing", "the trace has no such file");
        return file;
      };
    },
  },
  "digests-decoded-twice": {
    title:
      "Digests are in base64, and the download of one file takes a plus sign in them for a blank, however escaped.",
    apply(s) {
      s.digest = (data) => createHash("sha256").update(data).digest("base64");
      around(
        s,
        "GET /v2/traces/{}/file/{}",
        (real) =>
          (call, id = "", digest = "") =>
            real(call, id, digest.replaceAll("+", " ")),
      );
    },
  },
};
