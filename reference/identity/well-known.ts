/** The built-in users have public passwords and keys: enough on one's own machine, and nowhere else. */
import { isIPv4 } from "node:net";
import { SetupError } from "../core/setup-error.ts";
import { passwordMatches } from "./passwords.ts";
import type { Seed } from "./seed.ts";

/** True for an address that only this machine reaches. */
export function isLoopback(host: string): boolean {
  const address = host.toLowerCase().replace(/^::ffff:/, "");
  return address === "localhost" || address === "::1" || (isIPv4(address) && address.startsWith("127."));
}

/** @throws SetupError that names the users who can be logged in by anybody who has read the built-in seed file */
export async function refuseWellKnown(seed: Seed, builtIn: Seed, host: string): Promise<void> {
  if (isLoopback(host)) return;
  const hashes = builtIn.users.flatMap(({ passwordHash }) => passwordHash ?? []);
  const keys = new Set(builtIn.users.map(({ publicKey }) => publicKey?.replace(/\s/g, "")));
  const open: string[] = [];
  for (const { email, passwordHash, password, publicKey } of seed.users) {
    const byPassword =
      (passwordHash !== undefined && hashes.includes(passwordHash)) ||
      (password !== undefined &&
        (await Promise.all(hashes.map((hash) => passwordMatches(password, hash)))).includes(true));
    if (byPassword || (publicKey !== undefined && keys.has(publicKey.replace(/\s/g, "")))) open.push(email);
  }
  if (open.length > 0)
    throw new SetupError(
      `on ${host} others reach this service, and everybody knows the passwords or keys of ${open.join(", ")}. ` +
        "Name a file with users of your own (--seed FILE, seedFile), or listen on 127.0.0.1.",
    );
}
