/** Targets for the command: the reference service, honest or not, and a configuration that names it. */
import { writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { stringify } from "yaml";
import { embeddedTarget } from "../../../reference/embedded-target.ts";
import { referenceOfTest } from "../../lib/reference.ts";

/** Starts the reference service with these faults; stopped after the test. */
export async function reference(faults: readonly string[] = []): Promise<string> {
  return (await referenceOfTest({ faults: [...faults] })).baseUrl;
}

/** A proxy that cuts the connection where `unreachable` says so; gone after the test. */
export async function proxyBefore(baseUrl: string, unreachable: (path: string) => boolean): Promise<string> {
  const server: Server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? "/";
    if (unreachable(path)) return void incoming.socket.destroy();
    const onward = request(new URL(path, baseUrl), { method: incoming.method, headers: incoming.headers }, (answer) => {
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

/** Writes a configuration with the environment `vendor` at this address. */
export function writeConfiguration(folder: string, baseUrl: string, changes: object = {}): void {
  const vendor = { baseUrl, access: "read-write", ...embeddedTarget, limits: { searchLagMs: 1000 }, ...changes };
  writeFileSync(join(folder, "trace-conformance.yaml"), stringify({ environments: { vendor } }));
}
