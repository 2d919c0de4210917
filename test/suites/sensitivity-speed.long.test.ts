/** Sensitivity, held against the clock. */
import { expect, test } from "vitest";
import { rules } from "../../checks/index.ts";
import { requirements } from "../../spec/requirements/index.ts";
import { examineHistory } from "../../suites/sensitivity/examine.ts";
import { SensitivityTally } from "../../suites/sensitivity/tally.ts";
import { contextOf, usual } from "../checks/support/choices.ts";
import { everyday } from "../checks/support/everyday.ts";
import { told } from "../checks/support/kill.ts";

const history = told({ choices: usual, tell: everyday }).history;
const options = { ...contextOf(usual), requirements: new Set(requirements.map(({ id }) => id)), rules };

test(
  "two thousand defects are judged within ten seconds of CPU, and what is kept of them is bounded",
  { tags: "timing" },
  () => {
    const tally = new SensitivityTally();
    // Other threads of the process run other tests.
    const began = process.threadCpuUsage();
    let judged = 0;
    for (let copy = 0; judged < 2_000; copy++) {
      const script = { ...history.script, id: `copy ${String(copy)}` };
      for (const one of examineHistory({ ...history, script }, { ...options, most: Math.min(250, 2_000 - judged) })) {
        tally.add({ ...one, noticedBy: [] });
        judged += 1;
      }
    }
    const { user, system } = process.threadCpuUsage(began);
    expect((user + system) / 1e6).toBeLessThan(10);
    expect(tally.result("full", []).unnoticed.length).toBe(100);
    expect(JSON.stringify(tally.result("full", [])).length).toBeLessThan(100_000);
  },
);
