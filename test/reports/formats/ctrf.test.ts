import { expect } from "vitest";
import { testColours } from "./colours.ts";

testColours("ctrf", (text) => {
  const { summary, tests } = (JSON.parse(text) as Ctrf).results;
  expect(summary.tests).toBe(tests.length);
  // A broken SHOULD and a waived failure are `other`, which no reader takes for red.
  const isOpen = tests.some(
    ({ status, rawStatus }) => status === "pending" || (status === "other" && rawStatus === "error"),
  );
  return summary.failed > 0 ? "red" : isOpen ? "open" : "green";
});

interface Ctrf {
  readonly results: {
    readonly summary: { readonly tests: number; readonly failed: number };
    readonly tests: readonly { readonly status: string; readonly rawStatus: string }[];
  };
}
