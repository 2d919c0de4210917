/** Changes of what single routes answer. */
import { json, type Reply, type Route } from "../../lib/service/http.ts";
import { type Json, parseJson } from "../../lib/service/json.ts";
import type { Service } from "../service.ts";
import { onReply } from "../tools.ts";

export const bytesOf = (reply: Reply) => Buffer.from(reply.body ?? "");

export const stateRoutes = ["GET /v2/traces/{}/state", "GET /trace/{}/state"] as const;

/** What a route answers, as another value. */
export const recast =
  (change: (value: Json) => Json) =>
  (real: Route): Route =>
  async (...args) =>
    json(change(JSON.parse(String((await real(...args)).body)) as Json));

export const detailRoutes = ["POST /trace/{}/details", "POST /v2/traces/{}/details"];

/** Sends another JSON value in place of the one that a route gives. */
export function onJson(s: Service, key: string, change: (value: Json, trace: string) => Json): void {
  onReply(s, key, ({ body = "" }, _call, ...params) => json(change(parseJson(String(body)), params[0] ?? "")));
}
