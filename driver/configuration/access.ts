/** Who may write where. Reading is safe; writing on somebody's production is not undone by a report. */
import type { Access } from "../environment.ts";

/** True for names such as `production`, `us-prod`, `live`; not for `preprod` or `non-production`. */
export function isProductionName(name: string): boolean {
  const text = name.toLowerCase().replace(/(pre|non)[-_. ]?(production|prod|live)/g, "");
  return /(^|[^a-z])(production|prod|prd|live)([^a-z]|$)/.test(text);
}

/**
 * True where no account may be put at risk: services lock accounts after wrong passwords, and the account of a read-only
 * environment or of a production is somebody's. Logins that are wrong on purpose use made-up accounts there.
 */
export function sparesAccounts({ name, access }: { readonly name: string; readonly access: Access }): boolean {
  return access === "read-only" || isProductionName(name);
}

/**
 * The access that holds, and why. A flag goes before the file, except that a production-named environment is read-only
 * unless both say read-write.
 */
export function effectiveAccess(
  name: string,
  inFile: Access | undefined,
  byFlag: Access | undefined,
): { readonly access: Access; readonly reason: string } {
  if (isProductionName(name)) {
    if (inFile === "read-write" && byFlag === "read-write") {
      return { access: "read-write", reason: "the file and --access both say read-write" };
    }
    const reason = `"${name}" is named like a production; to write there, set access: read-write and give --access read-write`;
    return { access: "read-only", reason };
  }
  if (byFlag !== undefined) return { access: byFlag, reason: `--access ${byFlag}` };
  if (inFile !== undefined) return { access: inFile, reason: `access: ${inFile} in the configuration` };
  return {
    access: "read-only",
    reason: "read-only unless said; set access: read-write to let the suite create traces",
  };
}
