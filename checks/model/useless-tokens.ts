/** Requests with a token that a login gave and that opened nothing at all: that is the matter of the login. */
import { succeeded } from "../../spec/readings/outcome.ts";
import { senderOf } from "../../spec/readings/people.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import { loginStepOf } from "../support/steps.ts";
import type { Case } from "./case.ts";

/** What is refused with such a token. */
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

/** What the same user asked with a login's token, up to the next login. */
export function* usesOf(login: Exchange, { exchanges }: History): Iterable<Exchange> {
  for (const use of exchanges) {
    if (use.index <= login.index || senderOf(use) !== login.actor || use.defects.length > 0) continue;
    if (use.intent.kind.startsWith("login")) return;
    yield use;
  }
}
