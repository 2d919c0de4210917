import { createHash, randomBytes, randomUUID } from "node:crypto";
import { EncryptJWT, jwtDecrypt } from "jose";
import { jsonBody } from "../../lib/service/http.ts";
import { isObject, own, put, sameJson, type Json, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { zip } from "../../lib/service/zip.ts";
import type { Link, Trace } from "../service.ts";
import { around, before, onEveryAnswer, onRecord, pause, type Variants } from "../tools.ts";

/** A content identifier (version 1, raw, SHA-256) in base32. */
function contentId(data: Buffer): string {
  const bytes = Buffer.concat([Buffer.from([1, 0x55, 0x12, 0x20]), createHash("sha256").update(data).digest()]);
  let bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  bits = bits.padEnd(Math.ceil(bits.length / 5) * 5, "0");
  const letters = bits.match(/.{5}/g) ?? [];
  return `b${letters.map((five) => "abcdefghijklmnopqrstuvwxyz234567".charAt(parseInt(five, 2))).join("")}`;
}

/** A UUID of version 7: the milliseconds, then chance. */
function timedId(): string {
  const hex = Date.now().toString(16).padStart(12, "0") + randomBytes(10).toString("hex");
  const [time, low, chance] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(20)];
  return `${time}-${low}-7${hex.slice(13, 16)}-9${hex.slice(17, 20)}-${chance}`;
}

/** When links were recorded. */
function clock(): { note: (link: Link) => void; of: (link: Link) => string } {
  const moments = new WeakMap<Link, string>();
  return {
    note: (link) => moments.set(link, new Date().toISOString()),
    of: (link) => moments.get(link) ?? "",
  };
}

/** All values that stand under this name, however deep. */
function underName(value: Json, name: string): Json[] {
  if (Array.isArray(value)) return value.flatMap((item) => underName(item, name));
  if (!isObject(value)) return [];
  return Object.keys(value).flatMap((key) => {
    const member = own(value, key) ?? null;
    return [...(key === name ? [member] : []), ...underName(member, name)];
  });
}

