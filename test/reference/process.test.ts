import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Reference } from "../../reference/index.ts";
import { startShared } from "../lib/reference.ts";
import { Client } from "./service.ts";

let reference: Reference;
let client: Client;

beforeAll(async () => {
  reference = await startShared();
  client = await new Client(reference.baseUrl).login();
}, 30_000);

afterAll(() => reference.close());

const workflowId = "2043";
const steps = {
  order: { actionKey: "order", groupLabel: "sales", workflowId },
  amend: { actionKey: "amend", groupLabel: "sales", workflowId },
  ship: { actionKey: "ship", groupLabel: "warehouse", workflowId },
  invoice: { actionKey: "invoice", groupLabel: "accounting", workflowId },
  pay: { actionKey: "pay", groupLabel: "accounting", workflowId },
};

async function ordered(face: "v2" | "legacy", data: object = {}): Promise<string> {
  const { json } = await client.action(face, undefined, { ...steps.order, data });
  return face === "v2" ? (json as { data: string }).data : (json as string);
}

describe.each(["v2", "legacy"] as const)("a workflow that is a process, through %s", (face) => {
  test("lists what each group may do next, and what the actions amounted to", async () => {
    const traceId = await ordered(face, { amount: 30 });
    await client.action(face, traceId, { ...steps.amend, data: { amount: 12 } });
    await client.action(face, traceId, { ...steps.ship, data: {} });
    expect(await client.state(traceId)).toEqual({
      data: { amount: 12 },
      nextActions: { sales: ["amend"], warehouse: ["ship"], accounting: ["invoice"] },
      totals: { ordered: 42, shipments: 1 },
    });
  });

  test("refuses what it does not list, and keeps nothing of it", async () => {
    const traceId = await ordered(face);
    const before = await client.state(traceId);
    const answer = await client.action(face, traceId, { ...steps.pay, data: { amount: 1 } });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.json)).toContain("action-not-allowed-now");
    expect(await client.state(traceId)).toEqual(before);
  });

  test("takes an action as often as the process says, also of requests at the same time", async () => {
    const traceId = await ordered(face);
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((box) => client.action(face, traceId, { ...steps.ship, data: { box } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 400, 400]);
  });

  test("takes nothing more once a trace has come to its end", async () => {
    const traceId = await ordered(face);
    for (const step of [steps.ship, steps.invoice, steps.pay])
      await client.action(face, traceId, { ...step, data: {} });
    expect(await client.state(traceId)).toMatchObject({ nextActions: { sales: [], warehouse: [], accounting: [] } });
    expect((await client.action(face, traceId, { ...steps.amend, data: {} })).status).toBe(400);
  });
});
