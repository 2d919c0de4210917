/** The fan-in of a night over 300 targets. */
import { test } from "vitest";
import { expectNobodyLostIsGreen } from "./lib/night.ts";

test("of 300 pods nobody who was lost is green, and everybody is told once", { timeout: 240_000 }, () =>
  expectNobodyLostIsGreen(300),
);
