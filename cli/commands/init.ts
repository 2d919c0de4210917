/** `init`: writes a configuration with the interface's five environments. */
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { configurationFileName, embeddedName } from "../../driver/index.ts";
import { shellWord } from "../../reports/index.ts";
import { tryNamedFile, writeNamedFile } from "../../suites/engine/saved/output-folder.ts";
import { environmentOf } from "../../suites/engine/plan/target.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandModule } from "../command.ts";
import { configurationTemplate, withSchemaOf } from "../configuration-template.ts";
import { declareEnvironmentOptions, environmentOptionNames, targetRequest } from "../environment-options.ts";
import { exitCodes } from "../exit-codes.ts";
import { refuseIdle } from "../idle-options.ts";
import { configurationOf } from "../init/from-target.ts";
import { flag, text } from "../options.ts";
import { printable } from "../printable.ts";
import { programAsTyped } from "../program-as-typed.ts";
import { print, remark, type Terminal } from "../terminal.ts";

export const initCommand: CommandModule = {
  examples: [
    "trace-conformance init",
    "trace-conformance init --config ci/conformance.yaml",
    "trace-conformance init --stdout",
    "trace-conformance init --from-target --base-url https://traces.preprod.example --organization acme",
  ],
  declare(command) {
    command
      .option("--from-target", "look at the target of --base-url, and write what was found; reads only")
      .option("--stdout", "print it instead of writing --config")
      .option("--force", "replace an existing file");
    declareEnvironmentOptions(command);
  },
  async run({ terminal, interrupted }, options) {
    const fromTarget = flag(options, "fromTarget");
    const ofTarget = environmentOptionNames.filter((one) => one !== "config");
    if (!fromTarget)
      refuseIdle("init", options, ofTarget, "only with --from-target; without it, five environments are written");
    refuseIdle(
      "init",
      options,
      ["access"],
      "not taken: access: read-only is written, and whoever lets runs create traces says so there",
    );
    const { config: _, env: called, ...others } = options;
    const request = targetRequest(others, { ...terminal, env: withoutConfiguration(terminal.env) });
    if (fromTarget && !request.flags)
      throw new UsageError("--from-target: give --base-url URL, and --organization NAME");
    if (called === embeddedName)
      throw new UsageError(`--env ${embeddedName} is the reference service, which needs no entry; give another name`);
    const name = text(options, "config") ?? configurationFileName;
    const file = resolve(terminal.cwd, name);
    if (!flag(options, "stdout") && existsSync(file) && !flag(options, "force"))
      throw new UsageError(`${name} exists already; --force replaces it, --config names another`);
    if (!flag(options, "stdout")) tryNamedFile(file, name, "--config");
    // Looking is reading, whatever actions are named.
    const found = fromTarget
      ? await configurationOf(environmentOf({ ...request, access: "read-only" }), interrupted, text(options, "env"))
      : { text: configurationTemplate, name: "NAME", missing: [] };
    const written = withSchemaOf(dirname(file), found.text);
    if (flag(options, "stdout")) {
      print(terminal, written);
      return exitCodes.conformant;
    }
    writeNamedFile(file, written, name, "--config");
    const next = fromTarget ? `see to ${found.missing.map(printable).join("; ")}` : "fill in one environment";
    const words = [...(name === configurationFileName ? [] : ["--config", name]), "--env", found.name];
    const doctor = `${programAsTyped(terminal)} doctor ${words.map(shellWord).join(" ")}`;
    remark(terminal, `wrote ${name}. Next: ${next}; then try "${doctor}".`);
    return exitCodes.conformant;
  },
};

/** The variables that name a configuration are about the one that is to be written. */
function withoutConfiguration(env: Terminal["env"]): Terminal["env"] {
  return { ...env, TRACE_CONFORMANCE_CONFIG: undefined, TRACE_CONFORMANCE_ENV: undefined };
}
