import type { Call } from "../../core/call.ts";
import { changeResult, inScope, members, rewritePayload } from "../../hooks/rewrite.ts";
import type { Scope } from "../../hooks/rewrite.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Page, PageInfo, PageRequest } from "../../core/records.ts";
import type { Hooks } from "../../hooks/hooks.ts";
import type { Window } from "../../storage/trace-store.ts";

/** Changes the page arguments after they were read. */
export function inRequest(hooks: Hooks, change: (request: PageRequest) => PageRequest, scope: Scope = {}): void {
  changeResult(hooks, "readPage", change, scope);
}

/** Changes the bounds within which links are read. */
export function inWindow(hooks: Hooks, change: (window: Window) => Window, scope: Scope = {}): void {
  hooks.around(
    "links",
    (inner) => (call, traceId, window) => inner(call, traceId, inScope(call, scope) ? change(window) : window),
  );
}

/** Changes a page before it is sent. @param change also gets the arguments by which it was asked for */
export function inPage(hooks: Hooks, change: (page: Page, request: PageRequest) => Page, scope: Scope = {}): void {
  const requests = new WeakMap<Call, PageRequest>();
  hooks.around("readPage", (inner) => (call, request) => {
    requests.set(call, request);
    return inner(call, request);
  });
  changeResult(hooks, "page", (page, call) => change(page, requests.get(call) ?? {}), scope);
}

/** Changes the page information alone. */
export function inInfo(
  hooks: Hooks,
  change: (info: PageInfo, page: Page, request: PageRequest) => PageInfo,
  scope: Scope = {},
): void {
  inPage(hooks, (page, request) => ({ ...page, info: change(page.info, page, request) }), scope);
}

/** Changes the details as they are answered, whatever becomes of their form. @param change also gets the `info` */
export function inPageAnswer(
  hooks: Hooks,
  change: (page: JsonObject, info: JsonObject) => unknown,
  scope: Scope = {},
): void {
  rewritePayload(hooks, { ...scope, kind: "details" }, (payload) => {
    const page = members(payload);
    return change(page, members(page["info"]));
  });
}
