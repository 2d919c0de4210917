/** Numbers that are taken far above those that are sent: what was never taken may be behind them. */
import { expect, test } from "vitest";
import { toldMost } from "../../../probes/process/forms/told/offered-values.ts";
import { tracesIn } from "../../../probes/process/further/deciding.ts";
import { Explorer } from "../../../probes/process/walk/explore.ts";
import { tryUntriedValues } from "../../../probes/process/further/untried-values.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { serviceThat, target, type Refuses } from "../lib/refusing-service.ts";

const count = { type: "integer", minimum: 0, maximum: 11 };
const workflowWith = (germs: JsonObject): WorkflowDescription => ({
  id: "1",
  name: "Lots",
  actions: ["open", "sample", "relay"].map((key) => ({
    ...{ key, groupLabel: "all", creates: key === "open", appends: key !== "open" },
    dataSchema: {
      ...{ type: "object", required: key === "sample" ? ["germs"] : [] },
      properties: { ...(key === "sample" ? { germs } : {}), remark: { type: "string", maxLength: 60 } },
    },
  })),
});

/** Lots are relayed once a sample had many germs. */
const byGerms: Refuses = ({ action: key = "" }, { done, onTrace }) => {
  const germs = Number(/"germs":(\d+)/.exec(onTrace.at(-1) ?? "")?.[1] ?? 0);
  const next: Record<string, readonly string[]> = { open: ["sample"], sample: germs > 5_000 ? ["relay"] : ["sample"] };
  return done.length > 0 && !(next[done.at(-1) ?? ""] ?? []).includes(key);
};

async function taken(germs: JsonObject): Promise<ReadonlySet<string>> {
  const workflow = workflowWith(germs);
  const { asker, exchanges } = serviceThat(byGerms);
  const explorer = new Explorer({ ...asker, target: { ...target, workflows: [workflow] } }, 0, workflow, undefined);
  await explorer.explore();
  const seen = () => tracesIn(exchanges, 0, workflow, undefined);
  await tryUntriedValues(explorer, seen(), false);
  return new Set(seen().flatMap(({ steps }) => steps.map(({ key }) => key)));
}

test("where a refusal told up to where numbers are taken, some far above the others are sent", async () => {
  expect(await taken({ ...count, [toldMost]: 100_000 })).toEqual(new Set(["open", "sample", "relay"]));
});

test("where nothing told so, none are", async () => {
  expect(await taken(count)).toEqual(new Set(["open", "sample"]));
});

test("a list of nothing is sent where a form lets it be", async () => {
  const reached = async (minItems?: number): Promise<ReadonlySet<string>> => {
    const items = { type: "object", required: ["panel"], properties: { panel: { type: "integer" } } };
    const findings = { type: "array", items, maxItems: 10, ...(minItems === undefined ? {} : { minItems }) };
    const actions = workflowWith(count).actions.map((one) =>
      one.key === "sample"
        ? { ...one, dataSchema: { type: "object", required: ["findings"], properties: { findings } } }
        : one,
    );
    const workflow = { id: "1", name: "Lots", actions };
    const { asker, exchanges } = serviceThat(({ action: key = "" }, { done, onTrace }) => {
      const isClean = onTrace.at(-1)?.includes('"findings":[]') === true;
      const after = done.at(-1) === "sample" && isClean ? "relay" : "sample";
      return done.length > 0 && (key !== after || done.at(-1) === "relay");
    });
    const explorer = new Explorer({ ...asker, target: { ...target, workflows: [workflow] } }, 0, workflow, undefined);
    await explorer.explore();
    const seen = () => tracesIn(exchanges, 0, workflow, undefined);
    await tryUntriedValues(explorer, seen(), false);
    return new Set(seen().flatMap(({ steps }) => steps.map(({ key }) => key)));
  };
  expect(await reached()).toContain("relay");
  expect(await reached(1)).not.toContain("relay");
});
