import type { GeneratorContext } from "../../generators/index.ts";
import type { WorkflowDescription } from "../../spec/vocabulary/target.ts";
import type { SuiteContext } from "../../suites/scripts/index.ts";

export const plainWorkflows: readonly WorkflowDescription[] = [
  {
    id: "2041",
    name: "Claims",
    actions: [
      { key: "open", groupLabel: "clerks", creates: true, appends: false },
      { key: "comment", groupLabel: "clerks", creates: false, appends: true },
    ],
  },
  { id: "2042", name: "Orders", actions: [{ key: "order", groupLabel: "clerks", creates: true, appends: true }] },
];

export function generatorContextFor(over: Partial<GeneratorContext> = {}): GeneratorContext {
  return {
    runId: "run-1",
    workflows: plainWorkflows,
    refused: [],
    secondUser: true,
    faces: ["v2", "legacy"],
    depth: "standard",
    ...over,
  };
}

export function suiteContextFor(over: Partial<SuiteContext> = {}): SuiteContext {
  return {
    runId: "run-1",
    target: {
      name: "test",
      access: "read-write",
      organization: "acme",
      workflows: plainWorkflows,
      secondUser: { sharesOrganization: false },
      timeoutMs: 1_000,
      searchLagMs: 1_000,
    },
    profile: { readings: {} },
    refused: [],
    apart: [],
    readable: [],
    depth: "standard",
    seed: 1,
    has: {
      credential: true,
      privateKey: true,
      secondUser: true,
      secondCredential: true,
      separateOrganization: true,
      organization: true,
      append: true,
    },
    ...over,
  };
}
