/** Logins: a JWT for the right credentials that then opens the endpoints, nothing for wrong ones. */
import { payloadMember, succeeded } from "../spec/readings/outcome.ts";
import type { RequirementId } from "../spec/requirements/index.ts";
import type { Exchange, History } from "../spec/vocabulary/history.ts";
import type { Check, Judgement, JudgingContext } from "../spec/vocabulary/judgement.ts";
import { worldOf, type World } from "./model/world.ts";
import { answerOf, isProbing, nameOf } from "./support/exchanges.ts";
import { judged } from "./support/judging.ts";
import { isJwt } from "./support/jwt.ts";
import { isPlain } from "./support/plain.ts";
import { loginStepOf } from "./support/steps.ts";

const opens: { readonly [operationId: string]: RequirementId } = {
  v2LoginCredential: "LOGIN-06",
  v2LoginPrivateKey: "LOGIN-07",
  legacyLoginCredential: "LOGIN-08",
};

export const login: Check = {
  id: "login",
  requirements: [
    "LOGIN-04",
    "LOGIN-05",
    "LOGIN-06",
    "LOGIN-07",
    "LOGIN-08",
    "LOGIN-11",
    "LOGIN-12",
    "LOGIN-13",
    "LOGIN-14",
    "LOGIN-15",
    "LOGIN-16",
  ],
  *judge(history, context) {
    const world = worldOf(history);
    for (const exchange of history.exchanges) {
      if (!exchange.intent.kind.startsWith("login") || isProbing(exchange) || !exchange.response) continue;
      if (exchange.defects.length > 0) yield* judgeWrong(exchange, history);
      else if (succeeded(exchange)) yield* judgeRight(exchange, history, world, context);
    }
  },
};

function* judgeRight(exchange: Exchange, history: History, world: World, context: JudgingContext): Iterable<Judgement> {
  const token = payloadMember(exchange, "token");
  // A saved history holds no tokens.
  if (typeof token === "string" && !token.includes("«")) {
    yield judged(
      exchange.intent.kind === "login-private-key" ? "LOGIN-05" : "LOGIN-04",
      exchange,
      isJwt(token)
        ? undefined
        : {
            message: `${nameOf(exchange)} answers a token that is no JWT`,
            expected: "three or five base64url parts, a JSON header with alg first",
            actual: shapeOf(token),
          },
    );
  }
  const requirement = opens[exchange.operationId];
  const step = loginStepOf(history.script, exchange.step);
  if (!requirement || !step?.adopt || token === undefined) return;
  for (const use of history.exchanges) {
    if (use.index <= exchange.index || use.actor !== exchange.actor || use.defects.length > 0) continue;
    if (use.intent.kind.startsWith("login")) return;
    const status = use.response?.status;
    // What is not plain, or belongs to another user, may be refused whatever the token.
    const refused = (status === 401 || status === 403) && isPlain(use, world, context);
    if (!succeeded(use) && !refused) continue;
    yield judged(
      requirement,
      use,
      succeeded(use)
        ? undefined
        : {
            message: `${nameOf(use)} refuses the token that ${nameOf(exchange)} gave: ${answerOf(use)}`,
            expected: "success",
            actual: status,
            with: [exchange],
          },
    );
  }
}

/** The form of a token without the token. */
function shapeOf(token: string): string {
  return `${token.split(".").length} part(s) of ${token
    .split(".")
    .map((part) => part.length)
    .join(", ")} characters`;
}

function* judgeWrong(exchange: Exchange, history: History): Iterable<Judgement> {
  // Right credentials under another media type are still right ones: whether that is accepted is not shown.
  const telling = exchange.defects.filter(
    ({ where, what }) => where === "credentials" || (where === "body" && what !== "content-type"),
  );
  if (telling.length === 0 || telling.length < exchange.defects.length) return;
  const token = payloadMember(exchange, "token");
  const given = succeeded(exchange) && typeof token === "string" && token !== "";
  yield judged(
    wrongRequirement(exchange, history),
    exchange,
    given
      ? {
          message: `${nameOf(exchange)} gives a token for wrong credentials (${exchange.defects.map(({ what }) => what).join(", ")})`,
          expected: "no token",
          actual: answerOf(exchange),
        }
      : undefined,
  );
}

function wrongRequirement(exchange: Exchange, history: History): RequirementId {
  const step = loginStepOf(history.script, exchange.step);
  const replaced = step?.replace ?? {};
  const values = Object.values(replaced);
  const malformed =
    (step?.omit?.length ?? 0) > 0 || step?.body !== undefined || values.some((value) => typeof value !== "string");
  if (malformed) return "LOGIN-15";
  if (exchange.intent.kind === "login-private-key") return "LOGIN-14";
  if (values.some((value) => typeof value === "string" && value.startsWith("$second."))) return "LOGIN-16";
  if (replaced.email !== undefined) return "LOGIN-13";
  return exchange.face === "v2" ? "LOGIN-11" : "LOGIN-12";
}
