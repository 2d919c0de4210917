/** How a store is named, and what may be shown of that name: an address may hold a password. */
import { safelyDecoded } from "../../spec/safely-decoded.ts";
import { DatabaseUnreachable } from "../../reference/storage/unreachable.ts";
import { SetupError } from "../../reference/core/setup-error.ts";
import { printable } from "../../reports/text/escape.ts";
import { UsageError } from "../usage-error.ts";

const scheme = /^postgres(?:ql)?:\/\//i;

/** True for the address of a server. @throws UsageError for an address that is none; it is not repeated */
export function isAddress(named: string): boolean {
  if (scheme.test(named)) {
    if (URL.canParse(named)) return true;
    throw new UsageError(
      "--store: wanted postgres://user:password@host:port/database; what was given is no such address " +
        "(special characters of a password are written as %40 and the like)",
    );
  }
  if (/^[a-z][\w+.-]*:\/\//i.test(named))
    throw new UsageError(
      "--store: wanted a folder, or the address of a PostgreSQL server, postgres://user:password@host/name",
    );
  return false;
}

/** The name without user, password and parameters. */
export function shownStore(named: string): string {
  if (!scheme.test(named) || !URL.canParse(named)) return printable(named);
  const { host, pathname } = new URL(named);
  return printable(`postgres://${host}${pathname}`);
}

/** An error as one that tells what was wrong with the store, without a secret of its name. */
export function refused(named: string, error: unknown): unknown {
  if (error instanceof UsageError || !(error instanceof Error)) return error;
  const told = toldBy(error);
  return told === undefined ? error : new UsageError(`--store ${shownStore(named)}: ${withoutSecrets(told, named)}`);
}

/** Codes of PostgreSQL for what whoever named the store can mend. */
const remedies: Readonly<Record<string, string>> = {
  "28P01": "look at user and password",
  "28000": "look at user and password",
  "3D000": "make the database first, or name another",
  "42501": "let this user create the schema trace_history, or make it for them",
  "0A000": "wanted PostgreSQL 12 or newer",
};

function toldBy(error: Error): string | undefined {
  if (error instanceof DatabaseUnreachable || error instanceof SetupError)
    return `${error.message}. Look at the address, and whether it runs.`;
  const code = (error as NodeJS.ErrnoException).code ?? "";
  const remedy = remedies[code];
  if (remedy !== undefined) return `${error.message}; ${remedy}.`;
  return /^E[A-Z]+$/.test(code) ? `${error.message}; name another.` : undefined;
}

function withoutSecrets(text: string, named: string): string {
  if (!scheme.test(named)) return text;
  const { password, searchParams } = new URL(named);
  const secrets = [password, safelyDecoded(password), searchParams.get("password") ?? ""].filter(
    (secret) => secret !== "",
  );
  return secrets.reduce((left, secret) => left.replaceAll(secret, "«redacted»"), printable(text));
}
