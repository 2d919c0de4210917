/** A workflow that is listed under another name: is the configuration wrong, or what the target lists? */
import { expect, test } from "vitest";
import { environmentFromFlags, type Driver } from "../../driver/index.ts";
import { faces, operationOf, type Face } from "../../spec/operations.ts";
import type { Json } from "../../spec/json.ts";
import type { Exchange, History, Intent } from "../../spec/vocabulary/history.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { askedOfNames } from "../../suites/engine/misnamed-workflow.ts";
import { nobodys } from "../../suites/engine/unknown-names.ts";
import { jsonAnswer } from "../checks/support/answers.ts";

const environment = environmentFromFlags({
  baseUrl: "http://127.0.0.1:1",
  organization: "acme",
  workflow: "v-short",
  workflowName: "Long-stay visas",
});

function exchange(face: Face, intent: Intent, answer: Json, status: number): Exchange {
  return {
    ...{ index: 0, step: "0", operationId: operationOf(intent.kind, face)?.id, face, actor: "first", intent },
    ...{ defects: [], traits: [], request: { method: "GET", path: "/", headers: {} } },
    ...{ response: jsonAnswer(answer, status), sentAtMs: 0, receivedAtMs: 1 },
  } as unknown as Exchange;
}

type Names = Readonly<Record<Face, string>>;
const both = (name: string): Names => ({ v2: name, legacy: name });

/** @param known names of workflows by which the target lets search */
async function doubtOf(names: Names, known: readonly string[] = []) {
  const lists = faces.map((face) =>
    exchange(
      face,
      { kind: "workflows", organization: "acme" },
      [{ workflowId: "v-short", workflowName: names[face] }],
      200,
    ),
  );
  const searched: unknown[] = [];
  const run = (script: Script): Promise<History> => {
    const exchanges = script.steps.flatMap((step) => {
      if (!("op" in step) || step.op !== "search") return [];
      searched.push(step.workflow);
      const isKnown = known.includes(String(step.workflow));
      const intent = { kind: "search", workflow: step.workflow, filters: {} } as unknown as Intent;
      const answer = isKnown
        ? { error: null, data: [] }
        : { error: `no workflow ${String(step.workflow)}`, data: null };
      return [exchange("v2", intent, answer, isKnown ? 200 : 404)];
    });
    return Promise.resolve({ script, exchanges, unsent: [] });
  };
  const script: Script = { id: "", title: "", steps: [] };
  const asking = askedOfNames({ environment, run } as unknown as Driver, [{ script, exchanges: lists, unsent: [] }]);
  const doubt = await asking.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { doubt, searched };
}

test("what both lists call otherwise, by a name that the target knows nowhere, is misnamed in the configuration", async () => {
  const { doubt, searched } = await doubtOf(both("Short-stay visas"), ["Short-stay visas"]);
  expect(doubt).toMatch(/^correct --workflow-name: /);
  expect(doubt).toContain('"Short-stay visas"');
  expect(doubt).toContain('"Long-stay visas"');
  expect(searched).toEqual(["Long-stay visas", nobodys]);
});

test("a target that knows the name, lists another through one face alone, or something made of it lists wrongly", async () => {
  expect((await doubtOf(both("Short-stay visas"), ["Long-stay visas"])).doubt).toBeUndefined();
  const listed: readonly Names[] = [
    { v2: "Short-stay visas", legacy: "Long-stay visas" },
    { v2: "Short-stay visas", legacy: "Visas" },
    both("long-stay visas"),
    both("Long-stay"),
    both("Long—stay visas"),
    both("v-short"),
    both(""),
  ];
  for (const names of listed) expect(await doubtOf(names)).toEqual({ doubt: undefined, searched: [] });
});
