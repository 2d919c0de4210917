import { createServer, request as forward, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent, request } from "undici";

/** A request as it was on the wire, its body whole. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
}

export interface RecordingProxy {
  readonly baseUrl: string;
  /** In the order in which they were complete. */
  readonly requests: readonly RecordedRequest[];
  close(): void;
}

/** Headers that belong to a connection, and those that a client works out by itself. */
const leftOut = new Set(["connection", "host", "keep-alive", "transfer-encoding", "content-length", "expect"]);

/** Passes requests on to a service and keeps them. */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const requests: RecordedRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    void bodyOf(incoming).then((body) => {
      const { method = "GET", url: path = "/", rawHeaders } = incoming;
      requests.push({ method, path, headers: headersOf(incoming), body });
      const passed = forward(target + path, { method, headers: rawHeaders }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
      });
      passed.on("error", () => outgoing.destroy());
      passed.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${String(port)}`,
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // A body that is cut on purpose ends in an error; what came of it is what is sent again.
  try {
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
  } catch {
    // kept as far as it came
  }
  return Buffer.concat(chunks);
}

function headersOf({ headers }: IncomingMessage): RecordedRequest["headers"] {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string | string[]] => {
      return entry[1] !== undefined && !leftOut.has(entry[0]);
    }),
  );
}

export interface Replayed {
  readonly requests: number;
  readonly ms: number;
  readonly cpuMs: number;
}

/** Sends the requests with undici alone, reading every answer to its end and looking at none. */
export async function replay(
  baseUrl: string,
  requests: readonly RecordedRequest[],
  concurrency: number,
): Promise<Replayed> {
  const dispatcher = new Agent({ connections: concurrency });
  const queue = requests.values();
  const started = performance.now();
  const cpu = process.cpuUsage();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const { method, path, headers, body } of queue) {
        const options = { dispatcher, method: method as "GET", headers: { ...headers } };
        const answer = await request(baseUrl + path, body.length > 0 ? { ...options, body } : options);
        await answer.body.arrayBuffer();
      }
    }),
  );
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  await dispatcher.close();
  return { requests: requests.length, ms, cpuMs: (user + system) / 1000 };
}
