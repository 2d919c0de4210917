/** Open point `token`: lifetime, claims and algorithm of the tokens that logins bring. */
import type { JsonObject } from "../../spec/json.ts";
import { jwtSegment } from "../../spec/jwt-segment.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { payloadMember } from "../../spec/readings/outcome.ts";
import { commonest } from "../lib/tally.ts";
import { countText } from "../lib/wording.ts";
import { onePoint, unknown } from "../probe.ts";

const logins: readonly OperationStep[] = [
  { op: "login", face: "v2", method: "private-key" },
  { op: "login", face: "v2", method: "credential" },
  { op: "login", face: "legacy", method: "credential" },
];

export const token = onePoint("token", { needs: [] }, async ({ ask }) => {
  const answers: (Exchange | undefined)[] = [];
  // One after the other: where each login ends the tokens before it, the last one counts.
  for (const step of logins) answers.push(...(await ask("a login", [{ step }])));
  const tokens = answers.flatMap((answer) => {
    const text = answer && payloadMember(answer, "token");
    return typeof text === "string" ? [{ text, answeredAt: Date.parse(answer?.response?.headers["date"] ?? "") }] : [];
  });
  const parsed = tokens.flatMap(({ text, answeredAt }) => {
    const [header, payload] = [jwtSegment(text, 0), jwtSegment(text, 1)];
    return header && payload ? [{ header, payload, answeredAt }] : [];
  });
  const [first] = parsed;
  if (!first)
    return unknown(`${countText(tokens.length, "token")} came from logins, none of them a JWT that can be read.`);
  const lifetimeS = commonest(parsed.map(({ payload, answeredAt }) => lifetimeOf(payload, answeredAt / 1000))) ?? null;
  const claims = Object.keys(first.payload).toSorted();
  const { alg } = first.header;
  const value = { lifetimeS, claims, algorithm: typeof alg === "string" ? alg : null };
  const untold = typeof first.payload["exp"] === "number" ? "for a time that nothing tells" : "without an end";
  const lasting = lifetimeS === null ? untold : `for ${String(lifetimeS)} seconds`;
  return {
    value,
    evidence: `${countText(parsed.length, "token")} from logins: ${value.algorithm ?? "no algorithm"}, valid ${lasting}, with the claims ${claims.join(", ")}.`,
  };
});

/**
 * Seconds from issue to end; where the token does not say when it was issued, from the answer that brought it, by the
 * target's own clock.
 */
function lifetimeOf(payload: JsonObject, answeredS: number): number | null {
  const { exp, iat, nbf } = payload;
  if (typeof exp !== "number") return null;
  const start = [iat, nbf, answeredS].find((time) => typeof time === "number" && !Number.isNaN(time));
  return typeof start === "number" ? Math.round(exp - start) : null;
}
