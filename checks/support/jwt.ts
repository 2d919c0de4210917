/** True for a compact JWT: three (JWS) or five (JWE) base64url parts of which the first is a JSON object with `alg`. */
export function isJwt(text: unknown): boolean {
  if (typeof text !== "string") return false;
  const parts = text.split(".");
  if (parts.length !== 3 && parts.length !== 5) return false;
  if (!parts.every((part) => /^[A-Za-z0-9_-]*$/.test(part))) return false;
  const header = objectIn(parts[0]);
  if (!header || typeof header["alg"] !== "string") return false;
  return parts.length === 5 || objectIn(parts[1]) !== undefined;
}

function objectIn(part: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part ?? "", "base64url").toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
