import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export interface DelayingProxy {
  readonly baseUrl: string;
  close(): void;
}

/** Passes bytes to a service at once, and its answers back so much later: a line with latency and any bandwidth. */
export async function startDelayingProxy(target: string, delayMs: number): Promise<DelayingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), noDelay: true });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      socket.on("error", () => [near, far].forEach((other) => other.destroy()));
    }
    near.pipe(far);
    // Timers of one length fire in the order of setting, so the bytes keep theirs.
    far.on("data", (bytes) => setTimeout(() => near.writable && near.write(bytes), delayMs));
    far.on("end", () => setTimeout(() => near.end(), delayMs));
    near.on("close", () => far.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
