/**
 * Verifies an evidence archive. Nothing in it is believed that can be found out: the histories are judged again, the
 * probes look again at what they saw, the scripts are made again from the seed, and what the archive says must be what
 * comes of that.
 */
import {
  boundedProblems,
  bytesIn,
  envelopeName,
  evidenceNames,
  followingFiles,
  integrityProblems,
  jsonBounds,
  openedEnvelope,
  parseEnvelope,
  refusals,
  sha256Of,
  statedFiles,
  statementName,
  statementOf,
  unpackFiles,
  type EvidenceFiles,
  type SuiteIdentity,
} from "../../reports/evidence/index.ts";
import { jsonOf } from "../../spec/files/json-file.ts";
import { resultsProblems, type Results } from "../../reports/results/index.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import { depths, type Depth } from "../engine/plan/depth.ts";
import { challengedBy } from "../engine/plan/run-plan.ts";
import type { RunRecord } from "../engine/record/run-record.ts";
import { suiteIdentity } from "../engine/record/suite-digest.ts";
import { differences } from "./differences.ts";
import { judgeAgain } from "./judge-again.ts";
import { profileAgain, type ProfileAgain } from "./profile-again.ts";
import { readRun, type SavedRun } from "./read-run.ts";
import { recordRefusals } from "./record-refusals.ts";
import { scriptProblems } from "./scripts-again.ts";
import { TimeLimit } from "./time-limit.ts";

export interface VerifyOptions {
  /** The text that the run was to follow from. */
  readonly challenge?: string;
  /** Public key, PEM, of who is to have signed. */
  readonly key?: string | Buffer;
  /** The least depth that counts. Default: standard. */
  readonly depth?: Depth;
  /** Default: the suite that runs. */
  readonly mine?: SuiteIdentity;
  /** After so long what is left is not verified, and that is told. Default: ten minutes. */
  readonly withinMs?: number;
}

/** A whole run at depth standard takes seconds; an archive may hold as many scripts as its bytes can. */
const usualWithinMs = 600_000;

export interface VerifiedEvidence {
  /** What is wrong, one sentence each; empty when the archive is sound. */
  readonly problems: readonly string[];
  /** True where nothing is wrong but that the run was not as deep as wanted. */
  readonly isOnlyShallow?: boolean;
  /** What could not be verified by this version of the suite, where another one judged. */
  readonly unverified: readonly string[];
  /** What a reader should know, and no fault. */
  readonly remarks: readonly string[];
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
  readonly results?: Results;
  readonly run?: SavedRun;
  /** Absent where the histories could not be read. */
  readonly profile?: Profile;
  readonly histories?: Uint8Array;
}

/** @throws EvidenceError for what is no archive at all, KeyError for a key that cannot be used */
export async function verifyEvidence(archive: Buffer, options: VerifyOptions = {}): Promise<VerifiedEvidence> {
  const { mine = suiteIdentity(), withinMs = usualWithinMs } = options;
  const time = new TimeLimit(withinMs);
  const all = unpackFiles(archive);
  const files = [...all].map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: sha256Of(bytes) }));
  const whole = integrityProblems(all);
  const problems: string[] = [...whole, ...signatureProblems(all, options.key)];
  const results = resultsIn(all, problems);
  const notVerified = (): VerifiedEvidence => ({
    ...{ problems: boundedProblems(problems), unverified: [time.sentence], remarks: [], files },
    ...(results ? { results } : {}),
  });
  const { run, problems: broken } = await readHistoriesIn(all, time);
  problems.push(...broken);
  if (time.isOver) return notVerified();
  if (!run || !results)
    return { problems: boundedProblems(problems), unverified: [], remarks: [], files, ...(results ? { results } : {}) };
  const { record } = run;
  const shallow = depthProblems(record, options.depth ?? "standard");
  problems.push(
    ...[...new Set([...refusals(results), ...recordRefusals(record)])].map(
      (reason) => `what is inside could not have been certified: ${reason}`,
    ),
    ...run.facts.problems(results.summary.durationMs),
    ...challengeProblems(record, options.challenge),
    ...shallow,
  );
  const seen = await profileAgain(record, run.probes);
  const { contradictions, profile } = await contradictionsOf(all, run, results, {
    seen,
    rendered: whole.length === 0 && isSame(record.suite, mine),
    time,
  });
  if (time.isOver) return notVerified();
  const isOnlyShallow = shallow.length > 0 && problems.length === shallow.length && contradictions.length === 0;
  const verdict = isSame(record.suite, mine)
    ? { problems: boundedProblems([...problems, ...contradictions]), unverified: [] }
    : { problems: boundedProblems(problems), unverified: boundedProblems(contradictions) };
  const histories = bytesIn(all, evidenceNames.histories);
  const remarks = remarksOn(all, record, mine, options);
  return { ...verdict, ...(isOnlyShallow ? { isOnlyShallow } : {}), remarks, files, results, run, profile, histories };
}

function resultsIn(all: EvidenceFiles, problems: string[]): Results | undefined {
  const value = attempt(problems, evidenceNames.results, () => jsonOf(bytesIn(all, evidenceNames.results), jsonBounds));
  const wrong = value === undefined ? [] : resultsProblems(value);
  if (value !== undefined && wrong.length === 0) return value as Results;
  if (wrong.length > 0)
    problems.push(
      `${evidenceNames.results} is not a results file of schema version 1: ${wrong.slice(0, 10).join("; ")}`,
    );
  return undefined;
}

function isSame(suite: SuiteIdentity, mine: SuiteIdentity): boolean {
  return suite.version === mine.version && suite.suiteDigest === mine.suiteDigest;
}

