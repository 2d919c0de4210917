/** `certify`: checks a target and makes one archive of the outcome, to be handed in as evidence. */
import { resolve } from "node:path";
import { Option } from "commander";
import { exitCodeOf } from "../../reports/index.ts";
import { depths } from "../../suites/engine/plan/depth.ts";
import { tryNamedFile, writeNamedFile } from "../../suites/engine/saved/output-folder.ts";
import { environmentOf } from "../../suites/engine/plan/target.ts";
import { certifyRun, refuseUncertifiable } from "../../suites/evidence/certify.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandModule, CommandOptions } from "../command.ts";
import { declareEnvironmentOptions, environmentOptionNames, targetRequest } from "../environment-options.ts";
import { exitCodes } from "../exit-codes.ts";
import { additionsOf, declareExtensionOptions } from "../extension-options.ts";
import { refuseIdle } from "../idle-options.ts";
import { signerIn } from "../key-file.ts";
import { choice, once, text } from "../options.ts";
import { programAsTyped } from "../program-as-typed.ts";
import { remark } from "../terminal.ts";
import { runCommand } from "./run.ts";

/** Options of a run that leave something out. */
const refused = ["only", "shard", "bail", "duration"] as const;

const tooShallow =
  "evidence of depth quick is too shallow for verify, unless it is given --depth quick; leave out --depth to make it at depth standard";

export const certifyCommand: CommandModule = {
  examples: [
    "trace-conformance certify --env preprod",
    'trace-conformance certify --env preprod --challenge "what the receiver wrote" --key vendor.pem',
    "trace-conformance certify --env preprod --depth deep --archive evidence.zip",
    "trace-conformance certify conformance-report      # a whole run that was made before",
    "trace-conformance verify evidence.zip",
  ],
  declare(command) {
    command.argument("[folder]", "output folder of a whole run; default: a new run");
    declareEnvironmentOptions(command);
    command
      .optionsGroup("What is run:")
      .option("--depth <depth>", `${depths.join(", ")}; default: standard`)
      .option("--seed <number>", "repeat the generated scripts of an earlier run")
      .option(
        "--challenge <text>",
        "seed and marks follow from this text, which who receives the evidence gave",
        once("--challenge"),
      );
    declareExtensionOptions(command);
    command
      .optionsGroup("What comes out:")
      .option("--archive <file>", "the evidence", "evidence.zip")
      .option("--key <file>", "private key, PEM, with which the evidence is signed (Ed25519 or ECDSA)")
      .option("--output <folder>", "where results and reports of a new run are written; default: conformance-report")
      .option("--quiet", "no progress");
    for (const name of refused) command.addOption(new Option(`--${name} [value]`).hideHelp());
  },
  async run(context, options, [folder]) {
    const { terminal } = context;
    const given = [...refused, "description"].filter((name) => options[name] !== undefined);
    if (given.length > 0)
      throw new UsageError(
        `certify: ${given.map((name) => `--${name}`).join(", ")}: evidence is of a whole run, judged by the suite alone`,
      );
    if (folder !== undefined) refuseForNewRun(options);
    const name = text(options, "archive") ?? "evidence.zip";
    const depth = choice(options, "depth", depths);
    // A key that cannot be used, or a file that cannot be written, is told before a run is made for it.
    const sign = signerIn(options, terminal);
    tryNamedFile(resolve(terminal.cwd, name), name, "--archive");
    if (folder === undefined) {
      const request = targetRequest(options, terminal);
      refuseUncertifiable(environmentOf(request), additionsOf(options, terminal, request).extend);
      if (depth === "quick") remark(terminal, tooShallow);
      const code = await runCommand.run(context, { ...options, depth: depth ?? "standard", corpus: false }, []);
      if (code === exitCodes.usage || code === exitCodes.internal || code === exitCodes.interrupted) {
        remark(terminal, "no archive was made: the run did not come to its end");
        return code;
      }
    }
    const output = folder ?? text(options, "output") ?? "conformance-report";
    const { results, archive } = await certifyRun(resolve(terminal.cwd, output), {
      evenQuick: depth === "quick",
      program: programAsTyped(terminal),
      ...(sign ? { sign } : {}),
    });
    writeNamedFile(resolve(terminal.cwd, name), archive, name, "--archive");
    remark(terminal, `wrote ${name}, ${archive.length.toLocaleString("en")} bytes: ${results.verdict}`);
    if (results.depth === "quick") remark(terminal, tooShallow);
    return exitCodeOf(results);
  },
};

/** What a folder that is given leaves without effect. @throws UsageError */
function refuseForNewRun(options: CommandOptions): void {
  const archive = "the archive is named with --archive FILE";
  refuseIdle("certify", options, ["output"], `names the folder of a new run; leave it out beside a folder: ${archive}`);
  const ofRun = [...environmentOptionNames, "challenge", "seed", "extend", "quiet"];
  refuseIdle("certify", options, ofRun, "only for a new run; leave that out, or the folder");
  const depth = text(options, "depth");
  if (depth !== undefined && depth !== "quick")
    throw new UsageError(
      `certify: --depth ${depth} is for a new run; the depth of the run in the folder stays as it was`,
    );
}
