/** Who may write where. Reading is safe; writing on somebody's production is not undone by a report. */
import type { Access } from "../environment.ts";
import { isProductionName } from "./production.ts";

/** What of an environment decides its access. */
export interface AccessSettings {
  readonly name: string;
  /** Named like a production, or at the address of one. */
  readonly isProduction: boolean;
  readonly inFile: Access | undefined;
  /** The confirmation in the file without which a flag raises nothing. */
  readonly allowWrites: boolean;
}

interface Granted {
  readonly access: Access;
  readonly reason: string;
}

/**
 * The access that holds, and why. A flag lowers it always. It raises it above what the file says, and in a production, only
 * where the file confirms that with `allowWrites: true`.
 */
export function effectiveAccess(
  { name, isProduction, inFile, allowWrites }: AccessSettings,
  byFlag: Access | undefined,
): Granted {
  if (byFlag === "read-only") return { access: "read-only", reason: "--access read-only" };
  if (!isProduction && inFile === "read-write")
    return { access: "read-write", reason: "access: read-write in the configuration" };
  if (byFlag === "read-write" && allowWrites)
    return { access: "read-write", reason: "allowWrites: true in the configuration, and --access read-write" };
  const remedy = "to write there, set allowWrites: true in the configuration and give --access read-write";
  if (isProduction)
    return { access: "read-only", reason: `"${name}" is named like a production, or its address is; ${remedy}` };
  if (byFlag === "read-write")
    return { access: "read-only", reason: `the configuration does not say access: read-write; ${remedy}` };
  if (inFile !== undefined) return { access: inFile, reason: `access: ${inFile} in the configuration` };
  return {
    access: "read-only",
    reason: "read-only unless said; set access: read-write to let the suite create traces",
  };
}

/**
 * Wrong passwords that a run sends for each of its accounts, unless the configuration says otherwise. Never two in a row:
 * services lock accounts for three or more, and forget them at a right one.
 */
export const usualWrongPasswords = 4;

/**
 * How many wrong passwords may be sent for each account: services lock accounts for them, and the account of a read-only
 * environment or of a production is somebody's. Without a bound for the embedded service, which belongs to the run.
 */
export function wrongPasswordsOf({
  name,
  access,
  maxWrongPasswords,
}: {
  readonly name: string;
  readonly access: Access;
  readonly maxWrongPasswords?: number;
}): number {
  return maxWrongPasswords ?? (access === "read-only" || isProductionName(name) ? 0 : Infinity);
}
