/** From the output folder of a run to its evidence. */
import { basename } from "node:path";
import { historyFiles, type Environment } from "../../driver/index.ts";
import { evidenceNames, maxArchiveBytes, packEvidence, refusals, type Signer } from "../../reports/evidence/index.ts";
import { asTyped, counted, shellWord, targetArguments, type Results } from "../../reports/index.ts";
import { readBytes } from "../../spec/files/read-file.ts";
import { UsageError } from "../usage-error.ts";
import { isOfCorpus } from "../engine/saved/corpus.ts";
import { readCollected, readResults } from "../engine/saved/saved-run.ts";
import { readRun, type SavedRun } from "./read-run.ts";
import { recordRefusals } from "./record-refusals.ts";
import { verifyEvidence } from "./verify.ts";

interface CertifiedRun {
  readonly results: Results;
  readonly archive: Buffer;
}

interface CertifyOptions {
  readonly sign?: Signer;
  /** True where a run of depth quick may be certified as what it is. */
  readonly evenQuick?: boolean;
  /** How the reader calls this program. */
  readonly program?: string;
}

/**
 * Packs a run, and verifies what it packed as anybody else would.
 * @throws UsageError for a folder without a run, and for a run that cannot be certified
 */
export async function certifyRun(folder: string, options: CertifyOptions = {}): Promise<CertifiedRun> {
  const { sign, evenQuick = false } = options;
  const saved = readResults(folder);
  if (!saved) throw new UsageError(`${folder} holds no run; give the --output folder of a run`);
  // Which defects there was time for is decided by the clock; no histories tell it.
  const { sensitivity: _sensitivity, ...results } = saved;
  const { profile } = readCollected(folder);
  refuse(refusals(results));
  if (!profile) refuse(["the run could not begin"]);
  if (results.depth === "quick" && !evenQuick)
    refuse(["it was run at depth quick; run it at depth standard, or say --depth quick to certify it as what it is"]);
  const histories = await historiesIn(folder);
  const { run, problems } = await readRun(histories, evidenceNames.histories);
  refuse(problems);
  if (!run) return refuse(["its histories do not say what ran"]);
  refuse(recordRefusals(run.record));
  refuse(corpusRefusals(run, results, options));
  const archive = packEvidence({ results, run: run.record, profile, histories }, sign);
  const verified = await verifyEvidence(archive, { depth: "quick" });
  const found = [...verified.problems, ...verified.unverified];
  refuse(found.length > 0 && repeatsSecrets(results) ? [cannotJudgeAgain] : found);
  return { results, archive };
}

/** Nobody else has the scripts that once failed on this target, so nobody could make the run again from its seed. */
function corpusRefusals({ scripts }: SavedRun, results: Results, { program }: CertifyOptions): readonly string[] {
  const sent = scripts.filter(({ script, judgedOn }) => isOfCorpus(script) && judgedOn === undefined);
  const [first] = sent;
  if (!first) return [];
  const { environment, depth } = results;
  const again = [
    "trace-conformance",
    "certify",
    ...targetArguments(environment),
    ...(depth === "standard" ? [] : ["--depth", depth]),
  ];
  return [
    `it sent ${counted(sent.length, "script")} again that had failed in an earlier run, such as ${first.script.id}; ` +
      `evidence is of the suite's own scripts alone. Certify a new run, which sends none of those:\n  ` +
      asTyped(again.map(shellWord).join(" "), program === undefined ? {} : { program }),
  ];
}

/** Answers that hold a secret are never written down, so that nobody can judge them again. */
function repeatsSecrets({ requirements }: Results): boolean {
  return requirements.some(({ id, failures = [] }) => id === "ROBUST-05" && failures.length > 0);
}

const cannotJudgeAgain =
  "the target repeats secrets in its answers (ROBUST-05); their bodies were withheld, and what they showed cannot be judged again. Once it repeats none, run again";

/**
 * Refuses before anything is sent what would be refused afterwards.
 * @param extend modules that the run would load
 * @throws UsageError
 */
export function refuseUncertifiable(environment: Environment, extend: readonly string[] = []): void {
  refuse(refusals(undefined, { waivers: environment.waivers, pins: Object.keys(environment.openPoints), extend }));
}

async function historiesIn(folder: string): Promise<Uint8Array> {
  const files = await historyFiles(folder);
  const [file] = files;
  if (file === undefined || files.length > 1)
    return refuse([
      `wanted the histories of one whole run in its folder histories; got ${files.map((one) => basename(one)).join(", ") || "none"}. ` +
        "What merge put together has them in the folders of the shards: run it whole",
    ]);
  return readBytes(file, maxArchiveBytes);
}

function refuse(reasons: readonly [string, ...string[]]): never;
function refuse(reasons: readonly string[]): void;
function refuse(reasons: readonly string[]): void {
  if (reasons.length > 0) throw new UsageError(`this cannot be certified:\n  ${reasons.join("\n  ")}`);
}
