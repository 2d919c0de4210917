/** `doctor`: connects, logs in, looks around, and says in plain words what is missing. */
import { cleanValues } from "../../driver/index.ts";
import { refuseUnknownWaivers } from "../../suites/engine/known-waivers.ts";
import { environmentOf, extensionsOf, openTarget } from "../../suites/engine/plan/target.ts";
import { loadParts } from "../../suites/extensions/load.ts";
import type { CommandModule } from "../command.ts";
import type { Diagnosis } from "../doctor/diagnosis.ts";
import { examine } from "../doctor/examine.ts";
import { declareEnvironmentOptions, targetRequest } from "../environment-options.ts";
import { exitCodes } from "../exit-codes.ts";
import { flag } from "../options.ts";
import { printable } from "../printable.ts";
import { colorsFor, print, type Colors } from "../terminal.ts";
import { tellWrittenByFlag } from "../written-by-flag.ts";

export const doctorCommand: CommandModule = {
  examples: ["trace-conformance doctor --env preprod", "trace-conformance doctor --base-url http://127.0.0.1:3000"],
  declare(command) {
    declareEnvironmentOptions(command);
    command.option("--json", "print JSON");
  },
  async run({ terminal, interrupted }, options) {
    const request = targetRequest(options, terminal);
    const environment = environmentOf(request);
    const { requirements } = await loadParts(extensionsOf(request));
    // A run may be told of further ones of one's own by --extend.
    refuseUnknownWaivers(environment, requirements, (id) => id.startsWith("X-"));
    const target = await openTarget(request, environment);
    try {
      const findings: Diagnosis[] = [];
      const { name, baseUrl, access } = target.environment;
      const colors = colorsFor(terminal.stdout, terminal.env);
      tellWrittenByFlag(terminal, target.environment);
      const quietly = flag(options, "json");
      if (!quietly) print(terminal, `${name} · ${baseUrl} · ${access}`);
      for await (const found of examine(target.environment, interrupted)) {
        // What was broken off says nothing of the target.
        if (interrupted.aborted) break;
        // Details quote the target.
        const finding = cleanValues(found, (said) => target.environment.secrets.redact(said));
        findings.push(finding);
        if (!quietly) print(terminal, findingText(finding, colors));
      }
      if (quietly) print(terminal, JSON.stringify({ environment: { name, baseUrl, access }, findings }, undefined, 2));
      if (interrupted.aborted) return exitCodes.interrupted;
      return findings.some((finding) => finding.state === "bad") ? exitCodes.incomplete : exitCodes.conformant;
    } finally {
      await target.close();
    }
  },
};

function findingText({ state, what, detail, remedy }: Diagnosis, colors: Colors): string {
  const mark = state === "good" ? colors.green("✓") : state === "bad" ? colors.red("✗") : colors.yellow("–");
  const lines = [`${mark} ${what}${detail ? `: ${printable(detail)}` : ""}`];
  if (remedy) lines.push(`  ${colors.dim("→")} ${printable(remedy)}`);
  return lines.join("\n");
}
