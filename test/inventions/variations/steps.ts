/* What the variations share. */
import { randomBytes } from "node:crypto";
import type { Call, Reply } from "../../stand-ins/lib/http.ts";
import { put, own, type Json, type JsonObject } from "../../stand-ins/lib/json.ts";
import type { RefusalKind } from "../../stand-ins/lib/refusal.ts";
import type { Link, Service, StoredFile, Trace } from "../service.ts";
import { around, onAnswer, rewrite } from "../tools.ts";

/** Does something with every link that has just been recorded. */
export function onRecord(service: Service, act: (link: Link, trace: Trace) => void): void {
  const { record } = service;
  service.record = async (...args) => {
    const recorded = await record(...args);
    act(recorded.link, recorded.trace);
    return recorded;
  };
}

/** Does something, such as refusing it, with every request to a route before it is answered. */
export function before(service: Service, act: (call: Call, key: string) => void | Promise<void>): void {
  for (const key of Object.keys(service.routes)) {
    around(service, key, (real) => async (call, ...params) => {
      await act(call, key);
      return real(call, ...params);
    });
  }
}

/** Changes all answers, refusals too. */
export function onEveryAnswer(service: Service, change: (reply: Reply, call: Call) => Reply): void {
  const { refuse } = service;
  onAnswer(service, change);
  service.refuse = (call, error) => change(refuse(call, error), call);
}

/** Adds headers to the refusals of a kind. */
export function onRefusal(service: Service, kind: RefusalKind, headers: () => Record<string, string>): void {
  const { refuse } = service;
  service.refuse = (call, error) => {
    const reply = refuse(call, error);
    return error.kind === kind ? { ...reply, headers: { ...reply.headers, ...headers() } } : reply;
  };
}

/** Lets the digest of a file depend on the trace that it is attached to. */
export function onFiles(service: Service, digestOf: (data: Buffer, trace: Trace) => string): void {
  service.keepFiles = (trace, files, call) =>
    files.map(({ name, part, data }) => {
      const digest = digestOf(data, trace);
      const stored: StoredFile = { digest, name, data, face: call.face };
      if (!trace.files.has(digest)) trace.files.set(digest, stored);
      return { digest, name, part, size: data.length };
    });
}

/** The value with the members of all its objects in the order of their names. */
export const sorted = (value: Json): Json =>
  rewrite(value, (item) => {
    if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
    const copy: JsonObject = {};
    for (const key of Object.keys(item).sort()) put(copy, key, own(item, key) ?? null);
    return copy;
  });

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A ULID: 48 bits of time and 80 random ones, in Crockford's base32. */
export function ulid(): string {
  let value = (BigInt(Date.now()) << 80n) | BigInt(`0x${randomBytes(10).toString("hex")}`);
  let text = "";
  for (let n = 0; n < 26; n += 1) {
    text = (crockford[Number(value & 31n)] ?? "") + text;
    value >>= 5n;
  }
  return text;
}
