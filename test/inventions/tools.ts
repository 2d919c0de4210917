import { setTimeout as sleep } from "node:timers/promises";
import type { Call, Reply, Route } from "../stand-ins/lib/http.ts";
import { isObject, own, put, type Json, type JsonObject } from "../stand-ins/lib/json.ts";
import type { Service } from "./service.ts";

export interface Invention {
  id: string;
  /** What the service does wrong. */
  lie: string;
  /** The words of the interface, or what they imply, that it breaks. */
  sentence: string;
  apply(service: Service): void;
}

export interface Variation {
  id: string;
  /** The choice that looks wrong, and is not. */
  choice: string;
  /** Which point the interface leaves open here, and why an implementer would choose so. */
  why: string;
  apply(service: Service): void;
}

/** Waits without keeping the process alive. */
export const pause = (ms: number): Promise<void> => sleep(ms, undefined, { ref: false });

/** Replaces the route of one operation. */
export function around(service: Service, key: string, wrap: (real: Route) => Route): void {
  const real = service.routes[key];
  if (!real) throw new Error(`no route ${key}`);
  service.routes[key] = wrap(real);
}

/** Changes the answers of all operations that were not refused. */
export function onAnswer(service: Service, change: (reply: Reply, call: Call) => Reply): void {
  for (const key of Object.keys(service.routes)) {
    around(
      service,
      key,
      (real) =>
        async (call, ...params) =>
          change(await real(call, ...params), call),
    );
  }
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
