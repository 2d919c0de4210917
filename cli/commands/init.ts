/** `init`: writes a configuration with the interface's five environments. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { writeNamedFile } from "../../suites/engine/output-folder.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandModule } from "../command.ts";
import { configurationTemplate } from "../configuration-template.ts";
import { exitCodes } from "../exit-codes.ts";
import { flag, text } from "../options.ts";
import { print, remark } from "../terminal.ts";

export const initCommand: CommandModule = {
  examples: [
    "trace-conformance init",
    "trace-conformance init --config ci/conformance.yaml",
    "trace-conformance init --stdout",
  ],
  declare(command) {
    command
      .option("--config <file>", "where to write it", "trace-conformance.yaml")
      .option("--stdout", "print it instead")
      .option("--force", "replace an existing file");
  },
  run({ terminal }, options) {
    if (flag(options, "stdout")) {
      print(terminal, configurationTemplate);
      return Promise.resolve(exitCodes.conformant);
    }
    const name = text(options, "config") ?? "trace-conformance.yaml";
    const file = resolve(terminal.cwd, name);
    if (existsSync(file) && !flag(options, "force"))
      throw new UsageError(`${name} exists already; --force replaces it, --config names another`);
    writeNamedFile(file, configurationTemplate, name, "--config");
    remark(terminal, `wrote ${name}. Next: fill in one environment, then try "trace-conformance doctor --env NAME".`);
    return Promise.resolve(exitCodes.conformant);
  },
};
