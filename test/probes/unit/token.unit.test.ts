/** How long tokens last is told by the target's own clock, so that saved answers tell the same at any later time. */
import { expect, test } from "vitest";
import { token } from "../../../probes/points/token.ts";
import type { ProbeContext } from "../../../probes/probe.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";

const at = Date.parse("2020-02-02T10:00:00Z") / 1000;

async function lifetimeOf(claims: JsonObject, date?: string): Promise<unknown> {
  const part = (value: JsonObject): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const value = { error: null, data: { token: `${part({ alg: "HS256" })}.${part(claims)}.x` } };
  const exchange = {
    face: "v2",
    operationId: "v2LoginCredential",
    intent: { kind: "login-credential" },
    response: { status: 200, headers: date === undefined ? {} : { date }, json: { value } },
  } as unknown as Exchange;
  const { token: reading } = await token.run({ ask: () => Promise.resolve([exchange]) } as unknown as ProbeContext);
  return (reading?.value as JsonObject | undefined)?.["lifetimeS"];
}

test("from issue to end, else from the answer to the end", async () => {
  const date = new Date(at * 1000).toUTCString();
  expect(await lifetimeOf({ iat: at - 5, exp: at + 60 }, date)).toBe(65);
  expect(await lifetimeOf({ exp: at + 60 }, date)).toBe(60);
});

test("nothing where the token has an end and nothing tells from when", async () => {
  expect(await lifetimeOf({ exp: at + 60 })).toBe(null);
  expect(await lifetimeOf({}, new Date(at * 1000).toUTCString())).toBe(null);
});
