/** Logins whose token opens nothing, or somebody else's session. */
import { loginStepOf } from "../../../checks/support/steps.ts";
import { operationById } from "../../../spec/operations.ts";
import { refused, succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { operatorOf, type Operator } from "../mutant.ts";
import type { Recorded } from "../recorded.ts";
import { granted } from "./granted.ts";
import { refusedWith } from "./refusals.ts";

const isLogin = ({ operationId }: Exchange): boolean => operationById(operationId).kind.startsWith("login");

/** What a user asks with the token of a login, up to that user's next login. */
function asked(login: Exchange, { subject }: Recorded): readonly Exchange[] {
  const later = subject.exchanges.filter(({ index, actor }) => index > login.index && actor === login.actor);
  const end = later.findIndex(isLogin);
  return (end < 0 ? later : later.slice(0, end)).filter(({ defects }) => defects.length === 0);
}

function sessions(
  id: string,
  title: string,
  what: string,
  answers: (login: Exchange, asked: readonly Exchange[], recorded: Recorded) => readonly Exchange[],
): Operator {
  return operatorOf("history")(id, title, what, function* (recorded) {
    for (const login of recorded.successes("login-credential", "login-private-key"))
      if (isAdopted(login, recorded)) yield () => answers(login, asked(login, recorded), recorded);
  });
}

/** True where the script goes on with the token of this login. */
function isAdopted({ step }: Exchange, { history }: Recorded): boolean {
  return loginStepOf(history.script, step)?.adopt === true;
}

/** What a user sees who is taken for the other one: nothing of one's own, and what belongs to the other. */
function asTheOther(exchange: Exchange, login: Exchange, recorded: Recorded): Exchange | undefined {
  const { created } = recorded.subject.traceOf(exchange) ?? {};
  if (!created || created.exchange.index > login.index) return undefined;
  if (created.exchange.actor !== login.actor) return refused(exchange) ? granted(exchange, recorded) : undefined;
  return succeeded(exchange) ? refusedWith(exchange, 404) : undefined;
}

export const session: readonly Operator[] = [
  sessions("token-opens-nothing", "Hands out a token that it then refuses.", "the token opens nothing", (_, uses) =>
    uses.filter(succeeded).map((exchange) => refusedWith(exchange, 401)),
  ),
  sessions(
    "session-of-another-user",
    "Hands out the token of another user.",
    "the token is that of another user",
    (login, uses, recorded) => {
      if (recorded.subject.target.secondUser?.sharesOrganization !== false) return [];
      return uses.flatMap((exchange) => asTheOther(exchange, login, recorded) ?? []);
    },
  ),
];
