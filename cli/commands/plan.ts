/** `plan`: what a run would send and create, without sending anything. */
import { resolve } from "node:path";
import { profileOfPins } from "../../driver/index.ts";
import { bytes, duration, grouped, plainly } from "../../reports/text/numbers.ts";
import { loadParts } from "../../suites/extensions/load.ts";
import { refuseUnknownWaivers } from "../../suites/engine/known-waivers.ts";
import { catalog, ownGroups, suiteNames } from "../../suites/engine/plan/catalog.ts";
import { depths } from "../../suites/engine/plan/depth.ts";
import { expectedCost, processKnown, type ExpectedCost } from "../../suites/engine/plan/expected-cost.ts";
import { weigh, type Weight } from "../../suites/engine/plan/plan-weight.ts";
import { reductionRequestsOf, totalMsOf } from "../../suites/engine/run-budget.ts";
import { refuseToDisturb } from "../../suites/engine/plan/disturbable.ts";
import { newSeed } from "../../suites/engine/plan/run-plan.ts";
import { select, touches } from "../../suites/engine/plan/selection.ts";
import { parseShard, shardOf } from "../../suites/engine/plan/shard.ts";
import { suiteContext } from "../../suites/engine/record/suite-context.ts";
import { environmentOf } from "../../suites/engine/plan/target.ts";
import { readProfile } from "../../suites/engine/saved/saved-profile.ts";
import type { CommandModule } from "../command.ts";
import { additionsOf, declareExtensionOptions } from "../extension-options.ts";
import { declareEnvironmentOptions, targetRequest } from "../environment-options.ts";
import { exitCodes } from "../exit-codes.ts";
import { choice, collect, flag, list, text, wholeNumber } from "../options.ts";
import { print } from "../terminal.ts";
import { tellWrittenByFlag } from "../written-by-flag.ts";

export const planCommand: CommandModule = {
  examples: [
    "trace-conformance plan --env preprod",
    "trace-conformance plan --env preprod --depth deep --json",
    "trace-conformance plan --env preprod --profile conformance-report/profile.json",
  ],
  declare(command) {
    declareEnvironmentOptions(command);
    command
      .optionsGroup("What would be run:")
      .option("--depth <depth>", depths.join(", "), "standard")
      .option("--seed <number>", "seed of the generated scripts")
      .option("--only <area|id|face>", "only these requirements (repeatable)", collect)
      .option("--shard <i/n>", "the i-th of n parts")
      .option("--profile <file>", "what is known of the target: the profile.json that observe saved")
      .option("--disturb", "as run --disturb would")
      .option("--json", "print JSON");
    declareExtensionOptions(command);
  },
  async run({ terminal }, options) {
    const request = targetRequest(options, terminal);
    const environment = environmentOf(request);
    const parts = await loadParts(additionsOf(options, terminal, request));
    refuseUnknownWaivers(environment, parts.requirements);
    tellWrittenByFlag(terminal, environment);
    const depth = choice(options, "depth", depths) ?? "standard";
    const seed = wholeNumber(options, "seed", { least: 0, most: 2 ** 31 - 1 }) ?? newSeed();
    const selection = select(list(options, "only"), parts.requirements);
    const shard = text(options, "shard");
    const saved = text(options, "profile");
    const profile =
      saved === undefined ? profileOfPins(environment.openPoints) : readProfile(resolve(terminal.cwd, saved), saved);
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
    const writes = access === "read-write";
    const expected = writes ? expectedCost(processKnown(environment.workflows, profile), total) : undefined;
    if (flag(options, "json")) {
      const told = { environment: { name, baseUrl, access }, depth, suites: rows, total, most, expected };
      print(terminal, JSON.stringify(told, undefined, 2));
      return exitCodes.conformant;
    }
    print(terminal, `${name} · ${baseUrl} · ${access} · depth ${depth}\n`);
    print(terminal, line("suite", "scripts", "requests", "traces", "actions", "bytes sent"));
    for (const row of rows) print(terminal, rowText(row.suite, row));
    print(terminal, rowText("total", total));
    print(
      terminal,
      (expected
        ? expectedText(expected) +
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

/** What the probes take, and a run in all; where a process is not known, as an estimate. */
function expectedText({ process, probes, total }: ExpectedCost): string {
  const cost = ({ requests, traces }: ExpectedCost["total"]): string =>
    `some ${range(requests)} requests and create some ${range(traces)} traces`;
  if (process === "none") return `\nBefore them, the probes send ${cost(probes)}.`;
  const measured = `\nBefore them, the probes send ${cost(probes)}; with them a run is to send ${cost(total)} in all.`;
  if (process === "known") return `\nThe profile knows a process, which these scripts follow.${measured}`;
  const whether =
    process !== "perhaps"
      ? "The configuration declares a process. What a run takes is an estimate until it was observed:"
      : "A workflow with several actions may be a process. Where none is, the probes send some 150 requests; where one is, what a run takes is an estimate:";
  return (
    `\n${whether}${measured}` +
    `\n"observe" finds the process out and saves a profile.json; with --profile FILE this command counts by it.`
  );
}

/** Rounded to what an estimate can tell. */
function range({ from, to }: { readonly from: number; readonly to: number }): string {
  const round = (number: number): number => {
    const step = number >= 1_000 ? 100 : number >= 100 ? 10 : 5;
    return Math.round(number / step) * step;
  };
  return round(from) === round(to) ? grouped(round(from)) : `${grouped(round(from))} to ${grouped(round(to))}`;
}

function rowText(name: string, { scripts, exchanges, traces, actions, bytes }: Weight): string {
  return line(name, ...[scripts, exchanges, traces, actions, bytes].map((number) => number.toLocaleString("en")));
}

function line(name: string, ...cells: readonly string[]): string {
  return name.padEnd(12) + cells.map((cell) => cell.padStart(13)).join("");
}
