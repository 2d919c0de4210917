/** Confirms on fresh traces who may act for which group, among users whose groups are not told. */
import { isTaken } from "../../../spec/readings/actions.ts";
import { createdTraceOf } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Account } from "../../../spec/vocabulary/script.ts";
import { isTurnedDown } from "../observations.ts";
import { maxForSure } from "./bounds.ts";
import type { Doers, DoneStep } from "./doers.ts";

/** Sends an earlier action again: on this trace, or to create one. */
type SendAgain = (step: DoneStep, trace: string | undefined, by: Account) => Promise<Exchange | undefined>;

/**
 * Sends accepted data again as each user in doubt. A user who is refused what a member of the group is then allowed
 * does not act for the group. Nothing is sent where no user was refused what another was allowed.
 */
export async function confirmDoers(doers: Doers, send: SendAgain): Promise<void> {
  let sent = 0;
  const counted: SendAgain = async (...asked) => (++sent > maxForSure ? undefined : send(...asked));
  for (const { label, path } of doers.unsure) {
    const [before, last] = [path.slice(0, -1), path.at(-1)];
    if (!last) continue;
    const refused: Account[] = [];
    let trace: string | undefined;
    const again = async (account: Account): Promise<Exchange | undefined> => {
      if (before.length > 0) trace ??= await built(doers, before, label, counted);
      if (before.length > 0 && trace === undefined) return undefined;
      const answer = await counted(last, trace, account);
      if (answer && isTaken(answer)) trace = undefined;
      return answer;
    };
    for (const account of doers.doubtful(label)) {
      const answer = await again(account);
      if (!answer) break;
      if (isTurnedDown(answer)) refused.push(account);
    }
    for (const member of refused.length > 0 ? doers.membersOf(label) : []) {
      const answer = await again(member);
      if (!answer || isTaken(answer)) {
        if (answer) doers.passOver(label, refused, true);
        break;
      }
    }
  }
}

/** Builds a trace of these steps, preferably by users who are not in doubt; undefined where a step is refused. */
async function built(
  doers: Doers,
  steps: readonly DoneStep[],
  label: string,
  send: SendAgain,
): Promise<string | undefined> {
  const tried = new Set(doers.doubtful(label));
  let trace: string | undefined;
  for (const step of steps) {
    const members = doers.membersOf(step.action.groupLabel);
    const [others, own] = [members.filter((one) => !tried.has(one)), members.filter((one) => tried.has(one))];
    let answer: Exchange | undefined;
    for (const account of [...others, ...own]) {
      answer = await send(step, trace, account);
      if (answer && isTaken(answer)) break;
    }
    if (!answer || !isTaken(answer)) return undefined;
    trace ??= createdTraceOf(answer);
  }
  return trace;
}
