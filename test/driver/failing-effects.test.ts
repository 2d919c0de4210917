/** An action whose effect is known to fail at times is sent again, and nothing else is. */
import { expect, test } from "vitest";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import { service } from "./lib/service.ts";
import { driverOf, environmentAt, json, script, startTarget } from "./lib/target.ts";

const knownToFail: Profile = {
  readings: {
    "failing-effects": { value: { seen: true, keys: ["comment"], statuses: [502] }, evidence: "by hand" },
  },
};
const act = { op: "act", face: "v2", trace: "$a", data: {} } as const;

/** The statuses of three actions, of which the first is answered with these failures before it is taken. */
async function statusesWith(failures: readonly number[], profile: Profile) {
  const left = [...failures];
  const target = await startTarget(
    service({
      before: ({ url }, response) => {
        const status = url.endsWith("/action") ? left.shift() : undefined;
        if (status !== undefined) json(response, { error: "the effect failed", data: null }, status);
        return status !== undefined;
      },
    }),
  );
  const driver = await driverOf(environmentAt(target.baseUrl));
  const { exchanges } = await driver.run(script({ op: "create", face: "v2", as: "a", data: {} }, act, act), {
    profile,
  });
  return exchanges.slice(1).map(({ step, response }) => `${step}: ${String(response?.status)}`);
}

test("twice at most", async () => {
  expect(await statusesWith([502], knownToFail)).toEqual(["1: 502", "1: 200", "2: 200"]);
  expect(await statusesWith([502, 502, 502, 502], knownToFail)).toEqual([
    ...["1: 502", "1: 502", "1: 502"],
    ...["2: 502", "2: 200"],
  ]);
});

test("not for another status, nor where nothing is known of such effects", async () => {
  expect(await statusesWith([500], knownToFail)).toEqual(["1: 500", "2: 200"]);
  expect(await statusesWith([502], { readings: {} })).toEqual(["1: 502", "2: 200"]);
});
