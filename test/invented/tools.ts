/** How a fault or a variant changes the service. */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Call, Reply, Route } from "../lib/service/http.ts";
import { isObject, own, put, type Json, type JsonObject } from "../lib/service/json.ts";
import type { RefusalKind } from "../lib/service/refusal.ts";
import type { Link, Service, StoredFile, Trace } from "./service.ts";

export interface Fault {
  /** What the service does wrong. */
  title: string;
  /** Why the suite does not call it wrong: the interface leaves it open after all. */
  choice?: string;
  /** What the suite cannot do yet; until then it is tried only where it is named. */
  awaits?: string;
  apply(service: Service): void;
}

export interface Variant {
  /** The choice that looks wrong, and is not. */
  title: string;
  /** Which point the interface leaves open here, and why an implementer would choose so. */
  why: string;
  /** What the suite cannot do yet; until then it is tried only where it is named. */
  awaits?: string;
  apply(service: Service): void;
}

export type Faults = Record<string, Fault>;
export type Variants = Record<string, Variant>;

/** Waits without keeping the process alive. */
export const pause = (ms: number): Promise<void> => sleep(ms, undefined, { ref: false });

/** What can be replaced of the service. */
type Step = { [K in keyof Service]: Service[K] extends (...args: never[]) => unknown ? K : never }[keyof Service];
type Args<K extends Step> = Parameters<Service[K]>;
type Made<K extends Step> = Awaited<ReturnType<Service[K]>>;

/** Replaces a step by one that knows what it was. */
export function aroundStep<K extends Step>(service: Service, step: K, wrap: (real: Service[K]) => Service[K]): void {
  service[step] = wrap(service[step]);
}

/** Lets a step make something else of what it made before. */
export function changeResult<K extends Step>(
  service: Service,
  step: K,
  change: (made: Made<K>, ...args: Args<K>) => ReturnType<Service[K]> | Made<K>,
): void {
  const real = service[step] as unknown as (...args: Args<K>) => unknown;
  const changed = (...args: Args<K>): unknown => {
    const ofMade = (made: unknown): unknown => change(made as Made<K>, ...args);
    const made = real(...args);
    return made instanceof Promise ? made.then(ofMade) : ofMade(made);
  };
  service[step] = changed as unknown as Service[K];
}

/** Does something, such as refusing it after all, with what a step made, before that is handed on. */
export function after<K extends Step>(
  service: Service,
  step: K,
  act: (made: Made<K>, ...args: Args<K>) => void | Promise<void>,
): void {
  changeResult(service, step, (made, ...args) => {
    const done = act(made, ...args);
    return done instanceof Promise ? (done.then(() => made) as ReturnType<Service[K]>) : made;
  });
}

/** Does something before a step is done, such as refusing it. */
export function beforehand<K extends Step>(
  service: Service,
  step: K,
  act: (...args: Args<K>) => void | Promise<void>,
): void {
  const real = service[step] as unknown as (...args: Args<K>) => unknown;
  const later = (...args: Args<K>): unknown => {
    const done = act(...args);
    return done instanceof Promise ? done.then(() => real(...args)) : real(...args);
  };
  service[step] = later as unknown as Service[K];
}

/** Does something when a step is refused, and refuses it all the same. */
export function whenRefused<K extends Step>(
  service: Service,
  step: K,
  act: (error: unknown, ...args: Args<K>) => void,
): void {
  const real = service[step] as unknown as (...args: Args<K>) => unknown;
  const refused =
    (...args: Args<K>) =>
    (error: unknown) => {
      act(error, ...args);
      throw error;
    };
  const watched = (...args: Args<K>): unknown => {
    try {
      const made = real(...args);
      return made instanceof Promise ? made.catch(refused(...args)) : made;
    } catch (error) {
      return refused(...args)(error);
    }
  };
  service[step] = watched as unknown as Service[K];
}

/** Replaces the route of one operation. */
export function around(service: Service, key: string, wrap: (real: Route) => Route): void {
  const real = service.routes[key];
  if (!real) throw new Error(`no route ${key}`);
  service.routes[key] = wrap(real);
}

/** Changes the answers of one operation where it was not refused. */
export function onReply(
  service: Service,
  key: string,
  change: (reply: Reply, ...args: Parameters<Route>) => Reply | Promise<Reply>,
): void {
  around(
    service,
    key,
    (real) =>
      async (...args) =>
        change(await real(...args), ...args),
  );
}

/** Does something when a request to one operation is refused, and refuses it all the same. */
export function onRefusedRequest(
  service: Service,
  key: string,
  act: (error: unknown, ...args: Parameters<Route>) => void | Promise<void>,
): void {
  around(service, key, (real) => async (...args) => {
    try {
      return await real(...args);
    } catch (error) {
      await act(error, ...args);
      throw error;
    }
  });
}

/** Changes the answers of all operations that were not refused. */
export function onAnswer(service: Service, change: (reply: Reply, call: Call) => Reply): void {
  for (const key of Object.keys(service.routes)) onReply(service, key, change);
}

/** Rewrites every value inside a JSON value, the innermost first. */
export function rewrite(value: Json, change: (value: Json) => Json): Json {
  if (Array.isArray(value)) return change(value.map((item) => rewrite(item, change)));
  if (!isObject(value)) return change(value);
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) put(copy, key, rewrite(own(value, key) ?? null, change));
  return change(copy);
}

export const rewriteObject = (value: JsonObject, change: (value: Json) => Json): JsonObject =>
  rewrite(value, change) as JsonObject;

/** Changes the data of every action before it is stored. */
export function onData(service: Service, change: (data: JsonObject, call: Call) => JsonObject): void {
  const { readInput } = service;
  service.readInput = async (call) => {
    const input = await readInput(call);
    return input.data === undefined ? input : { ...input, data: change(input.data, call) };
  };
}

/** Whether the call appends an action through the v2 face. */
export const isV2Action = (call: Call): boolean => call.face === "v2" && call.path.at(-1) === "action";

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
