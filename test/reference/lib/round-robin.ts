import { Agent, createServer, request } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One address before several services. */
export interface RoundRobin {
  readonly baseUrl: string;
  /** Requests handed to each service, in their order. */
  readonly handed: readonly number[];
  close(): Promise<void>;
}

/**
 * Hands each request to the next service in turn, whichever connection it came on: what a client writes through one
 * process it reads through another.
 */
export async function roundRobin(baseUrls: readonly string[]): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: true });
  const handed = baseUrls.map(() => 0);
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const index = turn++ % baseUrls.length;
    handed[index] = (handed[index] ?? 0) + 1;
    pass(incoming, outgoing, baseUrls[index] ?? "", agent);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    handed,
    async close() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, baseUrl: string, agent: Agent): void {
  const { hostname, port } = new URL(baseUrl);
  const { method, url: path, headers } = incoming;
  let answered = false;
  // The path goes on as it came: parsing it as a URL would resolve dots and change escapes.
  const onward = request({ agent, hostname, port, method, path, headers }, (answer) => {
    answered = true;
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.on("error", () => outgoing.destroy()).pipe(outgoing);
  });
  // A refusal may come before the body has been sent; then only the rest of the body is lost.
  onward.on("error", () => {
    if (!answered) incoming.socket.destroy();
  });
  outgoing.on("close", () => {
    if (!outgoing.writableFinished) onward.destroy();
  });
  incoming.pipe(onward);
}
