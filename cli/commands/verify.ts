/** `verify FILE`: checks an evidence archive and says what is inside. */
import { resolve } from "node:path";
import { exitCodeOf, verdictLabel } from "../../reports/index.ts";
import { evidenceNames, KeyError, maxArchiveBytes } from "../../reports/evidence/index.ts";
import { readBytes } from "../../spec/files/read-file.ts";
import { whyUnreadable } from "../../spec/files/why-unreadable.ts";
import { depths } from "../../suites/engine/plan/depth.ts";
import { openTarget, type TargetRequest } from "../../suites/engine/plan/target.ts";
import { spotCheck, type SpotCheck } from "../../suites/evidence/spot-check.ts";
import { verifyEvidence, type VerifiedEvidence } from "../../suites/evidence/verify.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandModule, CommandOptions } from "../command.ts";
import { cleanValues } from "../../driver/index.ts";
import { declareEnvironmentOptions, environmentOptionNames, targetRequest } from "../environment-options.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { refuseIdle } from "../idle-options.ts";
import { keyIn } from "../key-file.ts";
import { choice, durationMs, flag, once, text, wholeNumber } from "../options.ts";
import { printable } from "../printable.ts";
import { colorsFor, print, type Colors, type Terminal } from "../terminal.ts";

export const verifyCommand: CommandModule = {
  examples: [
    "trace-conformance verify evidence.zip",
    'trace-conformance verify evidence.zip --challenge "what I wrote" --key vendor.pub',
    "trace-conformance verify evidence.zip --env preprod --sample 20   # asks the live target again",
    "trace-conformance verify evidence.zip --json",
  ],
  declare(command) {
    command
      .argument("<archive>", "archive that certify made")
      .option("--challenge <text>", "the run must follow from this text, which you gave", once("--challenge"))
      .option("--key <file>", "public key, PEM, of who must have signed it", once("--key"))
      .option("--depth <depth>", `the least depth that counts: ${depths.join(", ")}`, "standard")
      .option("--json", "print JSON")
      .option("--within <duration>", "what is not verified after so long is told as that", "10m")
      .option("--sample <number>", "scripts of the archive that are run again on the live target (default: 20)");
    declareEnvironmentOptions(command);
  },
  async run({ terminal, interrupted }, options, [file = ""]) {
    const request = liveTarget(options, terminal);
    const sample = wholeNumber(options, "sample", { least: 1, most: 1_000 }) ?? 20;
    const archive = bytesOf(resolve(terminal.cwd, file), file);
    const key = keyIn(options, terminal);
    const challenge = text(options, "challenge");
    const depth = choice(options, "depth", depths);
    const withinMs = durationMs(options, "within");
    const evidence = await verifyEvidence(archive, {
      ...(challenge === undefined ? {} : { challenge }),
      ...(key ? { key } : {}),
      ...(depth ? { depth } : {}),
      ...(withinMs === undefined ? {} : { withinMs }),
    }).catch((error: unknown) => {
      throw error instanceof KeyError ? new UsageError(`--key: ${error.message}`, { cause: error }) : error;
    });
    const colors = colorsFor(terminal.stdout, terminal.env);
    const spot = request && (await askAgain(evidence, request, sample, interrupted));
    if (flag(options, "json"))
      print(terminal, JSON.stringify({ ...toldAsJson(evidence), ...(spot ? { spotCheck: spot } : {}) }, undefined, 2));
    else {
      print(terminal, evidenceText(file, evidence, colors));
      if (spot) print(terminal, spotText(spot, colors));
    }
    const code = codeOf(evidence);
    if (!spot || code === exitCodes.nonConformant) return code;
    if (spot.differences.length > 0) return exitCodes.nonConformant;
    return spot.exchanges === 0 ? exitCodes.incomplete : code;
  },
};

/** The target that is to be asked again; undefined where none is named. @throws UsageError for a sample of nothing */
function liveTarget(options: CommandOptions, terminal: Terminal): TargetRequest | undefined {
  if (text(options, "env") !== undefined || text(options, "baseUrl") !== undefined)
    return targetRequest(options, terminal);
  const ofTarget = ["sample", ...environmentOptionNames];
  refuseIdle("verify", options, ofTarget, "only for asking the live target again: name it with --env or --base-url");
  return undefined;
}

async function askAgain(
  { run, profile, histories }: VerifiedEvidence,
  request: TargetRequest,
  sample: number,
  signal: AbortSignal,
): Promise<SpotCheck> {
  if (!run || !profile || !histories)
    throw new UsageError("the archive has no histories that can be read, so nothing can be asked again");
  const target = await openTarget(request);
  try {
    const { environment } = target;
    const found = await spotCheck({
      environment,
      run,
      profile,
      histories,
      name: evidenceNames.histories,
      sample,
      signal,
    });
    return cleanValues(found, (one) => environment.secrets.redact(one));
  } finally {
    await target.close();
  }
}

function spotText({ scripts, exchanges, traces, differences }: SpotCheck, colors: Colors): string {
  const shown = differences.slice(0, 20).map((one) => `${colors.red("differs")} ${printable(one)}`);
  const more = differences.length > 20 ? [`and ${differences.length - 20} differences more`] : [];
  return [
    ...shown,
    ...more,
    `spot check: ${scripts} scripts of the archive were run again, ${exchanges} exchanges; ` +
      (differences.length === 0
        ? colors.green("the target answers as it did")
        : colors.red(`${differences.length} answers are not as in the archive`)),
    `traces that the archive left: ${traces.there} of ${traces.asked} are there, as it read them` +
      (traces.asked > 0 && traces.there === 0
        ? colors.yellow("; a target that forgets its traces, or another target than the archive's")
        : ""),
  ].join("\n");
}

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
  const { environment, startedAt, depth, seed, summary, requirements } = results;
  const counts = Object.entries(summary.requirements).filter(([, count]) => count > 0);
  return [
    `${environment.name} · ${environment.baseUrl} · ${environment.access}`,
    `judged ${startedAt} by version ${run?.record.suite.version ?? "?"}, depth ${depth}, seed ${seed}`,
    `verdict ${verdictLabel(results).toLowerCase()}: ${counts.map(([status, count]) => `${count} ${status}`).join(", ")}; ${summary.exchanges} exchanges`,
    ...requirements
      .filter(({ status }) => status === "failed" || status === "error")
      .map(({ id, status, statement }) => `  ${status} ${id} ${statement}`),
  ];
}

function ending(file: string, evidence: VerifiedEvidence, colors: Colors): string {
  const { problems, unverified, run, isOnlyShallow } = evidence;
  if (isOnlyShallow)
    return colors.red(`${file} is too shallow: what it says holds, and it is of a run that left out much.`);
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
