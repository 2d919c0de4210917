/** Services whose workflow is a process conform, whether they say what may come next or not. */
import { expect, onTestFinished, test } from "vitest";
import { embeddedEnvironment } from "../../driver/index.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { startGated, type GatedService } from "../stand-ins/gated.ts";

const actions = [
  { key: "order", groupLabel: "sales", creates: true },
  { key: "confirm", groupLabel: "sales" },
  { key: "comment", groupLabel: "sales" },
  { key: "ship", groupLabel: "warehouse" },
  { key: "pay", groupLabel: "accounting" },
];
const after: Readonly<Record<string, string>> = { order: "confirm", confirm: "ship", ship: "pay" };
const byGroup = (keys: readonly (string | undefined)[]): Record<string, string[]> =>
  Object.fromEntries(
    ["sales", "warehouse", "accounting"].map((group) => [
      group,
      actions.filter(({ key, groupLabel }) => groupLabel === group && keys.includes(key)).map(({ key }) => key),
    ]),
  );
const line = (done: readonly string[]) => byGroup([after[done.at(-1) ?? ""]]);
const withComments = (done: readonly string[]) => {
  const last = done.findLast((key) => key !== "comment") ?? "";
  return byGroup(last === "pay" ? [] : [after[last], ...(last === "order" ? [] : ["comment"])]);
};
const twice = (done: readonly string[]) => byGroup(done.length < 4 ? ["comment"] : []);

const services: Readonly<Record<string, GatedService>> = {
  "a line that the state lists": { actions, process: line, listedAs: "nextActions" },
  "a line that nothing shows": { actions, process: line },
  "comments, listed": { actions, process: withComments, listedAs: "possible" },
  "comments, not shown": { actions, process: withComments },
  "an action so often": { actions: [...actions.slice(0, 1), ...actions.slice(2, 3)], process: twice },
};

async function unpassed(service: GatedService) {
  const { baseUrl, target, close } = await startGated(service);
  onTestFinished(close);
  const { credentials, organization, workflows } = target;
  const environment = embeddedEnvironment(baseUrl, { credentials, organization, workflows });
  const results = await runSuite(environment, { depth: "quick", seed: 7 });
  return (
    results.requirements
      // How fast a busy machine answers is not what is tested here.
      .filter(({ id, status }) => (status === "failed" || status === "warned") && !id.startsWith("ROBUST-"))
      .map(({ id, status, reason, failures }) => ({ id, status, why: reason ?? failures?.[0]?.message }))
  );
}

test.each(Object.entries(services))("%s", { timeout: 300_000 }, async (_, service) => {
  expect(await unpassed(service)).toEqual([]);
});

test("a service that refuses now and then has no process to excuse it", { timeout: 300_000 }, async () => {
  let sent = 0;
  const everything = () => byGroup(["comment"]);
  const refuses = (): string | undefined => ((sent += 1) % 5 === 0 ? "not now" : undefined);
  const failed = await unpassed({ actions: actions.slice(0, 3), process: everything, refuses });
  expect(failed.map(({ id }) => id)).toContain("REFUSE-03");
});
