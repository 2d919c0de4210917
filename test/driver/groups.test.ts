/** For which group an action is sent that is open to several. */
import { expect, test } from "vitest";
import { service } from "./lib/service.ts";
import { driverOf, environmentAt, script, startTarget } from "./lib/target.ts";

const create = { op: "create", face: "v2", as: "a", data: { k: 1 } } as const;

test("an action that is open to several groups goes for the one that the step names", async () => {
  const target = await startTarget(service());
  const actions = ["sales", "lab"].map((groupLabel) => ({
    key: "note",
    groupLabel,
    creates: false,
    appends: true,
  }));
  const driver = await driverOf(
    environmentAt(target.baseUrl, {
      others: {
        workflows: [
          { id: "2041", actions: [{ key: "open", groupLabel: "sales", creates: true, appends: false }, ...actions] },
        ],
      },
    }),
  );
  const note = { op: "act", face: "v2", trace: "$a", action: "note", data: {} } as const;
  const { exchanges } = await driver.run(script(create, note, { ...note, group: "lab" }));
  expect(exchanges.map(({ intent }) => "groupLabel" in intent && intent.groupLabel)).toEqual(["sales", "sales", "lab"]);
});
