/** Actions that are refused for their numbers, and taken with others in the same place. */
import { expect, test } from "vitest";
import { Explorer } from "../../../probes/process/walk/explore.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { serviceThat, target, type Before, type Write } from "../lib/refusing-service.ts";

const amounts: JsonObject = {
  type: "object",
  required: ["amount"],
  properties: { amount: { type: "integer", minimum: 1, maximum: 500 } },
  additionalProperties: false,
};
const amountIn = (data: unknown): number => (data as { amount: number }).amount;
const amountsOf = ({ onTrace }: Before): readonly number[] => onTrace.map((one) => amountIn(JSON.parse(one)));

/** What a walk finds out of a service that refuses so. */
async function found(
  refuses: (step: Write, before: Before) => boolean,
  dataSchema = amounts,
  examples?: readonly JsonObject[],
) {
  const [{ actions, ...workflow }] = target.workflows as [(typeof target.workflows)[0]];
  const formed = {
    ...workflow,
    actions: actions.map((action) => ({ ...action, dataSchema, ...(examples ? { examples } : {}) })),
  };
  const { asker } = serviceThat((step, before) => step.op === "act" && refuses(step, before));
  const explorer = new Explorer({ ...asker, target: { ...target, workflows: [formed] } }, 0, formed, undefined);
  await explorer.explore();
  return explorer.known.numbers.found;
}

test("no more than what the creation brought: low ones, and a high one to begin with", async () => {
  const left = (before: Before) => amountsOf(before).reduce((sum, one, at) => (at === 0 ? one : sum - one), 0);
  const numbers = await found(({ data }, before) => amountIn(data) > left(before) / 8);
  expect(numbers["open"]).toBe("high");
  expect(Object.values(numbers)).toContain("low");
});

test("none below the one before: the highest, and a low one to begin with", async () => {
  const latest = (before: Before) => amountsOf(before).at(-1) ?? 0;
  expect(
    await found(({ data }, before) => amountIn(data) < latest(before) + 100 && amountIn(data) < 500),
  ).toMatchObject({
    open: "low",
    note: "highest",
  });
});

const revised: JsonObject = {
  type: "object",
  properties: { basedOn: { type: "integer", minimum: 0, maximum: 9 }, remark: { type: "string", maxLength: 80 } },
  additionalProperties: false,
};
const basedOnIn = (data: unknown) => (data as { basedOn?: number }).basedOn;

const trees: readonly JsonObject[] = [1, 2, 3].map((tree) => ({ tree, tool: "saw" }));
const oneTree: JsonObject = {
  ...{ type: "object", required: ["tree", "tool"], properties: { tree: {}, tool: {} } },
  ...{ additionalProperties: false, enum: trees },
};

test("each of several things once: the examples of the configuration in turn, by every action that has as many", async () => {
  const isDone = ({ data, action }: Write, { onTrace, done }: Before) =>
    onTrace.some((one, at) => done[at] === action && one === JSON.stringify(data));
  const numbers = await found((step, before) => isDone(step, before), oneTree, trees);
  expect(numbers).toEqual({ note: "turn", assess: "turn" });
});

test("an example that is taken where none was before is no sign of turns", async () => {
  const numbers = await found(({ data }) => (data as { tree?: number }).tree !== 1, oneTree, trees);
  expect(Object.values(numbers)).not.toContain("turn");
});

test("a member that must name the newest revision where it is there: none at all", async () => {
  const isOld = ({ data }: Write, { done }: Before) => ![undefined, done.length].includes(basedOnIn(data));
  expect(await found(isOld, revised)).toEqual({ note: "needed", assess: "needed" });
});

test("and that one alone where others must not be left out", async () => {
  const form: JsonObject = {
    ...amounts,
    properties: { ...(amounts["properties"] as JsonObject), ...(revised["properties"] as JsonObject) },
  };
  const isOld = ({ data }: Write) => basedOnIn(data) !== undefined;
  const numbers = await found(isOld, form);
  expect(Object.values(numbers)).toContain("needed");
});

test("nothing is found where the order of actions decides, or nothing does", async () => {
  expect(await found(({ action }, { done }) => action === "assess" && !done.includes("note"))).toEqual({});
  expect(await found(() => false)).toEqual({});
  expect(await found(() => true)).toEqual({});
});
