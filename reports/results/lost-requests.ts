/** What was lost now and then, of all plain requests of a run: one finding about the health of the target. */
import { ofLostRequests } from "../../spec/requirements/lost-requests.ts";
import type { CollectorState } from "./collector-state.ts";

/** As the configuration has it where nothing is said. */
const usualErrorRate = 0.005;

export interface LostRequests {
  /** True where more were lost than `limits.errorRate` allows. */
  readonly isTooMany: boolean;
  /** Absent: none was lost. */
  readonly sentence?: string;
}

/** Undefined for every requirement but the one that is about this. */
export function lostRequests(
  id: string,
  { requirements, lost = {} }: CollectorState,
  errorRate = usualErrorRate,
): LostRequests | undefined {
  const tally = requirements[id];
  if (id !== ofLostRequests || !tally) return undefined;
  const { judged, failed } = tally;
  if (failed === 0) return { isTooMany: false };
  const isTooMany = failed > errorRate * judged;
  const answers = Object.entries(lost).sort(([, a], [, b]) => b - a);
  const told = answers.map(([answer, count]) => {
    if (answer === "unasked") return `may have given the answer of another request to ${grouped(count)}`;
    return /^\d+$/.test(answer)
      ? `answered ${answer} to ${grouped(count)}`
      : `gave no answer (${answer}) to ${grouped(count)}`;
  });
  const share = `${(100 * errorRate).toLocaleString("en", { maximumFractionDigits: 3 })} %`;
  const allowed = `\`limits.errorRate\` allows ${share}`;
  const sentence = `The target ${told.join(", and ")} of ${grouped(judged)} plain requests${failed < judged ? ", now and then" : ""}; ${allowed}.`;
  return { isTooMany, sentence };
}

const grouped = (count: number): string => count.toLocaleString("en");
