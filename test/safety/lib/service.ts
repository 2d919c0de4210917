/** The reference service behind a proxy, and runs against it in this process. */
import { onTestFinished } from "vitest";
import { embeddedEnvironment, type Access, type Environment, type Limits } from "../../../driver/index.ts";
import { embeddedTarget } from "../../../reference/embedded-target.ts";
import type { ReferenceOptions } from "../../../reference/index.ts";
import type { Results } from "../../../reports/index.ts";
import { referenceOfTest } from "../../lib/reference.ts";
import { honestly, startProxy, type Hook, type Proxy } from "../../hostile/lib/proxy.ts";

export type { Proxy } from "../../hostile/lib/proxy.ts";

/** Lives as long as the test. */
export async function startBehind(hook: Hook = honestly, options: ReferenceOptions = {}): Promise<Proxy> {
  const { baseUrl } = await referenceOfTest(options);
  const proxy = await startProxy(baseUrl, hook);
  onTestFinished(() => proxy.close());
  return proxy;
}

export interface Wishes {
  readonly access?: Access;
  readonly limits?: Partial<Limits>;
  readonly knownTraces?: readonly string[];
}

export function environmentAt({ baseUrl }: Proxy, { access, limits, knownTraces }: Wishes = {}): Environment {
  return {
    ...embeddedEnvironment(baseUrl, embeddedTarget, {
      ...(access ? { access } : {}),
      // An honest service on a busy machine may take its time.
      limits: { searchLagMs: 1_000, ...limits },
    }),
    ...(knownTraces ? { knownTraces } : {}),
  };
}

/** Requirements that are not green, each with the first thing said against it. */
export function blamedIn(results: Results): readonly (readonly [string, string | undefined])[] {
  return results.requirements
    .filter(({ status }) => ["failed", "warned", "error"].includes(status))
    .map(({ id, failures, reason }) => [id, failures?.[0]?.message ?? reason]);
}

/** Ids of the requirements with this status. */
export function idsOf(results: Results, status: Results["requirements"][number]["status"]): readonly string[] {
  return results.requirements.filter((requirement) => requirement.status === status).map(({ id }) => id);
}
