/** Starts the reference with one of its faults or variants. */
import { environments } from "../../reference/environments.ts";
import { startReference } from "../../reference/index.ts";
import type { ExaminedService } from "./examine.ts";
import type { MatrixTarget } from "./target.ts";

/** @throws Error for a fault or variant that there is not */
export async function startService({ kind, id, environment = "embedded" }: MatrixTarget): Promise<ExaminedService> {
  const reference = await startReference({ [kind === "fault" ? "faults" : "variants"]: [id] });
  return { baseUrl: reference.baseUrl, target: environments[environment], close: () => reference.close() };
}
