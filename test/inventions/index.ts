import type { Started } from "../stand-ins/lib/domain.ts";
import { inventions } from "./faults/index.ts";
import { startService } from "./service.ts";
import { variations } from "./variations/index.ts";

export { inventions, variations };
export type { Invention, Variation } from "./tools.ts";
export type { Started, Target } from "../stand-ins/lib/domain.ts";

/** Starts the service as it is, or with one invention or variation. */
export async function start(id?: string, port = 0): Promise<Started> {
  if (id === undefined || id === "none") return startService(undefined, port);
  const change = [...inventions, ...variations].find((one) => one.id === id);
  if (!change) throw new Error(`no invention or variation is called ${id}`);
  return startService(change.apply, port);
}