async function readHistoriesIn(all: EvidenceFiles, time: TimeLimit): ReturnType<typeof readRun> {
  const bytes = all.get(evidenceNames.histories);
  if (!bytes) return { problems: [] };
  try {
    return await readRun(bytes, evidenceNames.histories, time);
  } catch (error) {
    return { problems: [messageOf(error)] };
  }
}

/** What does not follow from the histories, however well its digests hold. */
async function contradictionsOf(
  all: EvidenceFiles,
  run: SavedRun,
  results: Results,
  { seen, rendered, time }: { readonly seen: ProfileAgain; readonly rendered: boolean; readonly time: TimeLimit },
): Promise<{ readonly contradictions: readonly string[]; readonly profile: Profile }> {
  const { record, probes, scripts } = run;
  const problems = [...seen.problems];
  const { durationMs } = results.summary;
  const histories = all.get(evidenceNames.histories) ?? new Uint8Array();
  const judged = await judgeAgain(histories, evidenceNames.histories, {
    run,
    profile: seen.profile,
    durationMs,
    time,
  });
  const { whileRunning, atTheEnd } = judged.profiles;
  if (time.isOver) return { contradictions: [], profile: atTheEnd };
  const failed = new Set(judged.results.requirements.filter(({ failures }) => failures).map(({ id }) => id));
  problems.push(...scriptProblems(record, whileRunning, probes, scripts, failed), ...judged.problems);
  problems.push(...differences(evidenceNames.results, results, json(judged.results)));
  const profile = parsed(all, evidenceNames.profile, problems) as Profile | undefined;
  if (profile) problems.push(...differences(evidenceNames.profile, profile, json(atTheEnd)));
  const said = parsed(all, evidenceNames.run, problems);
  if (said !== undefined) problems.push(...differences(evidenceNames.run, said, json(record)));
  // Another version renders the same results otherwise.
  const rendering = rendered ? renderingProblems(all, results, record, profile) : [];
  return { contradictions: [...problems, ...rendering], profile: atTheEnd };
}

function renderingProblems(all: EvidenceFiles, results: Results, run: RunRecord, profile: unknown): readonly string[] {
  const following = followingFiles({ results, run, profile });
  const statement = Buffer.from(statementOf(results, statedFiles(all)));
  return [...following, [statementName, statement] as const]
    .filter(([name, bytes]) => all.has(name) && !bytesIn(all, name).equals(bytes))
    .map(([name]) => `${name} does not say what ${evidenceNames.results} says`);
}

function signatureProblems(all: EvidenceFiles, key: VerifyOptions["key"]): readonly string[] {
  if (key === undefined) return [];
  if (!all.has(envelopeName)) return [`it carries no signature; wanted one by the key that was given`];
  let statement: Buffer;
  try {
    statement = openedEnvelope(parseEnvelope(bytesIn(all, envelopeName).toString("utf8")), key);
  } catch (error) {
    if (error instanceof Error && error.name === "KeyError") throw error;
    return [`${envelopeName}: ${messageOf(error)}`];
  }
  return statement.equals(bytesIn(all, statementName))
    ? []
    : [`${envelopeName} signs another statement than ${statementName}`];
}

function challengeProblems(record: RunRecord, wanted: string | undefined): readonly string[] {
  const { challenge, runId, seed, startedAt } = record;
  if (wanted !== undefined && challenge === undefined)
    return [`the run answers no challenge; wanted certify --challenge "${wanted}"`];
  if (wanted !== undefined && challenge !== wanted)
    return [`the run answers the challenge "${String(challenge)}"; wanted "${wanted}"`];
  if (challenge === undefined) return [];
  const follows = challengedBy(challenge, new Date(startedAt));
  return follows.runId === runId && follows.seed === seed
    ? []
    : [
        `seed ${seed} and run id ${runId} do not follow from the challenge and the start; wanted ${follows.seed} and ${follows.runId}`,
      ];
}

function depthProblems({ depth }: RunRecord, least: Depth): readonly string[] {
  if (depths.indexOf(depth) >= depths.indexOf(least)) return [];
  return [
    `the target was checked at depth ${depth}; wanted at least ${least} (--depth ${depth} accepts it as what it is)`,
  ];
}

function remarksOn(
  all: EvidenceFiles,
  { suite, challenge, depth }: RunRecord,
  mine: SuiteIdentity,
  options: VerifyOptions,
): readonly string[] {
  return [
    ...(suite.version !== mine.version
      ? [`judged by version ${suite.version} of the suite; this is ${mine.version}, whose reports may look otherwise`]
      : suite.suiteDigest === mine.suiteDigest
        ? []
        : [`judged by a suite of the same version and other files (${suite.suiteDigest.slice(0, 12)}…)`]),
    ...(suite.specDigest === mine.specDigest ? [] : ["judged by another wording of the interface than this suite's"]),
    ...(depth === "quick" ? ["checked at depth quick, which leaves out most of the generated scripts"] : []),
    ...(options.challenge === undefined
      ? [
          challenge === undefined
            ? "the run answers no challenge: its histories may have been prepared at any time"
            : `the run answers the challenge "${challenge}"; --challenge insists on yours`,
        ]
      : []),
    ...(options.key === undefined
      ? [
          all.has(envelopeName)
            ? "it is signed; --key says by whom it should be"
            : "it carries no signature: who made it is not known",
        ]
      : []),
  ];
}

/** As it stands in a file, where members without a value are left out. */
function json(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}

function parsed(all: EvidenceFiles, name: string, problems: string[]): unknown {
  return all.has(name) ? attempt(problems, name, () => jsonOf(bytesIn(all, name), jsonBounds)) : undefined;
}

function attempt<T>(problems: string[], name: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    problems.push(`${name}: ${messageOf(error)}`);
    return undefined;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
