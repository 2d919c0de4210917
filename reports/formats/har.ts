/** HAR 1.2: the exchanges of the failures (or those that are given), for browser tools and HAR viewers. */
import type { ReportFormat } from "../format.ts";
import type { ReportedExchange, Results } from "../results/model.ts";

export const har: ReportFormat = {
  name: "har",
  fileName: "exchanges.har",
  summary: "HAR 1.2 of the exchanges behind the failures",
  render(results, options = {}) {
    const { environment, startedAt } = results;
    const entries = options.exchanges
      ? Array.from(options.exchanges, (e) => harEntry(e, { ...environment, startedAt }))
      : failureEntries(results);
    const log = { ...harHead(results.suite.version), entries };
    return `${JSON.stringify({ log }, null, 1)}\n`;
  },
};

/** What a HAR begins with. */
export function harHead(suiteVersion: string): object {
  return { version: "1.2", creator: { name: "trace-conformance", version: suiteVersion }, pages: [] };
}

/** Each exchange once, although several requirements may show it. */
function failureEntries(results: Results) {
  const where = { ...results.environment, startedAt: results.startedAt };
  const seen = new Set<string>();
  const entries: ReturnType<typeof harEntry>[] = [];
  for (const requirement of results.requirements) {
    for (const failure of requirement.failures ?? []) {
      for (const exchange of failure.exchanges) {
        const key = `${failure.script.id} ${exchange.index} ${exchange.path}`;
        if (seen.has(key)) continue;
        seen.add(key);
        entries.push(harEntry(exchange, where, `${requirement.id}: ${failure.message}`));
      }
    }
  }
  return entries;
}

/** What of an exchange a HAR tells. */
type ToldExchange = Pick<
  ReportedExchange,
  | "startedAt"
  | "durationMs"
  | "method"
  | "path"
  | "requestHeaders"
  | "requestBody"
  | "status"
  | "responseHeaders"
  | "responseBody"
  | "responseBase64"
  | "responseBytes"
  | "failure"
>;

interface Where {
  readonly baseUrl: string;
  /** Stands for what does not say when it was sent. */
  readonly startedAt: string;
}

export function harEntry(exchange: ToldExchange, where: Where, comment?: string) {
  return {
    startedDateTime: exchange.startedAt ?? where.startedAt,
    time: exchange.durationMs,
    request: request(exchange, where),
    response: response(exchange),
    cache: {},
    timings: { send: 0, wait: exchange.durationMs, receive: 0 },
    ...(comment === undefined ? {} : { comment }),
  };
}

function request(exchange: ToldExchange, { baseUrl }: Where) {
  const url = addressOf(baseUrl.replace(/\/$/, "") + exchange.path);
  const query = exchange.path.includes("?") ? exchange.path.slice(exchange.path.indexOf("?") + 1) : "";
  const { requestBody: text } = exchange;
  const mimeType = exchange.requestHeaders["content-type"] ?? "application/json";
  return {
    method: exchange.method,
    url,
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: headers(exchange.requestHeaders),
    queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
    ...(text === undefined ? {} : { postData: { mimeType, text } }),
    headersSize: -1,
    bodySize: text === undefined ? 0 : Buffer.byteLength(text),
  };
}

/** HAR wants a URL (RFC 3986); what a path may not hold is escaped, and what was escaped before stays as it was sent. */
function addressOf(text: string): string {
  const escaped = text
    .toWellFormed()
    .replace(/%(?![0-9a-f]{2})|[^\w.~:/?#@!$&'()*+,;=%-]/giu, (character) => encodeURIComponent(character));
  return URL.canParse(escaped) ? escaped : "about:invalid";
}

/** Without a response the status is 0, as browsers write it. */
function response(exchange: ToldExchange) {
  const { responseBody, responseBase64, responseHeaders = {} } = exchange;
  const size = exchange.responseBytes ?? 0;
  const mimeType = responseHeaders["content-type"] ?? "";
  const shown =
    responseBody === undefined
      ? responseBase64 === undefined
        ? {}
        : { text: responseBase64, encoding: "base64" }
      : { text: responseBody };
  return {
    status: exchange.status ?? 0,
    statusText: "",
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: headers(responseHeaders),
    content: { size, mimeType, ...shown },
    redirectURL: responseHeaders.location ?? "",
    headersSize: -1,
    bodySize: exchange.status === undefined ? -1 : size,
    ...(exchange.failure === undefined ? {} : { comment: exchange.failure }),
  };
}

function headers(record: Readonly<Record<string, string>>) {
  return Object.entries(record).map(([name, value]) => ({ name, value }));
}
