/** The places besides the header `Authorization` where services look for a token, by mistake or out of kindness. */
import { isJsonObject } from "../../spec/json.ts";
import type { TokenDefect } from "../../spec/vocabulary/script.ts";
import type { FaceRequest } from "./build.ts";

interface PlacedToken {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes?: FaceRequest["bytes"];
}

const names = ["access_token", "token", "jwt"] as const;
const otherHeaders = ["x-access-token", "x-auth-token", "x-api-key", "token", "x-authorization"] as const;

/**
 * The request with the token where the defect wants it; as it is for any other defect.
 *
 * @param cookies those that the user's logins set, which go where the token goes in cookies.
 */
export function placeToken(
  request: FaceRequest,
  token: string,
  defect: TokenDefect | undefined,
  cookies: readonly (readonly [name: string, value: string])[],
): PlacedToken {
  const { path, bytes } = request;
  const kept = bytes === undefined ? {} : { bytes };
  if (defect === "elsewhere") {
    const query = names.map((name) => `${name}=${encodeURIComponent(token)}`).join("&");
    return {
      path: `${path}${path.includes("?") ? "&" : "?"}${query}`,
      headers: {
        cookie: [...new Map([...names.map((name) => [name, token] as const), ...cookies])]
          .map(([name, value]) => `${name}=${value}`)
          .join("; "),
        ...Object.fromEntries(otherHeaders.map((name) => [name, token])),
      },
      ...kept,
    };
  }
  if (defect === "in-body") return { path, headers: {}, ...withMembers(request, token) };
  return { path, headers: {}, ...kept };
}

/** The JSON body with members that hold the token; a multipart body, or none, stays as it is. */
function withMembers({ bytes, contentType }: FaceRequest, token: string): Pick<PlacedToken, "bytes"> {
  if (!Buffer.isBuffer(bytes) || !contentType?.startsWith("application/json"))
    return bytes === undefined ? {} : { bytes };
  const document: unknown = JSON.parse(bytes.toString());
  if (!isJsonObject(document)) return { bytes };
  const members = Object.fromEntries(names.map((name) => [name, token]));
  return { bytes: Buffer.from(JSON.stringify({ ...document, ...members })) };
}
