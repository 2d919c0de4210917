import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number }, Buffer>(scrypt);

// 1 MiB of memory per attempt; about 3 ms. What is hashed here stands readable in the seed file, so a higher cost would
// protect nothing and be most of what a login takes. A hash that stands in the file keeps the cost it was made with.
const COST = { N: 1_024, r: 8, p: 1 };
const KEY_BYTES = 32;

/** A salted hash in the form `scrypt$N$r$p$salt$key`, salt and key in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password.normalize("NFC"), salt, KEY_BYTES, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** Whether a text has the form that `hashPassword` gives. */
export function isPasswordHash(text: string): boolean {
  return /^scrypt\$\d+\$\d+\$\d+\$[\w-]+\$[\w-]+$/.test(text);
}

/** Whether the password is the one that was hashed; takes the same time either way. */
export async function passwordMatches(password: string, hash: string): Promise<boolean> {
  const [scheme, n, r, p, salt, key] = hash.split("$");
  if (scheme !== "scrypt" || salt === undefined || key === undefined) return false;
  const wanted = Buffer.from(key, "base64url");
  const parameters = { N: Number(n), r: Number(r), p: Number(p) };
  const got = await derive(password.normalize("NFC"), Buffer.from(salt, "base64url"), wanted.length, parameters);
  return timingSafeEqual(got, wanted);
}
