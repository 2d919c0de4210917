/** Good tokens that some endpoints refuse. */
import { bearer } from "../../../lib/service/http.ts";
import { isObject, parseJson } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { inTurn } from "../../changes/people.ts";
import { onReply, changeResult, after, around, type Faults } from "../../tools.ts";

export const refusedTokens: Faults = {
  "key-token-not-for-legacy": {
    title: "The legacy endpoints turn down tokens that come from the private key login.",
    apply(s) {
      changeResult(s, "verifyToken", (claims, _token, call) =>
        call.face === "legacy" && claims?.via === "privateKey" ? undefined : claims,
      );
    },
  },
  "legacy-token-cannot-download": {
    title: "The single file download turns down tokens from the legacy login.",
    apply(s) {
      const legacy = new Set<string>();
      onReply(s, "POST /login/credential", (reply) => {
        const body = parseJson(String(reply.body));
        if (isObject(body) && typeof body["token"] === "string") legacy.add(body["token"]);
        return reply;
      });
      around(s, "GET /v2/traces/{}/file/{}", (real) => (call, ...params) => {
        if (legacy.has(bearer(call.headers) ?? "")) throw new Refusal("token", "a valid bearer token is required");
        return real(call, ...params);
      });
    },
  },
  "key-tokens-cannot-search": {
    title: "Tokens from the log-in by private key are refused by the legacy search.",
    apply(s) {
      changeResult(s, "verifyToken", (claims, _token, call) =>
        claims?.via === "privateKey" && call.path[1] === "search" ? undefined : claims,
      );
    },
  },
  // "The token is obtained from a login endpoint (`POST /v2/login/credential`, `POST /v2/login/privateKey`, …)"
  "files-want-a-person": {
    title: "Downloads look up the session among those begun with a password: tokens of the private key get 401.",
    apply(s) {
      changeResult(s, "verifyToken", (claims, _token, call) => {
        const downloads = call.method === "GET" && (call.path.at(-1) === "files" || call.path[3] === "file");
        return downloads && claims?.via === "privateKey" ? undefined : claims;
      });
    },
  },
  // "Tokens are obtained through login endpoints (email and password, or a private key)": for every endpoint
  "key-token-not-for-old-archives": {
    title: "The token of a login by private key is refused by the legacy archive, and good everywhere else.",
    apply(s) {
      changeResult(s, "verifyToken", (claims, _token, call) => {
        const old = call.face === "legacy" && call.path.at(-1) === "files";
        return old && claims?.via === "privateKey" ? undefined : claims;
      });
    },
  },
  "two-secrets": {
    title: "Each of two instances takes only the tokens that it gave out itself.",
    apply(s) {
      const issuer = new Map<string, number>();
      const { verifyToken } = s;
      let logins = 0;
      after(s, "issueToken", (token) => {
        issuer.set(token, (logins += 1) % 2);
      });
      const instance = inTurn(s);
      s.verifyToken = async (token, call) =>
        issuer.get(token) === instance(call) ? verifyToken(token, call) : undefined;
    },
  },
  "clock-ahead": {
    title: "One of two instances is a second and a half ahead: the other refuses its tokens until their time has come.",
    apply(s) {
      const validFrom = new Map<string, number>();
      const { verifyToken } = s;
      let logins = 0;
      after(s, "issueToken", (token) => {
        if ((logins += 1) % 2 === 0) validFrom.set(token, Date.now() + 1500);
      });
      const instance = inTurn(s);
      s.verifyToken = async (token, call) =>
        instance(call) === 0 && Date.now() < (validFrom.get(token) ?? 0) ? undefined : verifyToken(token, call);
    },
  },
};
