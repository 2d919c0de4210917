/** Members that must name what the service made on a trace: the ids that its state shows. */
import { expect, test } from "vitest";
import { ShownReferences, valuesShown } from "../../../probes/process/forms/shown-references.ts";
import { Explorer } from "../../../probes/process/walk/explore.ts";
import type { Json } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { OperationStep, Script } from "../../../spec/vocabulary/script.ts";
import { target } from "../lib/refusing-service.ts";

const state = {
  phase: "open",
  since: "2026-03-14",
  yard: { field: "F-17" },
  offers: [
    { id: "off-1", pilot: "P-11" },
    { id: "off-2", pilot: "P-23" },
  ],
};

const offered = async (member: string, told: string, shown: Json = state) => {
  let reads = 0;
  const references = new ShownReferences(() => {
    reads += 1;
    return Promise.resolve(shown);
  });
  const found = await references.offeredFor(member, told);
  await references.offeredFor(member, told);
  expect(reads).toBe(1);
  return found.map(({ value, shownAt }) => `${String(value)} at ${String(shownAt?.join("."))}`);
};

test.each<[string, string, readonly string[]]>([
  ["offer", "offer must be the id of an open offer; open: off-2", ["off-2 at offers.*.id", "off-1 at offers.*.id"]],
  ["offerId", "there is no such offer", ["off-1 at offers.*.id", "off-2 at offers.*.id"]],
  ["lines[0].pilot", "lines[0].pilot: unknown", ["P-11 at offers.*.pilot", "P-23 at offers.*.pilot"]],
  ["field", "field is none of the fields (F-17)", ["F-17 at yard.field"]],
  ["offer", "offer: unbekannte Angebotsnummer", ["off-1 at offers.*.id", "off-2 at offers.*.id"]],
  ["pilot", "pilot introuvable", ["P-11 at offers.*.pilot", "P-23 at offers.*.pilot"]],
  ["field", "field: código desconocido", ["F-17 at yard.field"]],
  ["offer", "offer must be a text", []],
  ["note", "note: unknown word", []],
])("for %s, of which it is said: %s", async (member, told, expected) => {
  expect(await offered(member, told)).toEqual(expected);
});

test("short texts and marks of the run stand for nothing", async () => {
  const shown = { size: "2", note: "n1", tcRun: "20270131-3f9k2c" };
  expect(await offered("size", "size: no such size 2, run 20270131-3f9k2c", { ...shown, sizes: ["S-1"] })).toEqual([
    "S-1 at sizes.*",
  ]);
});

test.each<[string, string, readonly string[]]>([
  ["amount", "data.amount: is not the fee", ["640 at bill.fee"]],
  ["queryId", "queryId: no open query of this subject", ["101 at queries.*.id", "100 at queries.*.id"]],
  ["amount", "amount must match exactly", ["101 at queries.*.id", "100 at queries.*.id", "12.5 at bill.rate"]],
  ["amount", "amount must be positive", []],
  ["amount", "the fee was paid", []],
])("for the number %s, of which it is said: %s", async (member, told, expected) => {
  const shown = { bill: { fee: 640, rate: 12.5, parts: 3 }, queries: [{ id: 100 }, { id: 101 }] };
  const references = new ShownReferences(() => Promise.resolve(shown));
  const found = await valuesShown(references, member, 7, told, []);
  expect(found.map(({ value, shownAt }) => `${String(value)} at ${String(shownAt?.join("."))}`)).toEqual(expected);
});

test("a name with the word for a number behind it is the same name", async () => {
  expect(await offered("beleg", "beleg: unbekannt", { belegnummer: "ER-0001", other: "X-2" })).toEqual([
    "ER-0001 at belegnummer",
  ]);
});

test("a state without such texts offers nothing", async () => {
  expect(await offered("offer", "no such offer", { phase: "open", since: "2026-03-14", count: 3 })).toEqual([]);
});

const id = "0b7e9d0c-0000-4000-8000-000000000001";
const action = (key: string) => ({ key, groupLabel: "all", creates: key === "open", appends: key !== "open" });

test("an action whose form was found names on each trace what its state shows", async () => {
  const workflow = { id: "1", name: "Pilots", actions: ["open", "accept"].map(action) };
  let offers: string[] = [];
  let traces = 0;
  const taken: Json[] = [];
  const send = (step: OperationStep): Exchange => {
    if (step.op !== "create" && step.op !== "act" && step.op !== "state") throw new Error(`${step.op} is not asked`);
    const common = { face: step.face, actor: "first", defects: [], traits: [], operationId: `${step.face}TraceState` };
    const answer = (status: number, value: Json, intent: object) =>
      ({ ...common, intent, response: { status, headers: {}, json: { value } } }) as unknown as Exchange;
    if (step.op === "state") {
      const shown = { error: null, data: { state: { offers: offers.map((offer) => ({ offer })) } } };
      return answer(200, shown, { kind: "state", traceId: id });
    }
    const written = { workflow: 0, actionKey: step.action, groupLabel: "all", data: step.data, files: [] };
    if (step.op === "create") {
      traces += 1;
      offers = [`off-${String(100 + traces)}`];
      return answer(200, step.face === "v2" ? { error: null, data: id } : id, { kind: "create", ...written });
    }
    const intent = { kind: "act", traceId: id, ...written };
    const { offer } = step.data;
    const refused =
      typeof offer !== "string"
        ? "offer is missing, it must be a text"
        : offers.includes(offer)
          ? undefined
          : "offer: there is no such offer";
    if (refused !== undefined) return answer(400, { error: { message: refused }, data: null }, intent);
    taken.push(step.data);
    return answer(200, step.face === "v2" ? { error: null, data: id } : { state: {} }, intent);
  };
  const run = (_: string, steps: Script["steps"]) => Promise.resolve(steps.map((step) => send(step as OperationStep)));
  const context = { run, runId: "run", target: { ...target, workflows: [workflow] } };
  const explorer = new Explorer(
    context as unknown as ConstructorParameters<typeof Explorer>[0],
    0,
    workflow,
    undefined,
  );
  await explorer.explore();
  expect(taken.length).toBeGreaterThan(0);
  const [text = "", path] = Object.entries(explorer.known.shown.found)[0] ?? [];
  expect(path).toEqual(["offers", "*", "offer"]);
  // Which text stands for it goes with the form, so that whoever sends it puts another in its place.
  expect(explorer.known.forms.found).toMatchObject({ accept: { properties: { offer: { const: text } } } });
});