export const burrows: Variants = {
  "documents-in-the-state": {
    title: "Links say who acted and when; digests stand in the state, and v2 actions answer with a receipt's UUID.",
    why: "The fields of links and the keys of the state are not shown, nor what the UUID of an action identifies.",
    apply(s) {
      const { note, of } = clock();
      onRecord(s, note);
      s.actionAnswer = () => randomUUID();
      s.linkView = (link, trace) => ({ number: trace.links.indexOf(link) + 1, by: link.author, at: of(link) });
      s.stateOf = (trace) => ({
        content: trace.state,
        documents: trace.links.flatMap(({ files, actionKey }) =>
          files.map(({ digest = "", name = "" }) => ({ digest, title: name, from: actionKey })),
        ),
      });
    },
  },
  "sealed-tokens": {
    title:
      "Tokens are encrypted JWTs of five parts with a changing key id, good for three minutes, new for each login.",
    why: "The token is a JWT, which may be encrypted; claims and lifetime are not shown.",
    apply(s) {
      s.tokenSeconds = 180;
      const keys = new Map<string, Uint8Array>();
      let current = { kid: "", until: 0 };
      s.issueToken = (user, by) => {
        if (current.until < Date.now()) {
          current = { kid: randomBytes(6).toString("hex"), until: Date.now() + 20_000 };
          keys.set(current.kid, randomBytes(32));
        }
        return new EncryptJWT({ via: by, sub: user.email, jti: randomUUID() })
          .setProtectedHeader({ alg: "dir", enc: "A256GCM", typ: "JWT", kid: current.kid })
          .setIssuedAt()
          .setExpirationTime(`${String(s.tokenSeconds)}s`)
          .encrypt(keys.get(current.kid) ?? new Uint8Array());
      };
      s.verifyToken = (token) =>
        jwtDecrypt(token, ({ kid = "" }) => keys.get(kid) ?? new Uint8Array(32)).then(
          ({ payload }) => ({ email: payload.sub ?? "", via: String(payload["via"]) }),
          () => undefined,
        );
    },
  },
  "content-ids-in-folders": {
    title: "Digests are content identifiers in base32, links map parts to them, and archives have a folder for each.",
    why: "What digests and links look like and how archives are laid out is not shown; the stores of today have CIDs.",
    apply(s) {
      s.digest = contentId;
      s.linkView = ({ id, actionKey, data, files }) => {
        const attachments: JsonObject = {};
        for (const { part = "", digest = "", name = "", size = 0 } of files) {
          const former = own(attachments, String(part));
          const all = Array.isArray(former) ? former : [];
          put(attachments, String(part), [...all, { cid: digest, fileName: name, bytes: size }]);
        }
        return { "@id": `urn:uuid:${id}`, uuid: id, "@type": actionKey, payload: data, attachments };
      };
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) => {
        const asked = [...new Set(digests)];
        return zipEntries(trace, asked, call).map(({ name, data }, at) => ({
          name: `files/${asked[at] ?? ""}/${name}`,
          data,
        }));
      };
      s.pack = (entries) => zip(entries, { deflate: true, descriptors: true, comment: "made for you" });
      s.fileReply = ({ digest, data }) => ({
        status: 200,
        headers: { "Content-Type": "application/vnd.ipld.raw", ETag: `"${digest}"` },
        body: data,
        chunked: true,
      });
    },
  },
  "offsets-and-outer-cursors": {
    title:
      "Legacy details take { offset, limit } and no cursors; in v2 a cursor is told only where there is more, five links a page.",
    why: "The type of the legacy input, the default page and its bounds are not shown; cursors are not required.",
    apply(s) {
      const { page, info } = s;
      const asked = new WeakMap<object, { offset: number; limit: number }>();
      around(s, "POST /trace/{}/details", (real) => (call, ...params) => {
        const body = jsonBody(call);
        const input = isObject(body) ? (own(body, "input") ?? {}) : undefined;
        if (!isObject(input)) throw new Refusal("invalid", "input must hold offset and limit");
        const numbers = ["offset", "limit"].map((name, at) => {
          const given = own(input, name) ?? (at === 0 ? 0 : 100);
          if (typeof given !== "number" || !Number.isInteger(given) || given < at) {
            throw new Refusal("invalid", `${name} is no such number`);
          }
          return given;
        });
        const plain = { ...call, body: () => Buffer.from('{"input":{}}') };
        asked.set(plain, { offset: numbers[0] ?? 0, limit: Math.min(numbers[1] ?? 100, 100) });
        return real(plain, ...params);
      });
      s.page = (links, args, trace, call) => {
        const range = asked.get(call);
        if (range) {
          const end = range.offset + range.limit;
          const items = links.slice(range.offset, end);
          return { items, hasNext: end < links.length, hasPrevious: range.offset > 0 && links.length > 0 };
        }
        const most = (given: number | undefined) => Math.min(given ?? 5, 5);
        const { first, last } = args;
        const from = last === undefined || first !== undefined ? { ...args, first: most(first) } : args;
        return page(links, last === undefined ? from : { ...from, last: most(last) }, trace, call);
      };
      s.info = (cut, args, trace, call) => {
        const { hasNext, hasPrevious } = cut;
        const { startCursor, endCursor } = info(cut, args, trace, call);
        if (call.face === "legacy") return { hasNext, hasPrevious };
        return {
          hasNext,
          hasPrevious,
          ...(hasPrevious && startCursor !== undefined ? { startCursor } : {}),
          ...(hasNext && endCursor !== undefined ? { endCursor } : {}),
        };
      };
    },
  },
  "values-with-their-origin": {
    title: "The state shows each member with its value, when and by what action it came, and a number of the revision.",
    why: "Keys and values of the state are not shown; whoever must answer for data keeps where it comes from.",
    apply(s) {
      const { note, of } = clock();
      onRecord(s, note);
      s.linkView = (link) => ({ ...link, at: of(link) });
      const origin = (trace: Trace, key: string): JsonObject => {
        const link = trace.links.findLast(({ data }) => Object.hasOwn(data, key));
        return { value: own(trace.state, key) ?? null, since: link ? of(link) : "", by: link?.actionKey ?? "" };
      };
      s.stateOf = (trace) => {
        const values: JsonObject = {};
        for (const key of Object.keys(trace.state)) put(values, key, origin(trace, key));
        return { revision: trace.links.length, values };
      };
    },
  },
  "shelved-by-action": {
    title: "The state keeps the latest data of each action under its key, and filters look under a name at any depth.",
    why: "What the state holds is not shown, nor what may stand in filters besides keys and values of it.",
    apply(s) {
      s.merge = (trace) => trace.state;
      onRecord(s, ({ actionKey, data }, trace) => {
        const state = { ...trace.state };
        put(state, actionKey, data);
        trace.state = state;
      });
      s.matches = (trace, filters) =>
        Object.keys(filters).every((key) =>
          underName(trace.state, key).some((value) => sameJson(value, own(filters, key) ?? null)),
        );
    },
  },
  "market-day": {
    title:
      "Thousands of earlier traces, others that begin and act all the time, the newest first, searches at leisure.",
    why: "Other people work in the same workflows; the order of what is found and how long it takes are not shown.",
    apply(s) {
      const stall = (trace: Trace, actionKey: string, data: JsonObject): void => {
        const groupLabel = trace.workflow.actions.find(({ key }) => key === actionKey)?.groupLabel ?? "";
        trace.links.push({ id: randomUUID(), actionKey, groupLabel, author: "mira@nordwind.example", data, files: [] });
        trace.state = s.merge(trace, data, { face: "v2" } as Parameters<typeof s.merge>[2]);
      };
      const recent: Trace[] = [];
      const open = (number: number): void => {
        const workflow = s.workflows[number % 2];
        if (!workflow) return;
        const trace = s.newTrace(workflow);
        const amount = ((number * 37) % 900) / 4;
        stall(trace, workflow.actions[0]?.key ?? "", { stall: `S-${String(number)}`, amount, open: number % 3 > 0 });
        s.traces.set(trace.id, trace);
        recent.unshift(trace);
        recent.length = Math.min(recent.length, 20);
      };
      let number = 0;
      for (; number < 4000; number += 1) open(number);
      let asked = Date.now();
      setInterval(() => {
        if (asked < Date.now() - 60_000) return;
        open((number += 1));
        const older = recent.at(number % recent.length);
        if (older) stall(older, older.workflow.actions[1]?.key ?? "", { note: `seen ${String(number)}` });
      }, 90).unref();
      const { search } = s;
      s.search = (...args) => search(...args).reverse();
      before(s, (_call, key) => {
        asked = Date.now();
        return key.includes("search") ? pause(120) : undefined;
      });
    },
  },
  "all-fields-by-the-book": {
    title:
      "All four fields of an action are required, v2 searches go by name alone, and what is refused is so with 422 or 404.",
    why: "Which fields are required is not shown; the path of the v2 search is described as the name of the workflow.",
    apply(s) {
      Object.assign(s.statuses, { invalid: 422, media: 422, large: 422, foreign: 404 });
      const { newTrace, checkAction, findWorkflow, refuse } = s;
      s.newTrace = (workflow) => ({ ...newTrace(workflow), id: timedId() });
      onRecord(s, (link) => (link.id = timedId()));
      s.checkAction = (user, input, known, call) => {
        for (const name of ["data", "actionKey", "workflowId", "groupLabel"] as const) {
          if (input[name] === undefined || input[name] === "") throw new Refusal("invalid", `${name} is required`);
        }
        return checkAction(user, input, known, call);
      };
      s.findWorkflow = (user, which, call) => {
        const byName = call.face === "v2" && call.path.at(-1) === "search";
        if (byName && s.workflows.some(({ id }) => id === which))
          throw new Refusal("missing", "no workflow of that name");
        return findWorkflow(user, which, call);
      };
      s.ok = (call, data) => ({
        status: 200,
        headers: { "Content-Type": "application/json; charset=utf-8" },
        body: JSON.stringify(call.face === "v2" ? { error: false, data } : data),
      });
      s.refuse = (call, error) => {
        const told = { codes: [error.kind.toUpperCase()], reason: error.message };
        return { ...refuse(call, error), body: JSON.stringify(call.face === "v2" ? { error: told, data: {} } : told) };
      };
      onEveryAnswer(s, (reply) => ({ ...reply, headers: { ...reply.headers, "Cache-Control": "no-store" } }));
    },
  },
};
