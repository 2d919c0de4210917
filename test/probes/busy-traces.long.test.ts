/** What the probes find out on a service that refuses while it still works on what came before. */
import { expect, it, onTestFinished } from "vitest";
import { observe } from "../../probes/index.ts";
import { readingOf } from "../../spec/vocabulary/profile.ts";
import { startInvented } from "./lib/targets.ts";

it("a trace that is busy after an action is waited for before what comes next is believed", async () => {
  const { driver, close } = await startInvented("variant", "accounts/expense-claims");
  onTestFinished(close);
  const gating = readingOf((await observe(driver)).profile, "action-gating");
  expect(Object.values(gating?.busyAfter ?? {})).toEqual([["submit", "approve"]]);
  const [rules] = Object.values(gating?.workflows ?? {});
  expect(rules?.next).toMatchObject({ submit: ["approve", "return"], approve: ["reimburse"], reimburse: [] });
}, 120_000);
