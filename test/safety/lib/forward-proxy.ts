/** A forward proxy that wants a user name and a password, as stands between many runners and their targets. */
import { createServer, request as httpRequest } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";

export interface ForwardProxy {
  /** Without user name and password. */
  readonly address: string;
  /** Connections that were let through. */
  readonly passed: () => number;
  close(): void;
}

export async function startForwardProxy(user: string, password: string): Promise<ForwardProxy> {
  const wanted = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  const open = new Set<Socket>();
  let passed = 0;
  // Plain HTTP is asked for by its whole address, TLS through a tunnel.
  const server = createServer((request, response) => {
    const { "proxy-authorization": given, ...headers } = request.headers;
    if (given !== wanted) return void response.writeHead(407).end();
    passed++;
    const onward = httpRequest(new URL(request.url ?? ""), { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  server.on("connection", (socket) => open.add(socket));
  server.on("connect", (request, client: Socket) => {
    client.on("error", () => undefined);
    if (request.headers["proxy-authorization"] !== wanted) {
      client.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
      return;
    }
    passed++;
    const [host = "", port = "80"] = (request.url ?? "").split(":");
    const target = connect(Number(port), host, () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      target.pipe(client).pipe(target);
    });
    open.add(target);
    target.on("error", () => client.destroy());
    client.on("close", () => target.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    passed: () => passed,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
