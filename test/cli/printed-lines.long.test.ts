/** A printed line, copied as it stands into a shell where `run` was called, shows the failure again. */
import { test } from "vitest";
import { expectPrintedLinesRun } from "./lib/printed-lines.ts";

test("of a run with flags", { timeout: 120_000 }, () => expectPrintedLinesRun([], "out"));

test("of a run with a configuration elsewhere, and a folder with a space", { timeout: 120_000 }, () =>
  expectPrintedLinesRun(["--config", "conf/trace-conformance.yaml"], "my out"),
);
