import type { Call } from "../../core/call.ts";
import { inScope } from "../../hooks/rewrite.ts";
import type { Scope } from "../../hooks/rewrite.ts";
import type { Page, PageInfo, PageRequest } from "../../core/records.ts";
import type { Hooks } from "../../core/seams.ts";
import type { Window } from "../../storage/trace-store.ts";

/** Changes the page arguments after they were read. */
export function inRequest(hooks: Hooks, change: (request: PageRequest) => PageRequest, scope: Scope = {}): void {
  hooks.around("readPage", (inner) => (call, request) => {
    const honest = inner(call, request);
    return inScope(call, scope) ? change(honest) : honest;
  });
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
  hooks.around("page", (inner) => (call, page) => {
    const honest = inner(call, page);
    return inScope(call, scope) ? change(honest, requests.get(call) ?? {}) : honest;
  });
}

/** Changes the page information alone. */
export function inInfo(
  hooks: Hooks,
  change: (info: PageInfo, page: Page, request: PageRequest) => PageInfo,
  scope: Scope = {},
): void {
  inPage(hooks, (page, request) => ({ ...page, info: change(page.info, page, request) }), scope);
}
