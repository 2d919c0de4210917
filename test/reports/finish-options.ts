/** What the results of a run on a configured target are told, where nothing of it is the matter of the test. */
import type { FinishOptions } from "../../reports/results/index.ts";

export const finishOptions: FinishOptions = {
  suite: { version: "0.1.0", specDigest: "sha256:00" },
  environment: { name: "preprod", baseUrl: "https://traces.preprod.example", access: "read-write" },
  runId: "run-1",
  seed: 7,
  depth: "standard",
  startedAt: "2026-05-04T03:00:00.000Z",
  durationMs: 1234,
};
