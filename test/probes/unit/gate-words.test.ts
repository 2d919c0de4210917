/** In which words actions are refused that the list of a state does not name. */
import { expect, test } from "vitest";
import { unlistedWords } from "../../../probes/process/late/gate-words.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";

const action = (key: string, creates = false) => ({ key, groupLabel: "all", creates, appends: !creates });
const workflow = { id: "1", actions: [action("open", true), action("renew"), action("close"), action("ship")] };
const listing = { path: ["next"], by: "group" as const };

const answered = (step: OperationStep, status: number, value: unknown): Exchange =>
  ({
    operationId: step.op === "state" ? "v2TraceState" : `${"face" in step ? step.face : ""}AppendAction`,
    intent: { kind: step.op, traceId: "t" },
    face: "face" in step ? step.face : "v2",
    defects: [],
    traits: [],
    response: { status, headers: {}, json: { value } },
  }) as unknown as Exchange;

/** What is found where unlisted actions are refused in these words, and the listed one in those. */
async function found(words: (key: string, face: string) => string, listed: string, next = ["renew"]) {
  let requests = 0;
  const state = { op: "state", face: "v2", trace: "t" } as const;
  const shown = { error: null, data: { state: { next: { all: next } } } };
  const run = (_: string, steps: readonly unknown[]) => {
    requests += steps.length;
    const all = (steps as readonly OperationStep[]).map((step) =>
      step.op === "act" ? answered(step, 409, words(step.action ?? "", step.face)) : answered(step, 200, shown),
    );
    return Promise.resolve(all);
  };
  const refusal = answered({ op: "act", face: "v2", trace: "t", data: {} } as OperationStep, 409, listed);
  const again = { workflow, listing, action: action("renew"), step: {}, read: answered(state, 200, shown), refusal };
  const asker = { run, runId: "run" };
  const told = await unlistedWords(asker, again);
  return { ...told, asked: requests };
}

test("what two such actions are refused in, each without what it names, through either face", async () => {
  const { asked, ...told } = await found((key, face) => `${face}: ${key} may not come now (4)`, "too early");
  const words = ["v#: * may not come now (#)", "legacy: * may not come now (#)"].map(
    (text) => `# ${JSON.stringify(text)}`,
  );
  expect(told).toEqual({ isSame: false, words });
  expect(asked).toBe(5);
});

test("what says of one something else than of the other is no such word", async () => {
  expect(await found((key) => (key === "close" ? "no reading below 7" : "not now"), "too early")).toMatchObject({
    words: [],
  });
});

test("of one alone it must name the action", async () => {
  const next = ["renew", "ship"];
  expect(await found((key) => `${key} not now`, "too early", next)).toMatchObject({
    words: ['# "* not now"', '# "* not now"'],
  });
  expect(await found(() => "no reading below 7", "too early", next)).toMatchObject({ words: [] });
});

test("the listed one may be refused in the same", async () => {
  expect(await found((key) => `${key} not now`, "renew not now")).toMatchObject({
    isSame: true,
  });
});

/** Whether the words of a listed action are those of the gate, which it gets on a trace that has only begun as well. */
async function foundEarlier(words: { readonly early: string; readonly ofWrongData: string; readonly isListed?: true }) {
  const created = "0b7e9d0c-0000-4000-8000-000000000001";
  const stateOf = (next: readonly string[]) => ({ error: null, data: { state: { next: { all: next } } } });
  const run = (_: string, steps: readonly unknown[]) =>
    Promise.resolve(
      (steps as readonly OperationStep[]).map((step) => {
        if (step.op === "state")
          return answered(step, 200, stateOf(step.trace === "t" || words.isListed ? ["renew"] : []));
        const isWrong = "data" in step && Object.keys(step.data).length === 0;
        if (step.op === "create" && !isWrong) return answered(step, 200, { error: null, data: created });
        if (isWrong) return answered(step, 400, words.ofWrongData);
        const isOther = step.op === "act" && step.action !== "renew";
        return answered(step, 409, isOther ? "of another" : words.early);
      }),
    );
  const refusal = answered({ op: "act", face: "v2", trace: "t", data: {} } as OperationStep, 409, "nothing is open");
  const read = answered({ op: "state", face: "v2", trace: "t" }, 200, stateOf(["renew"]));
  const before = [
    { op: "create", face: "v2", as: "again", data: { own: 1 } },
    { op: "act", face: "v2", trace: "$again", action: "ship", data: { own: 1 } },
  ] as const;
  const again = { workflow, listing, action: action("renew"), step: {}, read, refusal, before };
  return (await unlistedWords({ run, runId: "run" }, again)).isSame;
}

test("the listed one may be refused in the words that it gets before it is listed, if wrong data get others", async () => {
  expect(await foundEarlier({ early: "nothing is open", ofWrongData: "no such form" })).toBe(true);
  expect(await foundEarlier({ early: "nothing is open", ofWrongData: "nothing is open" })).toBe(false);
  expect(await foundEarlier({ early: "too early", ofWrongData: "no such form" })).toBe(false);
  expect(await foundEarlier({ early: "nothing is open", ofWrongData: "no such form", isListed: true })).toBe(false);
});
