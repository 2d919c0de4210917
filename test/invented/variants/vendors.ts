import { randomInt, randomUUID } from "node:crypto";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { json, jsonBody, type Call, type Reply } from "../../lib/service/http.ts";
import { isObject, objectOf, own, parseJson, type Json } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Service } from "../service.ts";
import { around, onEveryAnswer, type Variants } from "../tools.ts";

/** The items in another order each time. */
function shuffled<T>(items: readonly T[]): T[] {
  const copy = [...items];
  for (let at = copy.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [copy[at], copy[other]] = [copy[other] as T, copy[at] as T];
  }
  return copy;
}

/** Cursors that serve the user and the set of endpoints that got them, and nobody else. */
function ownCursors(s: Service): void {
  const readers = new WeakMap<Call, string>();
  const { authenticate, page, info } = s;
  s.authenticate = async (call) => {
    const user = await authenticate(call);
    readers.set(call, `${call.face} ${user.email} `);
    return user;
  };
  const seal = (cursor: string, call: Call) =>
    Buffer.from((readers.get(call) ?? "") + cursor)
      .reverse()
      .toString("base64");
  const open = (cursor: string, call: Call) => {
    const text = Buffer.from(cursor, "base64").reverse().toString();
    const mine = readers.get(call) ?? "";
    if (!text.startsWith(mine)) throw new Refusal("invalid", "the cursor is not yours");
    return text.slice(mine.length);
  };
  s.page = (links, { after, before, ...sizes }, trace, call) =>
    page(
      links,
      {
        ...sizes,
        ...(after === undefined ? {} : { after: open(after, call) }),
        ...(before === undefined ? {} : { before: open(before, call) }),
      },
      trace,
      call,
    );
  s.info = (found, args, trace, call) =>
    Object.fromEntries(
      Object.entries(info(found, args, trace, call)).map(([key, value]) => [
        key,
        typeof value === "string" ? seal(value, call) : value,
      ]),
    );
}

/** What the legacy details take as their input: a text that holds JSON; nothing: the first page. */
function inputOfText(given: Json | undefined): Json {
  if (given === undefined || given === null || given === "") return {};
  if (isObject(given) && Object.keys(given).length === 0) return {};
  if (typeof given !== "string") throw new Refusal("invalid", "input must be a text");
  return parseJson(given);
}

function squeeze(reply: Reply, call: Call): Reply {
  const accepted = String(call.headers["accept-encoding"] ?? "");
  const body = Buffer.from(reply.body ?? "");
  const coding = ["br", "gzip"].find((one) => new RegExp(`\\b${one}\\b(?!;q=0)`).test(accepted));
  if (coding === undefined || body.length === 0)
    return { ...reply, headers: { ...reply.headers, Vary: "Accept-Encoding" } };
  const headers = { ...reply.headers, "Content-Encoding": coding, Vary: "Accept-Encoding" };
  return { ...reply, headers, body: coding === "br" ? brotliCompressSync(body) : gzipSync(body) };
}

/** Codes instead of words: on every answer of v2, and on refusals; the legacy set refuses without a body. */
function codes(s: Service): void {
  Object.assign(s.statuses, { invalid: 422, foreign: 404, token: 403, login: 400, media: 422 });
  s.ok = (call, data) => json(call.face === "v2" ? { data, error: { code: "", count: 0 } } : data);
  s.refuse = (call, { kind }) => {
    const status = s.statuses[kind];
    return call.face === "v2" ? json({ error: { code: kind.slice(0, 3), count: 1 } }, status) : { status };
  };
}

/** What one vendor does and no other. */
export const vendors: Variants = {
  "capitals-in-searches": {
    title: "Searches give the UUIDs in capitals, and in another order each time, as do the lists of workflows.",
    why: "A UUID is a UUID in either case (RFC 9562); no order is shown of what is found or listed.",
    apply(s) {
      const { search, listing } = s;
      s.search = (...args) => shuffled(search(...args)).map((id) => id.toUpperCase());
      s.listing = (...args) => shuffled(listing(...args));
    },
  },
  "cursors-of-ones-own": {
    title: "A cursor serves only the user and the set of endpoints that got it.",
    why: "A cursor is a string; nothing says that one may be handed on.",
    apply: ownCursors,
  },
  "input-in-a-text": {
    title: "The input of the legacy details is a text that holds JSON; objects with members are refused.",
    why: "The type of input is unspecified; the v2 set alone shows first, last, after and before.",
    apply(s) {
      around(s, "POST /trace/{}/details", (real) => (call, ...params) => {
        const body = objectOf(jsonBody(call), "the body");
        const text = JSON.stringify({ input: inputOfText(own(body, "input")) });
        return real({ ...call, body: () => Buffer.from(text) }, ...params);
      });
    },
  },
  "squeezed-answers": {
    title: "All answers, files and archives too, are compressed with brotli or gzip where the client takes it.",
    why: "Content coding is for HTTP to settle (RFC 9110), not for the interface.",
    apply(s) {
      onEveryAnswer(s, squeeze);
    },
  },
  "ids-in-a-row": {
    title: "Traces are numbered in a row of UUIDs, the first link has that of its trace, and an action gets a receipt.",
    why: "Any UUID identifies a trace; what the UUID of an action identifies is not shown, nor the fields of a link.",
    apply(s) {
      let number = randomInt(2 ** 40);
      const { newTrace, record } = s;
      s.newTrace = (workflow) => {
        number += 1;
        return { ...newTrace(workflow), id: `01900000-0000-7000-8000-${number.toString(16).padStart(12, "0")}` };
      };
      s.record = async (...args) => {
        const recorded = await record(...args);
        if (recorded.trace.links.length === 1) recorded.link.id = recorded.trace.id;
        return recorded;
      };
      s.actionAnswer = () => randomUUID();
    },
  },
  "codes-and-silence": {
    title:
      "The v2 error is an object of code and count, empty on success, alone on refusal; legacy refusals have no body.",
    why: "Type and content of error, status codes and bodies of refusals are not shown; cursors are free too.",
    apply(s) {
      codes(s);
      ownCursors(s);
    },
  },
};
