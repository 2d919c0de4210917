/** Judges a recording of traffic between a real client and a real service. */
import type { Recording } from "../../../driver/index.ts";
import type { Requirement } from "../../../spec/requirements/index.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import { Case, judge } from "../../../checks/index.ts";
import { ownParts, type Parts } from "../../extensions/parts.ts";
import { Recorder } from "../results/recorder.ts";
import { resultsOf, type FinishedResults } from "../results/results-of.ts";
import type { RunIdentity } from "../plan/run-plan.ts";
import { select } from "../plan/selection.ts";

interface RecordingOptions extends Pick<RunIdentity, "runId" | "startedAt"> {
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
      .filter((requirement) => reasonAgainst(requirement, recording, alone, parts) === undefined)
      .map(({ id }) => id),
  );
  const recorder = new Recorder({ baseUrl, redact: (text) => secrets.redact(text) });
  recorder.addTraffic(history);
  recorder.addJudged(history, judge(new Case(history, { profile, target }), { only: judgeable, rules: parts.rules }));
  // The results name a depth and a seed, although nothing here was generated.
  const identity: RunIdentity = { runId, startedAt, depth: "quick", seed: 0, only: [], failOn: "must" };
  return resultsOf(
    {
      identity,
      environment: { name: target.name, baseUrl, access: "read-only", waivers: [] },
      target,
      profile,
      selection,
      applicability: new Map(
        parts.requirements.map((requirement) => {
          const reason =
            reasonAgainst(requirement, recording, alone, parts) ??
            "no exchange in the recording shows it; a longer recording may, a run does";
          return [requirement.id, { status: "inconclusive", reason }] as const;
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
  requirement: Requirement,
  { showsSecrets, unknownWrites }: Recording,
  alone: boolean,
  parts: Parts,
): string | undefined {
  const own = parts.ownRequirements.includes(requirement);
  switch (own ? "exchange" : requirement.shownBy) {
    case "exchange":
      return undefined;
    case "delivery":
      return "a recording does not show which requests got no whole answer, and why; a run does";
    case "secrets":
      return showsSecrets
        ? undefined
        : "the recording shows no token, password or key that could be repeated; one made with sensitive data does";
    default:
      if (alone) return undefined;
      return unknownWrites > 0
        ? `what ${unknownWrites} recorded writes sent cannot be read, so what was read cannot be held against it; a recording that keeps the bodies of requests settles it`
        : "a recording does not show what other clients did meanwhile; --alone says that there were none";
  }
}
