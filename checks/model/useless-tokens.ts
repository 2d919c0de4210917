/** Requests with a token from a login that was never accepted: the login is at fault. */
import { succeeded } from "../../spec/readings/outcome.ts";
import { senderOf } from "../../spec/readings/people.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import { loginStepOf } from "../support/steps.ts";
import type { Case } from "./case.ts";

/** Refused requests with such a token. */
export const withUselessToken = ({ history }: Case): ReadonlySet<Exchange> => {
  const adopted = history.exchanges.filter(
    (login) => login.intent.kind.startsWith("login") && loginStepOf(history.script, login.step)?.adopt === true,
  );
  return new Set(
    adopted.flatMap((login) => {
      const uses = [...usesOf(login, history)];
      return uses.some(succeeded) ? [] : uses.filter(({ response }) => [401, 403].includes(response?.status ?? 0));
    }),
  );
};

/** The requests of the same user with a login's token, up to the next login. */
export function* usesOf(login: Exchange, { exchanges }: History): Iterable<Exchange> {
  for (const use of exchanges) {
    if (use.index <= login.index || senderOf(use) !== login.actor || use.defects.length > 0) continue;
    if (use.intent.kind.startsWith("login")) return;
    yield use;
  }
}
