/**
 * What each script of a run is worth: `node scripts/script-values.ts RUN FAULTS...` prints, for every group of scripts of
 * a saved run, what it sends, and what only it shows or catches. FAULTS are `faults.json` of `trace-conformance faults`,
 * with `--whole`, or else the first script that caught a fault counts alone. With `--write` the order by value is written to `suites/scripts/order.ts`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Case, judge } from "../checks/index.ts";
import { readHistories } from "../driver/index.ts";
import { succeeded } from "../spec/readings/outcome.ts";
import type { JudgingContext } from "../spec/requirements/judgement.ts";
import type { Matrix } from "../suites/matrix/outcome.ts";
import { catchOf } from "../suites/matrix/summary.ts";
import { greedyOrder, type ScriptValue } from "./script-values/greedy-order.ts";

const [run, ...matrices] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
if (run === undefined) throw new Error("wanted: node scripts/script-values.ts RUN FAULTS... [--write]");
const values = await valuesOf(run, matrices);
// The smoke scripts try something of everything: they come first, whatever this matrix holds.
const isSmoke = ({ id }: ScriptValue): boolean => id.startsWith("scenarios/smoke/");
const order = [
  ...greedyOrder(values.filter(isSmoke)),
  ...greedyOrder(values.filter((value) => !isSmoke(value) && value.faults.size > 0)),
];
process.stdout.write(tableOf(values, [...order, ...values.map(({ id }) => id).filter((id) => !order.includes(id))]));
if (process.argv.includes("--write")) writeOrder(order);

/** Scripts of one property are one group, as a run starts them. */
function groupOf(script: string): string {
  return script.startsWith("properties/") ? script.split("/", 2).join("/") : script;
}

async function valuesOf(folder: string, files: readonly string[]): Promise<readonly ScriptValue[]> {
  const { profile, target } = JSON.parse(readFileSync(join(folder, "collected.json"), "utf8")) as JudgingContext;
  const groups = new Map<string, ScriptValue & { requirements: Set<string>; faults: Set<string> }>();
  for await (const history of readHistories(folder)) {
    const id = groupOf(history.script.id);
    if (id.startsWith("probes/")) continue;
    const group = groups.get(id) ?? { id, exchanges: 0, traces: 0, requirements: new Set(), faults: new Set() };
    const judged = judge(new Case(history, { profile, target })).judgements;
    for (const { requirement } of judged) group.requirements.add(requirement);
    const traces = history.exchanges.filter((one) => one.intent.kind === "create" && succeeded(one)).length;
    groups.set(id, {
      ...group,
      exchanges: group.exchanges + history.exchanges.length,
      traces: group.traces + traces,
    });
  }
  for (const file of files)
    for (const target of (JSON.parse(readFileSync(file, "utf8")) as Matrix).targets) {
      const { id, caughtBy = [catchOf(target)?.script ?? []].flat() } = target;
      // What the probes show needs no script.
      if (caughtBy.includes("probes")) continue;
      for (const script of caughtBy) groups.get(groupOf(script))?.faults.add(id);
    }
  return [...groups.values()];
}

function tableOf(all: readonly ScriptValue[], ordered: readonly string[]): string {
  const only = (of: "faults" | "requirements", value: ScriptValue): readonly string[] =>
    [...value[of]].filter((one) => !all.some((other) => other !== value && other[of].has(one)));
  const rows = ordered.map((id) => {
    const value = all.find((one) => one.id === id) as ScriptValue;
    const [faults, requirements] = [only("faults", value), only("requirements", value)];
    return `| ${[id, value.exchanges, value.traces, value.faults.size, faults.join(" "), requirements.join(" ")].join(" | ")} |`;
  });
  const head = ["| script | exchanges | traces | faults | faults only it catches | requirements only it shows |"];
  return [...head, "|---|--:|--:|--:|---|---|", ...rows, ""].join("\n");
}

/** What catches nothing that others have not caught keeps the order of the areas behind them. */
function writeOrder(ordered: readonly string[]): void {
  const text = [
    "/** The order in which scripts are started, those first that catch most faults for what they cost. */",
    "// Written by scripts/script-values.ts from the matrix of faults; docs/scale.md says how.",
    "export const scriptOrder: readonly string[] = [",
    ...ordered.map((id) => `  ${JSON.stringify(id)},`),
    "];",
    "",
  ].join("\n");
  writeFileSync(new URL("../suites/scripts/order.ts", import.meta.url), text);
}
