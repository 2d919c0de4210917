/** A proxy before a service, for what gateways and networks do to it. */
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

interface Between {
  /** Answers in place of the service, or cuts the connection; true where it did. */
  readonly instead?: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
  /** Told the status of every answer of the service. */
  readonly answered?: (status: number) => void;
  /** Headers that every answer of the service gets. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** @returns its base URL; it is gone after the test */
export async function proxyBefore(baseUrl: string, { instead, answered, headers: own = {} }: Between): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    if (instead?.(incoming, outgoing) === true) return;
    const { method, headers, url = "/" } = incoming;
    const onward = request(new URL(url, baseUrl), { method, headers }, (answer) => {
      answered?.(answer.statusCode ?? 502);
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...own });
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
