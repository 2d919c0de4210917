/** `verify FILE`: checks an evidence archive and says what is inside. */
import { resolve } from "node:path";
import { exitCodeOf } from "../../reports/index.ts";
import { KeyError, maxArchiveBytes } from "../../reports/evidence/index.ts";
import { readBytes } from "../../spec/files/read-file.ts";
import { whyUnreadable } from "../../spec/files/why-unreadable.ts";
import { depths } from "../../suites/engine/depth.ts";
import { verifyEvidence, type VerifiedEvidence } from "../../suites/evidence/verify.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandModule } from "../command.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { keyIn } from "../key-file.ts";
import { choice, flag, once, text } from "../options.ts";
import { printable } from "../printable.ts";
import { colorsFor, print, type Colors } from "../terminal.ts";

export const verifyCommand: CommandModule = {
  examples: [
    "trace-conformance verify evidence.zip",
    'trace-conformance verify evidence.zip --challenge "what I wrote" --key vendor.pub',
    "trace-conformance verify evidence.zip --json",
  ],
  declare(command) {
    command
      .argument("<archive>", "archive that certify made")
      .option("--challenge <text>", "the run must follow from this text, which you gave", once("--challenge"))
      .option("--key <file>", "public key, PEM, of who must have signed it", once("--key"))
      .option("--depth <depth>", `the least depth that counts: ${depths.join(", ")}`, "standard")
      .option("--json", "print JSON");
  },
  async run({ terminal }, options, [file = ""]) {
    const archive = bytesOf(resolve(terminal.cwd, file), file);
    const key = keyIn(options, terminal);
    const challenge = text(options, "challenge");
    const depth = choice(options, "depth", depths);
    const evidence = await verifyEvidence(archive, {
      ...(challenge === undefined ? {} : { challenge }),
      ...(key ? { key } : {}),
      ...(depth ? { depth } : {}),
    }).catch((error: unknown) => {
      throw error instanceof KeyError ? new UsageError(`--key: ${error.message}`, { cause: error }) : error;
    });
    if (flag(options, "json")) print(terminal, JSON.stringify(toldAsJson(evidence), undefined, 2));
    else print(terminal, evidenceText(file, evidence, colorsFor(terminal.stdout, terminal.env)));
    return codeOf(evidence);
  },
};

function codeOf({ problems, unverified, results }: VerifiedEvidence): ExitCode {
  if (problems.length > 0 || !results) return exitCodes.nonConformant;
  return unverified.length > 0 ? exitCodes.incomplete : (exitCodeOf(results) as ExitCode);
}

function toldAsJson({ problems, unverified, remarks, files, results, run }: VerifiedEvidence): object {
  const { verdict, summary, environment, startedAt, depth, seed, challenge } = results ?? {};
  return {
    sound: problems.length === 0 && unverified.length === 0,
    problems,
    unverified,
    remarks,
    ...{ verdict, summary, environment, startedAt, depth, seed, challenge },
    suite: run?.record.suite,
    chain: run?.chain,
    files,
  };
}

function evidenceText(file: string, evidence: VerifiedEvidence, colors: Colors): string {
  const { problems, unverified, remarks, files } = evidence;
  return [
    ...insideOf(evidence).map(printable),
    ...files.map(
      ({ name, bytes, sha256 }) => `${colors.dim(sha256)}  ${printable(name)}  ${bytes.toLocaleString("en")} bytes`,
    ),
    ...remarks.map((text) => `${colors.yellow("remark")}  ${printable(text)}`),
    ...unverified.map((text) => `${colors.yellow("open")}    ${printable(text)}`),
    ...problems.map((text) => `${colors.red("wrong")}   ${printable(text)}`),
    ending(printable(file), evidence, colors),
  ].join("\n");
}

function insideOf({ results, run }: VerifiedEvidence): readonly string[] {
  if (!results) return [];
  const { environment, startedAt, depth, seed, verdict, summary, requirements } = results;
  const counts = Object.entries(summary.requirements).filter(([, count]) => count > 0);
  return [
    `${environment.name} · ${environment.baseUrl} · ${environment.access}`,
    `judged ${startedAt} by version ${run?.record.suite.version ?? "?"}, depth ${depth}, seed ${seed}`,
    `verdict ${verdict}: ${counts.map(([status, count]) => `${count} ${status}`).join(", ")}; ${summary.exchanges} exchanges`,
    ...requirements
      .filter(({ status }) => status === "failed" || status === "error")
      .map(({ id, status, statement }) => `  ${status} ${id} ${statement}`),
  ];
}

function ending(file: string, { problems, unverified, run }: VerifiedEvidence, colors: Colors): string {
  if (problems.length > 0) return colors.red(`${file} is not sound.`);
  if (unverified.length > 0)
    return colors.yellow(
      `${file} is not verified by this version: judged again, its histories give something else. ` +
        `Verify it with version ${run?.record.suite.version ?? "?"} of the suite.`,
    );
  return colors.green(`${file} is sound: every digest holds, and all that it says follows from its histories.`);
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
