import { randomBytes } from "node:crypto";
import { json, type Reply } from "../../stand-ins/lib/http.ts";
import { isObject, type Json } from "../../stand-ins/lib/json.ts";
import { Refusal } from "../../stand-ins/lib/refusal.ts";
import type { Variation } from "../tools.ts";

const refuse = (when: boolean, message: string): void => {
  if (when) throw new Refusal("invalid", message);
};

/** The limits of a picky store on the data of an action. */
function inspect(value: Json, depth = 1): void {
  refuse(depth > 8, "nested too deeply");
  if (typeof value === "number") refuse(Math.abs(value) > Number.MAX_SAFE_INTEGER, "number out of range");
  else if (typeof value === "string") refuse(value.includes("\0") || value.length > 20_000, "text not storable");
  else if (Array.isArray(value)) for (const item of value) inspect(item, depth + 1);
  else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      refuse(key === "" || key.length > 100 || /[.$\0]/.test(key) || key.startsWith("__"), "member name not storable");
      inspect(item, depth + 1);
    }
  }
}

export const manners: Variation[] = [
  {
    id: "terse-refusals",
    choice:
      "Every refusal but those for the token is 404, also for bad input and foreign traces; legacy ones have no body, " +
      "v2 ones a plain text as error; without a token the answer is 403.",
    why: "Error status codes and bodies are not shown; a refusal that tells nothing helps no intruder.",
    apply(s) {
      for (const kind of ["invalid", "missing", "foreign", "media", "large"] as const) s.statuses[kind] = 404;
      s.statuses.token = 403;
      s.statuses.login = 400;
      s.refuse = (call, { kind }): Reply =>
        call.face === "v2" ? json({ error: "refused", data: {} }, s.statuses[kind]) : { status: s.statuses[kind] };
    },
  },
  {
    id: "fresh-cursors",
    choice: "Pages hold two links by default and three at most, and every answer writes the same cursor differently.",
    why: "Page sizes are not shown, and a cursor is any string; one that changes is not taken for an address.",
    apply(s) {
      const { page } = s;
      const idOf = (cursor: string) => Buffer.from(cursor, "base64").toString("latin1").slice(9);
      s.cursorOf = (link) => Buffer.from(`${randomBytes(6).toString("base64url")}.${link.id}`).toString("base64");
      s.positionOf = (links, cursor) => {
        const position = links.findIndex((link) => link.id === idOf(cursor));
        refuse(position === -1, "no such cursor");
        return position;
      };
      s.page = (links, args, trace, call) => {
        const { first, last } = args;
        const small = (size: number) => Math.min(size, 3);
        const sizes = {
          ...(first === undefined && last === undefined ? { first: 2 } : {}),
          ...(first === undefined ? {} : { first: small(first) }),
          ...(last === undefined ? {} : { last: small(last) }),
        };
        return page(links, { ...args, ...sizes }, trace, call);
      };
    },
  },
  {
    id: "cursors-in-links",
    choice: "The page information has no cursors; each link carries its own as the text of a number.",
    why: "Cursors are optional in the page information, and the fields of links are not shown; edges have cursors in Relay.",
    apply(s) {
      const numbered = (id: string, links: { id: string }[]) => links.findIndex((link) => link.id === id) + 1;
      s.cursorOf = (link, trace) => String(numbered(link.id, trace.links));
      s.linkView = (link, trace) => ({ ...link, cursor: s.cursorOf(link, trace) });
      s.info = ({ hasNext, hasPrevious }) => ({ hasNext, hasPrevious });
    },
  },
  {
    id: "picky",
    choice:
      "All four fields are required; deep data, dots, dollars and NUL in names, numbers beyond 2^53, odd or repeated " +
      "file names, empty files, more than five files, pages over ten, first with last, after with before, and empty " +
      "filters are refused with 422.",
    why: "Required fields, limits and rules for combining page members are not shown; some stores take only plain things.",
    apply(s) {
      s.statuses.invalid = 422;
      const { readInput, page, search, zipEntries } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        const { data, actionKey, workflowId, groupLabel, files } = input;
        if (data === undefined || actionKey === undefined || workflowId === undefined || groupLabel === undefined) {
          throw new Refusal("invalid", "data, actionKey, workflowId and groupLabel are required");
        }
        inspect(data);
        refuse(files.length > 5, "too many files");
        refuse(new Set(files.map((file) => file.name)).size < files.length, "a file name is repeated");
        for (const { name, data } of files) refuse(!/^[\w .()-]{1,100}$/.test(name) || data.length === 0, "odd file");
        return input;
      };
      s.page = (links, args, trace, call) => {
        refuse((args.first ?? 1) > 10 || (args.last ?? 1) > 10, "the page is too large");
        refuse(args.first !== undefined && args.last !== undefined, "first or last, not both");
        refuse(args.after !== undefined && args.before !== undefined, "after or before, not both");
        return page(links, args, trace, call);
      };
      s.search = (workflow, filters, call) => {
        refuse(Object.keys(filters).length === 0, "a filter is required");
        for (const value of Object.values(filters)) refuse(typeof value === "object", "filters are plain values");
        return search(workflow, filters, call);
      };
      s.zipEntries = (trace, digests, call) => {
        refuse(new Set(digests).size < digests.length, "a digest is repeated");
        return zipEntries(trace, digests, call);
      };
    },
  },
  {
    id: "chatty",
    choice:
      "Payloads carry additional members, error is an empty object on success, the JSON is pretty-printed and chunked " +
      "under application/json; charset=utf-8, and answers set cookies.",
    why: "The type of error is unspecified, and no sentence forbids more members; frameworks add what helps their users.",
    apply(s) {
      const { ok, info, listing } = s;
      const talk = (reply: Reply): Reply => ({
        ...reply,
        headers: {
          ...reply.headers,
          "Content-Type": "application/json; charset=utf-8",
          "Set-Cookie": "seen=1; Path=/",
        },
        body: `${JSON.stringify(JSON.parse(String(reply.body)), null, 2)}\n`,
        chunked: true,
      });
      s.ok = (call, data) => {
        const more: Json = isObject(data)
          ? { served: new Date().toISOString(), ...data, requestId: call.path.length }
          : data;
        return talk(call.face === "v2" ? json({ data: more, error: {} }) : ok(call, more));
      };
      s.info = (page, args, trace, call) => ({ ...info(page, args, trace, call), pageSize: page.items.length });
      s.listing = (organization, call) =>
        listing(organization, call).map((item, index) => ({ position: index, active: true, ...item }));
    },
  },
  {
    id: "short-tokens",
    choice: "A token lives for three seconds; then the answer is 401 until the client has logged in again.",
    why: "Token lifetime is not shown; a token that ends soon is of little use to a thief.",
    apply(s) {
      s.tokenSeconds = 3;
    },
  },
];
