/** `verify FILE`: checks an evidence archive and says what is inside. */
import { resolve } from "node:path";
import { maxArchiveBytes, verifyEvidence, type VerifiedEvidence } from "../../reports/evidence/index.ts";
import { exitCodeOf } from "../../reports/index.ts";
import { suiteIdentity } from "../../suites/engine/suite-digest.ts";
import { readBytes } from "../../spec/files/read-file.ts";
import { whyUnreadable } from "../../spec/files/why-unreadable.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandModule } from "../command.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { flag } from "../options.ts";
import { printable } from "../printable.ts";
import { colorsFor, print, type Colors } from "../terminal.ts";

export const verifyCommand: CommandModule = {
  examples: ["trace-conformance verify evidence.zip", "trace-conformance verify evidence.zip --json"],
  declare(command) {
    command.argument("<archive>", "archive that certify made").option("--json", "print JSON");
  },
  run({ terminal }, options, [file = ""]) {
    const evidence = verifyEvidence(bytesOf(resolve(terminal.cwd, file), file), suiteIdentity());
    const { problems, remarks, files, results, suite } = evidence;
    if (flag(options, "json")) {
      const { verdict, summary, environment, startedAt, depth, seed } = results ?? {};
      const told = {
        sound: problems.length === 0,
        problems,
        remarks,
        verdict,
        summary,
        environment,
        startedAt,
        depth,
        seed,
      };
      print(terminal, JSON.stringify({ ...told, suite, files }, undefined, 2));
    } else print(terminal, evidenceText(file, evidence, colorsFor(terminal.stdout, terminal.env)));
    if (problems.length > 0 || !results) return Promise.resolve(exitCodes.nonConformant);
    return Promise.resolve(exitCodeOf(results) as ExitCode);
  },
};

function evidenceText(
  file: string,
  { problems, remarks, files, results, suite }: VerifiedEvidence,
  colors: Colors,
): string {
  const inside = results
    ? [
        `${results.environment.name} · ${results.environment.baseUrl} · ${results.environment.access}`,
        `judged ${results.startedAt} by version ${suite?.version ?? "?"}, depth ${results.depth}, seed ${results.seed}`,
        `verdict ${results.verdict}: ${Object.entries(results.summary.requirements)
          .filter(([, count]) => count > 0)
          .map(([status, count]) => `${count} ${status}`)
          .join(", ")}; ${results.summary.exchanges} exchanges`,
        ...results.requirements
          .filter(({ status }) => status === "failed" || status === "error")
          .map(({ id, status, statement }) => `  ${status} ${id} ${statement}`),
      ]
    : [];
  return [
    ...inside.map(printable),
    ...files.map(
      ({ name, bytes, sha256 }) => `${colors.dim(sha256)}  ${printable(name)}  ${bytes.toLocaleString("en")} bytes`,
    ),
    ...remarks.map((text) => `${colors.yellow("remark")}  ${printable(text)}`),
    ...problems.map((text) => `${colors.red("wrong")}   ${printable(text)}`),
    problems.length === 0
      ? colors.green(`${printable(file)} is sound: every digest holds, and its parts agree.`)
      : colors.red(`${printable(file)} is not sound.`),
  ].join("\n");
}

function bytesOf(path: string, shown: string): Buffer {
  try {
    return readBytes(path, maxArchiveBytes);
  } catch (cause) {
    throw new UsageError(`${shown} cannot be read: ${whyUnreadable(cause)}; give an archive that "certify" wrote`, {
      cause,
    });
  }
}
