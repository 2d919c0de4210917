/** Whether the service draws what may come next: traces of the same steps list different actions, whatever built them. */
import { expect, test } from "vitest";
import { drawnLists } from "../../../probes/index.ts";
import { unlistedBy } from "../../../probes/process/late/unlisted.ts";
import { createdTraceOf } from "../../../spec/readings/outcome.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { OperationStep, Script } from "../../../spec/vocabulary/script.ts";
import { input, serviceThat, target } from "../lib/refusing-service.ts";

const listed: Profile = {
  readings: { "action-gating": { value: { gating: "listed", path: ["next"], by: "all" }, evidence: "" } },
};

type Lists = (trace: number, face: string) => readonly string[];

/** A service that takes everything and lists what the function says on each new trace. */
function serviceListing(lists: Lists) {
  const { send, exchanges } = serviceThat(() => false);
  let traces = 0;
  const run = (_title: string, steps: Script["steps"]) => {
    const [begun] = steps as readonly OperationStep[];
    traces += 1;
    const state = { next: lists(traces, begun?.face ?? "v2") };
    const value = { error: null, data: { state } };
    const intent = { kind: "state", traceId: "1" };
    const read = { face: "v2", operationId: "v2TraceState", intent, response: { status: 200, json: { value } } };
    const writes = steps.slice(0, -1).map((step) => send(step as OperationStep));
    return Promise.resolve([...writes, { ...(exchanges.at(-1) as Exchange), ...read } as unknown as Exchange]);
  };
  const history = () => ({ script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] });
  return { send, history, asker: { ...serviceThat(() => false).asker, run } };
}

/** What is found of two traces, each created through one face, with a note on each or with nothing. */
async function found(lists: Lists, profile = listed, notes = 1) {
  const { send, history, asker } = serviceListing(lists);
  const created = (["v2", "legacy"] as const).map((face) => send({ op: "create", face, ...input("open") }));
  for (const one of notes > 0 ? created : [])
    send({ op: "act", face: "v2", trace: createdTraceOf(one) ?? "", ...input("note", { number: 1 }) });
  return (await drawnLists(asker, profile, history(), created))?.value?.drawn;
}

test("traces of the same steps through the same faces list different actions", async () => {
  const everyThird: Lists = (trace) => (trace % 3 === 2 ? ["assess"] : ["note"]);
  expect(await found(everyThird)).toEqual(["1"]);
  expect(await found(everyThird, listed, 0)).toEqual(["1"]);
});

test("not where each face makes a list of its own, or all list the same", async () => {
  expect(await found((_, face) => (face === "v2" ? ["assess"] : ["note"]))).toBeUndefined();
  expect(await found(() => ["note", "assess"])).toBeUndefined();
});

test("nor where no state lists anything", async () => {
  const free: Profile = { readings: { "action-gating": { value: { gating: "free" }, evidence: "" } } };
  expect(await found((trace) => (trace % 2 === 0 ? ["assess"] : ["note"]), free)).toBeUndefined();
});

/** What is told of a refused note by the lists of traces that are built again. */
async function ofRefused(lists: Lists) {
  const { send, history, asker } = serviceListing(lists);
  const trace = createdTraceOf(send({ op: "create", face: "v2", ...input("open") })) ?? "";
  const note = send({ op: "act", face: "v2", trace, ...input("note") });
  const refused = { ...note, response: { status: 409 } } as unknown as Exchange;
  const [workflow] = target.workflows;
  return workflow && (await unlistedBy(asker, listed, workflow, history(), refused));
}

test("an action that was refused is not listed on one of the traces that are built again", async () => {
  expect(await ofRefused((trace) => (trace === 4 ? ["assess"] : ["note"]))).toContain("did not list note");
  expect(await ofRefused(() => ["note"])).toBeUndefined();
});
