/**
 * A proxy in front of an honest service that may answer, spoil or cut any request: the body of every hostile target.
 */
import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { operations, type OperationId } from "../../../spec/operations.ts";

export interface Received {
  /** Requests that arrived before, on the whole target. */
  readonly number: number;
  /** Undefined for a request that no operation of the interface has. */
  readonly operation: OperationId | undefined;
  readonly method: string;
  /** Path and query as they arrived. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What a hook has at hand to answer one request. */
export interface Answering {
  readonly response: ServerResponse;
  /** The raw connection, for what is no HTTP. */
  readonly socket: Socket;
  /** Has the honest service do its work, on another body or address where one is given, and gives its answer. */
  honest(body?: Buffer, url?: string): Promise<Reply>;
  send(reply: Reply): void;
}

/** Answers a request, or leaves it unanswered. */
export type Hook = (request: Received, answering: Answering) => void | Promise<void>;

export interface Proxy {
  readonly baseUrl: string;
  readonly received: readonly Received[];
  /** Refuses every further connection and cuts the open ones. */
  die(): void;
  close(): Promise<void>;
}

export async function startProxy(honestUrl: string, hook: Hook): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const received: Received[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("error", () => undefined);
    response.on("error", () => undefined);
    incoming.on("end", () => {
      const { method = "", url = "", headers } = incoming;
      const body = Buffer.concat(chunks);
      const request = { number: received.length, operation: operationAt(method, url), method, url, headers, body };
      received.push(request);
      const answering: Answering = {
        response,
        socket: incoming.socket,
        honest: (other = body, elsewhere = url) =>
          forward(honestUrl, { ...request, body: other, url: elsewhere }, agent),
        send: ({ status, headers: answered, body: bytes }) => response.writeHead(status, answered).end(bytes),
      };
      Promise.resolve(hook(request, answering)).catch(() => incoming.socket.destroy());
    });
  });
  // Junk and cut connections are what this server is for.
  server.on("clientError", (_, socket) => socket.destroy());
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const die = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return {
    baseUrl: `http://127.0.0.1:${String(port)}`,
    received,
    die,
    close() {
      die();
      agent.destroy();
      return Promise.resolve();
    },
  };
}

/** Leaves a request to the honest service. */
export const honestly: Hook = async (_, { honest, send }) => send(await honest());

/** A target that is faulty in these operations only, and is honest in all others. */
export function faultyIn(wanted: readonly OperationId[], fault: Hook): Hook {
  return (request, answering) =>
    (request.operation !== undefined && wanted.includes(request.operation) ? fault : honestly)(request, answering);
}

export function jsonReply(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reply {
  const body = Buffer.from(JSON.stringify(value));
  return { status, headers: { "content-type": "application/json", ...headers }, body };
}

const templates = operations.map(({ id, method, path }) => ({
  id,
  method,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
}));

function operationAt(method: string, url: string): OperationId | undefined {
  const [path = ""] = url.split("?");
  return templates.find((template) => template.method === method && template.pattern.test(path))?.id;
}

function forward(honestUrl: string, { method, url, headers, body }: Received, agent: Agent): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { connection: _, "transfer-encoding": __, ...kept } = headers;
    const onward = httpRequest(
      new URL(url, honestUrl),
      { method, agent, headers: { ...kept, "content-length": String(body.length) } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () => {
          resolve({ status: answer.statusCode ?? 502, headers: plain(answer.headers), body: Buffer.concat(chunks) });
        });
      },
    );
    onward.on("error", reject);
    onward.end(body);
  });
}

/** Headers as they can be sent again: without those of the connection, and a length that follows from the body. */
function plain(headers: IncomingMessage["headers"]): Record<string, string> {
  const ofConnection = ["connection", "keep-alive", "transfer-encoding", "content-length"];
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name, value]) => value !== undefined && !ofConnection.includes(name))
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : String(value)]),
  );
}
