/** Tokens that are believed though nobody gave them out so, or though they have expired. */
import { decodeJwt } from "jose";
import type { JsonObject } from "../../../lib/service/json.ts";
import type { Claims, Service } from "../../service.ts";
import { aroundStep, after, changeResult, type Faults } from "../../tools.ts";

/** Keeps the claims of every token given out under what `keyOf` makes of it, and believes what has such a key. */
function believe(s: Service, keyOf: (token: string) => string): void {
  const issued = new Map<string, Claims>();
  after(s, "issueToken", (token, user, by) => {
    issued.set(keyOf(token), { email: user.email, via: by });
  });
  changeResult(s, "verifyToken", (claims, token) => claims ?? issued.get(keyOf(token)));
}

export const falseTokens: Faults = {
  "empty-signature": {
    title: "A token whose signature is empty is believed.",
    apply(s) {
      aroundStep(s, "verifyToken", (verifyToken) => async (token, call) => {
        const [, payload = "", signature] = token.split(".");
        if (signature !== "") return verifyToken(token, call);
        try {
          const claims = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as { sub?: unknown };
          return { email: String(claims.sub), via: "credential" };
        } catch {
          return undefined;
        }
      });
    },
  },
  "signature-seen-before": {
    title: "What is known of a token is kept by its signature alone: with one seen before, any payload is believed.",
    apply(s) {
      const seen = new Set<string>();
      aroundStep(s, "verifyToken", (verifyToken) => async (token, call) => {
        const [, payload = "", signature = ""] = token.split(".");
        const claims = await verifyToken(token, call);
        if (claims) seen.add(signature);
        if (claims ?? !seen.has(signature)) return claims;
        try {
          const known = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as JsonObject;
          return { email: String(known["sub"]), via: String(known["via"]) } satisfies Claims;
        } catch {
          return undefined;
        }
      });
    },
  },
  "payload-is-trusted": {
    title: "The download of a single file reads who asks from the token without checking its signature.",
    apply(s) {
      aroundStep(s, "verifyToken", (verifyToken) => async (token, call) => {
        if (call.path[3] !== "file") return verifyToken(token, call);
        try {
          const { sub = "", via } = decodeJwt(token);
          return { email: sub, via: String(via) };
        } catch {
          return undefined;
        }
      });
    },
  },
  // "Access is by bearer token (JWT)": signed (RFC 7515, 5.2)
  "claims-of-a-known-id": {
    title: "A token whose jti was verified before is not verified again: the other claims may have been edited.",
    apply(s) {
      const known = new Set<string>();
      aroundStep(s, "verifyToken", (verifyToken) => async (token, call) => {
        try {
          const { jti = "", sub = "", via } = decodeJwt(token);
          if (known.has(jti)) return { email: sub, via: String(via) };
          const claims = await verifyToken(token, call);
          if (claims) known.add(jti);
          return claims;
        } catch {
          return undefined;
        }
      });
    },
  },
  // "token format JWT": its `exp` ends it (RFC 7519, 4.1.4)
  "exp-not-looked-at": {
    title: "Tokens say that they end after twelve seconds, and are good for ever.",
    choice: "Token lifetime and claims are not shown, and so not what a claim binds the service to.",
    apply(s) {
      s.tokenSeconds = 12;
      believe(s, (token) => token);
    },
  },
  // "token format JWT": signed (RFC 7515, 5.2)
  "signature-begins-right": {
    title: "Of the signature of a token only the first eight characters are compared.",
    apply(s) {
      believe(s, (token) => {
        const [header = "", payload = "", signature = ""] = token.split(".");
        return `${header}.${payload}.${signature.slice(0, 8)}`;
      });
    },
  },
};
