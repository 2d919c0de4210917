/**
 * Judges the saved histories of runs and prints one line for each judgement, so that two versions of the suite can be
 * compared: `node scripts/judgements.ts RUN… > before`, change the rules, once more `> after`, `diff before after`.
 */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Case, judge } from "../checks/index.ts";
import { readHistories } from "../driver/index.ts";
import { readLagMs } from "../spec/readings/read-lag.ts";
import type { JudgingContext } from "../spec/requirements/judgement.ts";
import { judgedOn } from "../suites/engine/judging/judge-saved.ts";
import { select } from "../suites/engine/plan/selection.ts";
import { withJoined } from "../suites/engine/judging/joined-probes.ts";
import { ownParts } from "../suites/extensions/parts.ts";

for (const folder of process.argv.slice(2)) {
  const { profile, target } = JSON.parse(readFileSync(join(folder, "collected.json"), "utf8")) as JudgingContext;
  const lines: string[] = [];
  for await (const history of withJoined(readHistories(folder), ownParts, readLagMs(profile))) {
    const only = history.judgedOn && judgedOn(history, select([]));
    const { judgements, crashes } = judge(new Case(history, { profile, target }), only ? { only } : {});
    const first = history.exchanges[0]?.request.path ?? "";
    for (const { requirement, outcome, exchanges, message = "" } of judgements)
      lines.push(
        `${basename(folder)} ${history.script.id} ${first} ${requirement} ${outcome} ${exchanges.join(",")} ${message}`,
      );
    lines.push(
      ...crashes.map(
        ({ requirement, message }) => `${basename(folder)} ${history.script.id} ${requirement} crashed ${message}`,
      ),
    );
  }
  process.stdout.write(`${lines.sort().join("\n")}\n`);
}
