/** `plan`: what a run would send and create, without sending anything. */
import { profileOfPins } from "../../driver/index.ts";
import { bytes, duration, grouped, plainly } from "../../reports/text/numbers.ts";
import { loadParts } from "../../suites/extensions/load.ts";
import { catalog, ownGroups, suiteNames } from "../../suites/engine/plan/catalog.ts";
import { depths } from "../../suites/engine/plan/depth.ts";
import { weigh, type Weight } from "../../suites/engine/plan/plan-weight.ts";
import { reductionRequestsOf, totalMsOf } from "../../suites/engine/run-budget.ts";
import { refuseToDisturb } from "../../suites/engine/plan/disturbable.ts";
import { newSeed } from "../../suites/engine/plan/run-plan.ts";
import { select, touches } from "../../suites/engine/plan/selection.ts";
import { parseShard, shardOf } from "../../suites/engine/plan/shard.ts";
import { suiteContext } from "../../suites/engine/record/suite-context.ts";
import { environmentOf } from "../../suites/engine/plan/target.ts";
import type { CommandModule } from "../command.ts";
import { additionsOf, declareExtensionOptions } from "../extension-options.ts";
import { declareEnvironmentOptions, targetRequest } from "../environment-options.ts";
import { exitCodes } from "../exit-codes.ts";
import { choice, collect, flag, list, text, wholeNumber } from "../options.ts";
import { print } from "../terminal.ts";
import { tellWrittenByFlag } from "../written-by-flag.ts";

export const planCommand: CommandModule = {
  examples: ["trace-conformance plan --env preprod", "trace-conformance plan --env preprod --depth deep --json"],
  declare(command) {
    declareEnvironmentOptions(command);
    command
      .optionsGroup("What would be run:")
      .option("--depth <depth>", depths.join(", "), "standard")
      .option("--seed <number>", "seed of the generated scripts")
      .option("--only <area|id|face>", "only these requirements (repeatable)", collect)
      .option("--shard <i/n>", "the i-th of n parts")
      .option("--disturb", "as run --disturb would")
      .option("--json", "print JSON");
    declareExtensionOptions(command);
  },
  async run({ terminal }, options) {
    const request = targetRequest(options, terminal);
    const environment = environmentOf(request);
    const parts = await loadParts(additionsOf(options, terminal, request));
    tellWrittenByFlag(terminal, environment);
    const depth = choice(options, "depth", depths) ?? "standard";
    const seed = wholeNumber(options, "seed", { least: 0, most: 2 ** 31 - 1 }) ?? newSeed();
    const selection = select(list(options, "only"), parts.requirements);
    const shard = text(options, "shard");
    const profile = profileOfPins(environment.openPoints);
    const disturbed = flag(options, "disturb");
    if (disturbed) refuseToDisturb(environment);
    const context = suiteContext(environment, profile, { runId: "plan", depth, seed, disturbed });
    const groups = [...ownGroups(parts.scripts(context)), ...catalog(context)];
    const scripts = groups.flatMap((group) => group.scripts.map((script) => ({ suite: group.suite, script })));
    const selected = scripts.filter(({ script }) => touches(selection, script));
    const mine = shardOf(selected, shard === undefined ? undefined : parseShard(shard));
    const rows = suiteNames.map((suite) => ({
      suite,
      ...weigh(mine.filter((entry) => entry.suite === suite).map(({ script }) => script)),
    }));
    const total = weigh(mine.map(({ script }) => script));
    const { name, baseUrl, access, limits } = environment;
    const most = { reductionRequests: reductionRequestsOf(total), totalMs: totalMsOf(total, limits) };
    if (flag(options, "json")) {
      print(
        terminal,
        JSON.stringify({ environment: { name, baseUrl, access }, depth, suites: rows, total, most }, undefined, 2),
      );
      return exitCodes.conformant;
    }
    print(terminal, `${name} · ${baseUrl} · ${access} · depth ${depth}\n`);
    print(terminal, line("suite", "scripts", "requests", "traces", "actions", "bytes sent"));
    for (const row of rows) print(terminal, rowText(row.suite, row));
    print(terminal, rowText("total", total));
    print(
      terminal,
      (access === "read-write"
        ? `\nBefore them, the probes send some 150 requests and create some 25 traces.` +
          `\nA run stops creating at limits.maxTraces: ${grouped(limits.maxTraces)}. What it creates stays on the target.`
        : `\nBefore them, the probes send some 15 requests. Nothing is created: the environment is read-only.`) +
        `\nWhere something fails, at most ${grouped(most.reductionRequests)} further requests look for smaller scripts that show it, and as many again try what failed once more.` +
        `\nIt receives at most ${plainly(bytes(limits.maxTotalBytes))} (limits.maxTotalBytes).` +
        `\nA run ends with what it knows after some ${plainly(duration(roughly(most.totalMs)))} at the latest (limits.totalMs).` +
        (disturbed ? disturbances(scripts.filter(({ script }) => script.disturbed !== undefined).length) : ""),
    );
    return exitCodes.conformant;
  },
};

/** From two minutes on, whole minutes. */
const roughly = (ms: number): number => (ms < 120_000 ? ms : Math.round(ms / 60_000) * 60_000);

const disturbances = (scripts: number): string =>
  `\nIn ${String(scripts)} scripts some actions, reads and downloads meet a disturbance: the connection is cut while the request is` +
  `\nunder way or in the middle of its answer, the request is held back, or its answer is not read for a while.`;

function rowText(name: string, { scripts, exchanges, traces, actions, bytes }: Weight): string {
  return line(name, ...[scripts, exchanges, traces, actions, bytes].map((number) => number.toLocaleString("en")));
}

function line(name: string, ...cells: readonly string[]): string {
  return name.padEnd(12) + cells.map((cell) => cell.padStart(13)).join("");
}
