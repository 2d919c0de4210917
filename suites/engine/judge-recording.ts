/** Judges a recording of traffic between a real client and a real service. */
import type { Recording } from "../../driver/index.ts";
import type { RequirementId } from "../../spec/requirements/index.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import { ownParts, type Parts } from "../extensions/parts.ts";
import { judgeSafely } from "./judging.ts";
import { Recorder } from "./recorder.ts";
import { resultsOf, type FinishedResults } from "./results-of.ts";
import type { RunPlan } from "./run-plan.ts";
import { select } from "./selection.ts";

/** What a single exchange shows, or what no other client can have changed. */
const shownByExchanges: ReadonlySet<RequirementId> = new Set<RequirementId>([
  ...(["ENV-01", "ENV-02", "ENV-03", "STATUS-01", "STATUS-02", "STATUS-03", "STATUS-04"] as const),
  ...(["LOGIN-01", "LOGIN-02", "LOGIN-03", "LOGIN-04", "LOGIN-05"] as const),
  ...(["CREATE-01", "CREATE-02", "CREATE-07", "ACT-01", "ACT-02"] as const),
  ...(["DETAILS-01", "DETAILS-02", "DETAILS-03", "PAGE-13", "STATE-01", "STATE-02"] as const),
  ...(["FILES-01", "FILES-02", "FILES-06", "FILES-10", "SEARCH-01", "SEARCH-02", "SEARCH-07"] as const),
  ...(["FLOW-01", "FLOW-02", "FLOW-04", "ROBUST-01", "ROBUST-03", "ROBUST-06"] as const),
]);

/** Requests that got no whole answer are not in a recording, or not as they were. */
const neverShown: ReadonlySet<RequirementId> = new Set<RequirementId>(["ROBUST-02", "ROBUST-04", "ROBUST-07"]);

export interface RecordingOptions {
  readonly startedAt: string;
  readonly runId: string;
  /** Readings of the open points, as `observe` saves them. Absent: what depends on them is inconclusive. */
  readonly profile?: Profile;
  /** True where nobody else wrote to the traces meanwhile: then what was read can be held against what was written. */
  readonly alone?: boolean;
  readonly parts?: Parts;
}

/** The results, with everything that a recording cannot show `inconclusive`. */
export function judgeRecording(recording: Recording, options: RecordingOptions): FinishedResults {
  const { history, target, secrets, baseUrl } = recording;
  const { profile = { readings: {} }, parts = ownParts, startedAt, runId } = options;
  const alone = options.alone === true && recording.unknownWrites === 0;
  const selection = select([], parts.requirements);
  const judgeable = new Set(
    parts.requirements
      .map(({ id }) => id)
      .filter((id) => reasonAgainst(id, recording, { ...options, alone }, parts) === undefined),
  );
  const recorder = new Recorder({ baseUrl, redact: (text) => secrets.redact(text) });
  recorder.addTraffic(history);
  recorder.addJudged(history, judgeSafely(history, { profile, target }, judgeable, parts.checks));
  const plan: RunPlan = {
    target: {},
    runId,
    startedAt,
    depth: "quick",
    seed: 0,
    only: [],
    bail: false,
    failOn: "must",
  };
  return resultsOf(
    {
      plan,
      environment: { name: target.name, baseUrl, access: "read-only", waivers: [] },
      target,
      profile,
      selection,
      applicability: new Map(
        parts.requirements.map(({ id }) => {
          const reason =
            reasonAgainst(id, recording, { ...options, alone }, parts) ??
            "no exchange in the recording shows it; a longer recording may, a run does";
          return [id, { status: "inconclusive", reason }] as const;
        }),
      ),
      interrupted: false,
      durationMs: history.exchanges.at(-1)?.receivedAtMs ?? 0,
      parts,
    },
    recorder,
  );
}

/** Why a requirement is not judged by this recording; undefined where it is. */
function reasonAgainst(
  id: RequirementId,
  { showsSecrets, unknownWrites }: Recording,
  { alone }: Pick<RecordingOptions, "alone">,
  parts: Parts,
): string | undefined {
  if (neverShown.has(id)) return "a recording does not show which requests got no whole answer, and why; a run does";
  if (id === "ROBUST-05")
    return showsSecrets
      ? undefined
      : "the recording shows no token, password or key that could be repeated; one made with sensitive data does";
  if (shownByExchanges.has(id) || parts.ownRequirements.some((own) => own.id === id) || alone) return undefined;
  return unknownWrites > 0
    ? `what ${unknownWrites} recorded writes sent cannot be read, so what was read cannot be held against it; a recording that keeps the bodies of requests settles it`
    : "a recording does not show what other clients did meanwhile; --alone says that there were none";
}
