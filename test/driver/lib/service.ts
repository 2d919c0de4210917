/** A small service of both faces: enough for a script to run through. */
import type { ServerResponse } from "node:http";
import { json, traceId, type Handler, type Received } from "./target.ts";

export interface Behaviour {
  /** Links of every trace. */
  readonly links?: readonly unknown[];
  readonly pageCap?: number;
  /** Answers a request before the service does; true when it did. */
  readonly before?: (request: Received, response: ServerResponse) => boolean | Promise<boolean>;
  /** Traces that a search finds, by attempt. */
  readonly found?: (attempt: number) => readonly string[];
  readonly state?: unknown;
}

export function service(behaviour: Behaviour = {}): Handler {
  let searches = 0;
  return async (request, response) => {
    if (await behaviour.before?.(request, response)) return;
    const { url, method } = request;
    const v2 = url.startsWith("/v2/");
    const answer = (payload: unknown): void => json(response, v2 ? { error: null, data: payload } : payload);
    if (url.includes("/login/")) answer({ token: "header.payload.signature" });
    else if (method === "POST" && (url === "/v2/traces" || url === "/trace")) answer(traceId);
    else if (url.endsWith("/action")) answer("5b6f6a4e-31c5-4a10-8f5c-0f2f0a4f9f11");
    else if (url.endsWith("/link")) answer({ state: {} });
    else if (url.endsWith("/details")) answer(page(request, behaviour));
    else if (url.endsWith("/state")) answer({ state: behaviour.state ?? {} });
    else if (url.includes("/search")) answer(behaviour.found?.(searches++) ?? []);
    else if (/workflows|orgName/.test(url)) json(response, [{ workflowId: "2041", workflowName: "Claims" }]);
    else response.writeHead(200, { "content-type": "application/octet-stream" }).end("bytes of a file");
  };
}

interface PageRequest {
  readonly first?: number;
  readonly last?: number;
  readonly after?: string;
  readonly before?: string;
}

function page({ body }: Received, { links = [], pageCap = 100 }: Behaviour): unknown {
  const document = JSON.parse(body.toString()) as { data?: PageRequest; input?: PageRequest };
  const { first, last, after, before } = document.data ?? document.input ?? {};
  let start = after === undefined ? 0 : Number(String(after).slice(1)) + 1;
  let end = before === undefined ? links.length : Number(String(before).slice(1));
  if (last !== undefined) start = Math.max(start, end - Math.min(last, pageCap));
  else end = Math.min(end, start + Math.min(first ?? pageCap, pageCap));
  return {
    links: links.slice(start, end),
    totalCount: links.length,
    info: {
      hasNext: end < links.length,
      hasPrevious: start > 0,
      startCursor: `c${String(start)}`,
      endCursor: `c${String(end - 1)}`,
    },
  };
}
