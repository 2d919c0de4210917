/** A printed line, copied as it stands into a shell where `run` was called, shows the failure again. */
import { test } from "vitest";
import { expectPrintedLinesRun } from "./lib/printed-lines.ts";

test("of a run with flags", { timeout: 120_000 }, () => expectPrintedLinesRun([], "out"));
