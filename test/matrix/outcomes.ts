import type { Matrix, TargetOutcome, FirstFailure } from "../../suites/matrix/outcome.ts";

/** A made-up outcome of a fault. */
export const outcome = (changes: Partial<TargetOutcome> = {}): TargetOutcome => ({
  kind: "fault",
  id: "data/texts-are-shouted",
  title: "Texts are kept in capitals.",
  requirements: ["DATA-01"],
  verdict: "caught",
  sightings: [sighting()],
  exchanges: 40,
  probeExchanges: 100,
  seconds: 1.25,
  inconclusive: [],
  ...changes,
});

export const sighting = (changes: Partial<FirstFailure> = {}): FirstFailure => ({
  requirement: "DATA-01",
  script: "data/dense",
  message: "wanted a; got A",
  exchanges: 12,
  seconds: 0.5,
  ...changes,
});

export const matrix = (targets: readonly TargetOutcome[], changes: Partial<Matrix> = {}): Matrix => ({
  schemaVersion: 1,
  suite: { version: "0.0.0", specDigest: "none" },
  depth: "quick",
  seed: 1,
  startedAt: "2027-01-31T00:00:00.000Z",
  seconds: 3,
  workers: 2,
  interrupted: false,
  targets,
  ...changes,
});
