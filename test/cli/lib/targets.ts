/** Targets for the command: the reference service, honest or not, and a configuration that names it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { embeddedTarget } from "../../../reference/embedded-target.ts";
import { proxyBefore } from "../../lib/proxy.ts";
import { referenceOfTest } from "../../lib/reference.ts";

/** Starts the reference service with these faults; stopped after the test. */
export async function reference(faults: readonly string[] = []): Promise<string> {
  return (await referenceOfTest({ faults: [...faults] })).baseUrl;
}

/** A proxy that cuts the connection where `unreachable` says so; gone after the test. */
export const proxyThatCuts = (baseUrl: string, unreachable: (path: string) => boolean): Promise<string> =>
  proxyBefore(baseUrl, {
    instead(incoming) {
      const isCut = unreachable(incoming.url ?? "/");
      if (isCut) incoming.socket.destroy();
      return isCut;
    },
  });

/** Writes a configuration with the environment `vendor` at this address. */
export function writeConfiguration(folder: string, baseUrl: string, changes: object = {}): void {
  const vendor = { baseUrl, access: "read-write", ...embeddedTarget, limits: { searchLagMs: 1000 }, ...changes };
  writeFileSync(join(folder, "trace-conformance.yaml"), stringify({ environments: { vendor } }));
}
