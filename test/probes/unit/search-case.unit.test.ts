/** Whether texts are found in the other case, which only one with letters tells. */
import { expect, test } from "vitest";
import type { ProbeContext } from "../../../probes/probe.ts";
import { searchKeys } from "../../../probes/points/search-keys.ts";
import type { KnownTrace } from "../../../probes/seen/known-traces.ts";
import type { JsonObject } from "../../../spec/json.ts";

interface Found {
  readonly value: { readonly text: string };
  readonly evidence: string;
}

/** How texts are found to compare by a target that tells upper from lower case, or does not. */
const comparedBy = async (data: JsonObject, isLoose: boolean): Promise<string | undefined> =>
  (await keysOf(data, isLoose))?.value.text;

async function keysOf(data: JsonObject, isLoose: boolean): Promise<Found | undefined> {
  const trace = {
    ...{ traceId: "0b7e9d0c-0000-4000-8000-000000000001", workflow: 0, createdAtMs: 0 },
    actions: [{ face: "v2", data, actionKey: "order", groupLabel: "owner", files: [] }],
  } satisfies KnownTrace;
  const plain = (value: unknown): string => (isLoose ? JSON.stringify(value).toLowerCase() : JSON.stringify(value));
  const ask: ProbeContext["ask"] = (_, questions) =>
    Promise.resolve(
      questions.map(({ step }) => {
        const filters = ("filters" in step ? step.filters : {}) as JsonObject;
        const isFound = Object.entries(filters).every(([name, value]) => plain(data[name]) === plain(value));
        const response = { status: 200, json: { value: { error: null, data: isFound ? [trace.traceId] : [] } } };
        return { face: "v2", operationId: "v2SearchTraces", intent: { kind: "search", filters }, response };
      }),
    ) as unknown as ReturnType<ProbeContext["ask"]>;
  const base = { path: [], join: "dotted", valueTypes: ["string"] };
  const context = {
    ...{ ask, found: () => undefined, reading: (id: string) => (id === "search-keys" ? base : undefined) },
    ...{ fixture: { workflow: 0, alone: trace }, target: { workflows: [] }, histories: () => [] },
  } as unknown as ProbeContext;
  const readings = await searchKeys.run(context);
  const { "search-keys": keys } = readings as { "search-keys"?: Found };
  return keys;
}

test("by the longest text, where it has letters, else by another; none tells nothing", async () => {
  const dated = { night: "2026-12-05", line: "KL-204", km: 12.4 };
  expect(await comparedBy(dated, false)).toBe("exact");
  expect(await comparedBy(dated, true)).toBe("case-insensitive");
  expect(await comparedBy({ word: "Amber" }, true)).toBe("case-insensitive");
  expect(await comparedBy({ night: "2026-12-05" }, false)).toBe("case-insensitive");
});

test("what of texts was not tried is told, and not taken for exact", async () => {
  expect((await keysOf({ word: "Amber" }, false))?.evidence).toMatch(/exact \(.*accents and spaces .* were not\)/);
});
