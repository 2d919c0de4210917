/** A proxy that answers 503 in place of the service now and then, as a machine does that fails. */
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** @param share of the requests, from 0 to 1, that are answered so; drawn by `seed`. Gone after the test. */
export async function unsteady(baseUrl: string, share: number, seed: number): Promise<string> {
  let state = seed;
  const draw = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const server = createServer((incoming, outgoing) => {
    if (draw() < share) {
      incoming.resume();
      incoming.on("end", () => {
        outgoing
          .writeHead(503, { "content-type": "text/html" })
          .end("<html><title>no server is available</title></html>");
      });
      return;
    }
    const { method, headers, url = "/" } = incoming;
    const onward = request(new URL(url, baseUrl), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
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
