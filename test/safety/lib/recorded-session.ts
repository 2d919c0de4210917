/** A session of a real client as a browser records it (HAR 1.2), with every secret where it stood. */
import type { CanaryService } from "./canary-service.ts";

interface Sent {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
  readonly token?: string;
  /** What is recorded in place of the answer. */
  readonly answered?: unknown;
}

/** Logs in, lists the workflows, has a wrong token refused, and is given a list that breaks its schema with secrets. */
export async function recordedSession({ service, first, token }: CanaryService): Promise<object> {
  const { email, password, privateKey } = first;
  const requests: readonly Sent[] = [
    { method: "POST", path: "/v2/login/credential", body: { email, password } },
    { method: "POST", path: "/v2/login/privateKey", body: { privateKey } },
    { method: "GET", path: "/v2/organizations/acme/workflows", token },
    { method: "GET", path: "/workflow/orgName/acme", token: `${token}x` },
    { method: "GET", path: "/workflow/orgName/acme", token, answered: [{ workflowId: `${email} ${password}`, token }] },
  ];
  const entries: object[] = [];
  for (const request of requests) entries.push(await entryOf(service.baseUrl, request));
  return { log: { version: "1.2", creator: { name: "a browser", version: "1" }, entries } };
}

async function entryOf(baseUrl: string, { method, path, body, token, answered }: Sent): Promise<object> {
  const sent = {
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const text = body === undefined ? undefined : JSON.stringify(body);
  const response = await fetch(baseUrl + path, {
    method,
    headers: sent,
    ...(text === undefined ? {} : { body: text }),
  });
  const said = await response.text();
  const answer = answered === undefined ? said : JSON.stringify(answered);
  const mimeType = response.headers.get("content-type") ?? "";
  return {
    startedDateTime: "2027-01-31T00:00:00.000Z",
    time: 5,
    request: {
      ...{ method, url: baseUrl + path, httpVersion: "HTTP/1.1", cookies: [], queryString: [] },
      headers: Object.entries(sent).map(([name, value]) => ({ name, value })),
      ...(text === undefined ? {} : { postData: { mimeType: "application/json", text } }),
      ...{ headersSize: -1, bodySize: text?.length ?? 0 },
    },
    response: {
      ...{ status: response.status, statusText: "", httpVersion: "HTTP/1.1", cookies: [], redirectURL: "" },
      headers: [{ name: "content-type", value: mimeType }],
      content: { size: answer.length, mimeType, text: answer },
      ...{ headersSize: -1, bodySize: answer.length },
    },
    cache: {},
    timings: { send: 0, wait: 5, receive: 0 },
  };
}
