/** What may not come is not sent where the state that was read last lists it after all, and what is listed is sent there alone. */
import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { service } from "./lib/service.ts";
import { driverOf, environmentAt, json, script, startTarget } from "./lib/target.ts";

const listed: Profile = {
  readings: { "action-gating": { value: { gating: "listed", path: ["next"], by: "all" }, evidence: "by hand" } },
};

/** How many actions are sent behind a read of this state. */
async function sentBehind(
  state: JsonObject,
  profile: Profile,
  { isRead = true, only = "unlisted" as "listed" | "unlisted" } = {},
): Promise<number> {
  const target = await startTarget(
    service({
      before: ({ url }, response) => {
        const isState = url.endsWith("/state");
        if (isState) json(response, { error: null, data: { state } });
        return isState;
      },
    }),
  );
  const driver = await driverOf(environmentAt(target.baseUrl));
  const steps: OperationStep[] = [
    { op: "create", face: "v2", as: "t", data: {} },
    ...(isRead ? ([{ op: "state", face: "v2", trace: "$t" }] as const) : []),
    { op: "act", face: "v2", trace: "$t", data: {}, outOfOrder: true, [only]: true },
  ];
  const { exchanges, unsent } = await driver.run(script(...steps), { profile });
  expect(unsent).toEqual([]);
  return exchanges.filter(({ intent }) => intent.kind === "act").length;
}

test("an action that the state lists is left out, and sent where it lists others, or nothing is known of lists", async () => {
  const { workflows } = environmentAt("http://127.0.0.1:1");
  const key = workflows[0]?.actions.find(({ appends }) => appends)?.key ?? "";
  expect(await sentBehind({ next: [key] }, listed)).toBe(0);
  expect(await sentBehind({ next: ["another"] }, listed)).toBe(1);
  expect(await sentBehind({ next: [key] }, { readings: {} })).toBe(1);
  expect(await sentBehind({ next: [key] }, listed, { isRead: false })).toBe(1);
});

test("an action that is wanted where it is listed is left out everywhere else", async () => {
  const { workflows } = environmentAt("http://127.0.0.1:1");
  const key = workflows[0]?.actions.find(({ appends }) => appends)?.key ?? "";
  const only = "listed";
  expect(await sentBehind({ next: [key] }, listed, { only })).toBe(1);
  expect(await sentBehind({ next: ["another"] }, listed, { only })).toBe(0);
  expect(await sentBehind({ next: [key] }, { readings: {} }, { only })).toBe(0);
  expect(await sentBehind({ next: [key] }, listed, { only, isRead: false })).toBe(0);
});
