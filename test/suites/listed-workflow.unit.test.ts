/** Where no workflow is configured, one of the organization's own list is read and searched. */
import { expect, test } from "vitest";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import { listedWorkflow } from "../../suites/engine/listed-workflow.ts";

function answered(...lists: readonly unknown[]): readonly Exchange[] {
  return lists.map((value) => ({ response: { status: 200, json: { value } } }) as unknown as Exchange);
}
const [claims, orders] = [
  { workflowId: "2041", workflowName: "Claims" },
  { workflowId: "7", workflowName: "Orders" },
];

test("the first that both lists name is taken, without actions", () => {
  expect(listedWorkflow(answered([claims, orders], [orders]))).toEqual({
    id: "7",
    name: "Orders",
    actions: [],
    isFromList: true,
  });
});

test("where the lists share none, the first is taken", () => {
  expect(listedWorkflow(answered([claims], [orders]))?.id).toBe("2041");
  expect(listedWorkflow(answered([], [orders]))?.id).toBe("7");
});

test("what is no workflow is passed over", () => {
  expect(listedWorkflow(answered({ error: "unknown" }, null))).toBeUndefined();
  expect(listedWorkflow(answered(["x", { workflowId: 3 }, { workflowId: "" }, { workflowId: "7" }]))).toEqual({
    id: "7",
    actions: [],
    isFromList: true,
  });
  expect(listedWorkflow(answered([{ workflowId: "x".repeat(1000) }]))).toBeUndefined();
});
