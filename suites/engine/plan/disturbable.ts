/** Where connections may be disturbed on purpose. */
import { isProductionAddress, isProductionName, type Environment } from "../../../driver/index.ts";
import { UsageError } from "../../usage-error.ts";

/** @throws UsageError where `--disturb` would strike others, or shows nothing */
export function refuseToDisturb({ name, baseUrl, access }: Pick<Environment, "name" | "baseUrl" | "access">): void {
  if (isProductionName(name) || isProductionAddress(baseUrl))
    throw new UsageError(
      `--disturb: "${name}" is named like a production, or its address is, and its connections are not disturbed; ` +
        "leave it out, or name another environment with --env",
    );
  if (access === "read-only")
    throw new UsageError(
      `--disturb: "${name}" is read-only, where no action can be lost; leave it out, or give --access read-write`,
    );
}
