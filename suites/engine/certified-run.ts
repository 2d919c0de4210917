/** From the output folder of a run to its evidence. */
import { cleanValues, linesOfHistories, type Environment } from "../../driver/index.ts";
import { packEvidence, refusals } from "../../reports/evidence/index.ts";
import type { Results } from "../../reports/index.ts";
import { readCollected, readResults } from "./saved-run.ts";
import { suiteIdentity } from "./suite-digest.ts";
import { UsageError } from "../usage-error.ts";

interface CertifiedRun {
  readonly results: Results;
  readonly archive: Buffer;
}

/** Packs a run. @throws UsageError for a folder without a run, and for a run that cannot be certified. */
export async function certifyRun(folder: string, environment?: Environment): Promise<CertifiedRun> {
  const results = readResults(folder);
  if (!results) throw new UsageError(`${folder} holds no run; give the --output folder of a run`);
  const collected = readCollected(folder);
  refuse(refusals(results, { waivers: collected.options.waivers ?? [] }));
  if (!collected.profile) refuse(["the run could not begin"]);
  const failing = new Set(results.requirements.flatMap(({ failures = [] }) => failures.map(({ script }) => script.id)));
  const archive = packEvidence({
    results,
    configuration: environment ? configurationOf(environment) : { target: collected.target },
    profile: collected.profile,
    suite: suiteIdentity(),
    failingHistories: failing.size === 0 ? "" : await linesOfHistories(folder, (id) => failing.has(id)),
  });
  return { results, archive };
}

/** Refuses before anything is sent what would be refused afterwards. @throws UsageError */
export function refuseUncertifiable({ waivers, openPoints }: Environment, extend: readonly string[] = []): void {
  refuse(refusals(undefined, { waivers, pins: Object.keys(openPoints), extend }));
}

/** The environment as it was configured, without its secrets: which credentials there were, not what they are. */
function configurationOf(environment: Environment): unknown {
  const { name, baseUrl, access, organization, workflows, knownTraces, limits, secondUser, tls, proxy, secrets } =
    environment;
  const given = (actor: "first" | "second"): readonly string[] => Object.keys(secrets.accountOf(actor)).sort();
  const configuration = {
    name,
    baseUrl,
    access,
    credentials: given("first"),
    ...(secondUser ? { secondUser: { credentials: given("second"), ...secondUser } } : {}),
    ...(organization === undefined ? {} : { organization }),
    workflows,
    knownTraces,
    limits,
    ...(tls ? { tls: Object.keys(tls).sort() } : {}),
    ...(proxy === undefined ? {} : { proxy: true }),
  };
  return cleanValues<unknown>(configuration, (text) => secrets.redact(text));
}

function refuse(reasons: readonly string[]): void {
  if (reasons.length > 0) throw new UsageError(`this cannot be certified:\n  ${reasons.join("\n  ")}`);
}
