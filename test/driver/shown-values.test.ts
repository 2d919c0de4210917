/** Actions name what the service made on their trace, as its state shows it when they are sent. */
import { expect, test } from "vitest";
import { embeddedEnvironment } from "../../driver/index.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { ActStep } from "../../spec/vocabulary/script.ts";
import { service } from "./lib/service.ts";
import { driverOf, environmentAt, json, script, startTarget } from "./lib/target.ts";

const naming = (workflow: string): Profile => ({
  readings: {
    "action-gating": {
      value: { gating: "unclear", shown: { [workflow]: { "OBJ-1": ["objects", "*", "id"], "450": ["fee"] } } },
      evidence: "by hand",
    },
  },
});
const act: ActStep = { op: "act", face: "v2", trace: "$a", data: { about: [{ object: "OBJ-1" }], note: "n" } };

/** What is sent of these actions on a trace whose state shows these objects. */
async function sentWhere(ids: readonly string[], acts: readonly ActStep[] = [act, act, act], fee?: number) {
  const target = await startTarget(
    service({
      before: ({ url }, response) => {
        const isState = url.endsWith("/state");
        if (isState) json(response, { error: null, data: { state: { objects: ids.map((id) => ({ id })), fee } } });
        return isState;
      },
    }),
  );
  const environment = environmentAt(target.baseUrl);
  const driver = await driverOf(environment);
  const steps = [{ op: "create", face: "v2", as: "a", data: { of: "OBJ-1" } } as const, ...acts];
  const profile = naming(environment.workflows[0]?.id ?? "");
  const { exchanges } = await driver.run(script(...steps), { profile });
  return exchanges.flatMap(({ intent, support }) =>
    (intent.kind === "create" || intent.kind === "act") && !support ? [{ data: intent.data, of: intent.stoodFor }] : [],
  );
}

test("each of several once, and the last of them from then on", async () => {
  const about = (object: string) => ({
    data: { about: [{ object }], note: "n" },
    of: { [object]: "OBJ-1" },
  });
  expect(await sentWhere(["x1", "x2"])).toEqual([
    { data: { of: "OBJ-1" }, of: undefined },
    ...[about("x1"), about("x2"), about("x2")],
  ]);
});

test("a number that the state shows in the place of one, and no other number", async () => {
  const pay: ActStep = { ...act, data: { amount: 450, rate: 45, of: ["OBJ-1"] } };
  const sent = await sentWhere(["x1"], [pay], 1217.5);
  expect(sent.slice(1)).toEqual([
    { data: { amount: 1217.5, rate: 45, of: ["x1"] }, of: { x1: "OBJ-1", "1217.5": "450" } },
  ]);
});

test("the one that was named first, where that is wanted, and nothing where none was", async () => {
  const same: ActStep = { ...act, sameThing: true, outOfOrder: true };
  const sent = await sentWhere(["x1", "x2"], [same, act, act, same]);
  expect(sent.slice(1).map(({ of }) => of)).toEqual([{ x1: "OBJ-1" }, { x2: "OBJ-1" }, { x1: "OBJ-1" }]);
});

test("what the examples have where the state shows nothing there", async () => {
  const sent = await sentWhere([]);
  expect(sent.slice(1)).toEqual([1, 2, 3].map(() => ({ data: act.data, of: undefined })));
});

test("as who sends the action is shown it", async () => {
  const tokenOf = (email: string): string => `header.${email.replace(/\W/g, "")}.signature`;
  const target = await startTarget(
    service({
      before: ({ url, body, headers }, response) => {
        const isMine = headers.authorization === `Bearer ${tokenOf("sales@acme.example")}`;
        if (url.includes("/login/"))
          json(response, {
            error: null,
            data: { token: tokenOf((JSON.parse(String(body)) as { email: string }).email) },
          });
        else if (url.endsWith("/state"))
          json(response, { error: null, data: { state: { objects: isMine ? [{ id: "x1" }] : [] } } });
        else return false;
        return true;
      },
    }),
  );
  const environment = embeddedEnvironment(target.baseUrl, {
    credentials: { email: "ada@acme.example", password: "secret-ada", groups: ["warehouse"] },
    users: [{ email: "sales@acme.example", password: "secret-sales", groups: ["sales"] }],
    workflows: [{ id: "2041", actions: [{ key: "approve", groupLabel: "sales", creates: true, appends: true }] }],
  });
  const driver = await driverOf(environment);
  const steps = [{ op: "create", face: "v2", as: "a", data: {} } as const, act];
  const { exchanges } = await driver.run(script(...steps), { profile: naming("2041") });
  const sent = exchanges.find(({ intent }) => intent.kind === "act");
  expect(sent?.intent).toMatchObject({ data: { about: [{ object: "x1" }] }, stoodFor: { x1: "OBJ-1" } });
});
