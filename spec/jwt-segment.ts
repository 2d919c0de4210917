import { isJsonObject, type JsonObject } from "./json.ts";

/** The JSON object in a segment of a JSON Web Token (RFC 7519), 0 for the header and 1 for the claims; undefined where there is none. */
export function jwtSegment(token: string, index: 0 | 1): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(token.split(".")[index] ?? "", "base64url").toString("utf8"));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
