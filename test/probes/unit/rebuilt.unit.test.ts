/** Which actions stood before one that was refused. */
import { expect, test } from "vitest";
import { acceptedBefore, dataAgain, rebuilt } from "../../../probes/process/rebuilt.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";

const id = "0b7e9d0c-0000-4000-8000-000000000001";
const exchange = (kind: "create" | "act", sentAtMs: number, parallel: boolean, status = 200): Exchange =>
  ({
    operationId: kind === "create" ? "v2CreateTrace" : "v2AppendAction",
    face: "v2",
    intent: { kind, ...(kind === "act" ? { traceId: id } : {}), files: [] },
    defects: [],
    parallel,
    sentAtMs,
    receivedAtMs: sentAtMs + 10,
    response: { status, json: { value: { error: null, data: id } } },
  }) as unknown as Exchange;

test.each([
  ["at the same time, all that were accepted with it", true, 2],
  ["by itself, those that were answered", false, 1],
])("of an action that was refused %s", (_, parallel, count) => {
  const created = exchange("create", 0, false);
  const accepted = exchange("act", 22, true);
  const later = exchange("act", 40, false);
  const refused = exchange("act", 20, parallel, 400);
  expect(acceptedBefore([created, refused, accepted, later], refused)).toHaveLength(count);
});

test.each(["create", "act"] as const)("what a refused %s brought is sent again with a marker of its own", (kind) => {
  const before = exchange(kind, 0, false, 400);
  const data = { room: 3, tcRun: "run", tcMark: "before" };
  const refused = { ...before, intent: { ...before.intent, data } } as Exchange;
  const again = dataAgain("run", { key: "open", groupLabel: "all", creates: true, appends: true }, refused, "again");
  expect(again?.data).toMatchObject({ room: 3, tcRun: "run" });
  expect(again?.data["tcMark"]).not.toBe("before");
});

test("what has a marker where the form has no room for one any more is sent again without one", () => {
  const before = exchange("act", 0, false, 200);
  const sent = { ...before, intent: { ...before.intent, data: { title: "Marker 7", kind: "a" }, markerAt: ["title"] } };
  const action = { key: "open", groupLabel: "all", creates: true, appends: true };
  const form = (title: JsonObject) => ({
    ...{ type: "object", required: ["title"], additionalProperties: false },
    properties: { title, kind: { const: "a" } },
  });
  const againIn = (title: JsonObject) =>
    dataAgain("run", { ...action, dataSchema: form(title) }, sent as Exchange, "again");
  const free = againIn({ type: "string", minLength: 20, maxLength: 80 });
  expect(free?.markerAt).toEqual(["title"]);
  expect(free?.data["title"]).toContain("again");
  expect(againIn({ const: "As in the example" })).toEqual({ data: { title: "As in the example", kind: "a" } });
});

test("files of what was taken are such as the action takes", () => {
  const file = { partName: "contract", fileName: "contract.pdf" };
  const created = {
    ...exchange("create", 0, false),
    response: { status: 200, headers: {}, json: { value: { error: null, data: id } } },
  };
  const write = (one: Exchange, actionKey: string, files: readonly object[]) =>
    ({
      ...one,
      intent: { ...one.intent, actionKey, workflow: 0, groupLabel: "all", data: {}, files },
    }) as unknown as Exchange;
  const signed = write(exchange("act", 10, false), "sign", [file]);
  const refused = write(exchange("act", 20, false, 400), "sign", [file]);
  const action = (key: string) => ({ key, groupLabel: "all", creates: key === "open", appends: key !== "open" });
  const sign = { ...action("sign"), files: { types: [".pdf"], genuine: true } };
  const workflow = { id: "1", name: "Leases", actions: [action("open"), sign] };
  const again = rebuilt(
    "run",
    workflow,
    { exchanges: [write(created as unknown as Exchange, "open", []), signed, refused] },
    refused,
  );
  expect(JSON.stringify(again?.steps[1]?.files)).toContain("%PDF");
  expect(JSON.stringify(again?.refused.files)).not.toContain("%PDF");
});

test.each([
  ["application/pdf", "%PDF-"],
  ["text/plain", "Sent again"],
])("a refused file is sent again as what it said that it was: %s", (contentType, begins) => {
  const created = exchange("create", 0, false);
  const refused = exchange("act", 20, false, 409);
  const named = { workflow: 0, actionKey: "open", data: { tcRun: "run", tcMark: "one" } };
  const file = { partName: "attachment", fileName: "paper.pdf", contentType, size: 1, sha256: "" };
  const exchanges = [
    { ...created, intent: { ...created.intent, ...named } },
    { ...refused, intent: { ...refused.intent, ...named, files: [file] } },
  ] as Exchange[];
  const files = { needed: true, types: [".pdf"], genuine: true } as const;
  const action = { key: "open", groupLabel: "all", creates: true, appends: true };
  const workflow = { id: "1", name: "Claims", actions: [{ ...action, files }] };
  const again = exchanges[1] && rebuilt("run", workflow, { exchanges }, exchanges[1]);
  const [sent] = again?.refused.files ?? [];
  expect(sent?.content).toEqual({ text: expect.stringMatching(new RegExp(`^${begins}`)) as string });
});
