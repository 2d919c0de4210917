/** Logins: a JWT for the right credentials that then opens the endpoints, nothing for wrong ones. */
import type { OperationId } from "../spec/operations.ts";
import { isJsonObject, type Json } from "../spec/json.ts";
import { parseCredentialReference } from "../spec/readings/credential-reference.ts";
import { payloadMember, succeeded } from "../spec/readings/outcome.ts";
import type { RequirementId } from "../spec/requirements/index.ts";
import type { Exchange, History } from "../spec/vocabulary/history.ts";
import type { Case } from "./model/case.ts";
import { plainRequests } from "./model/process/plain.ts";
import { usesOf } from "./model/useless-tokens.ts";
import type { Finding } from "./judgements.ts";
import { rule, type Rule } from "./rule.ts";
import { answerOf, nameOf } from "./support/exchanges.ts";
import { isJwt, timesThatAreNone } from "./support/jwt.ts";
import { loginStepOf } from "./support/steps.ts";

export const loginRules: readonly Rule[] = [
  givesJwt("LOGIN-04", "login-credential"),
  givesJwt("LOGIN-05", "login-private-key"),
  givesUsableToken("LOGIN-06", "v2LoginCredential"),
  givesUsableToken("LOGIN-07", "v2LoginPrivateKey"),
  givesUsableToken("LOGIN-08", "legacyLoginCredential"),
  // What a user may do after one login that user may do after the other.
  rule("LOGIN-07", function* (subject) {
    for (const login of subject.view(rightLogins)) {
      if (login.intent.kind !== "login-private-key" || !isAdopted(login, subject.history)) continue;
      for (const use of actsAfter(login, subject.history)) {
        const taken = isForbidden(use) && takenAfterPassword(use, login, subject);
        const message = `${nameOf(use)} refuses with the token of the private key what it takes from the same user with that of the password`;
        const finding = taken && { message, expected: "success", actual: answerOf(use), with: [login, taken] };
        if (succeeded(use) || finding) yield [use, finding || undefined];
      }
    }
  }),
  // Another user's password is a wrong one as well.
  givesNoToken("LOGIN-11", (wrong, { face }) => (wrong === "password" || wrong === "other user's") && face === "v2"),
  givesNoToken(
    "LOGIN-12",
    (wrong, { face }) => (wrong === "password" || wrong === "other user's") && face === "legacy",
  ),
  givesNoToken("LOGIN-13", (wrong) => wrong === "email"),
  givesNoToken("LOGIN-14", (wrong) => wrong === "private key"),
  givesNoToken("LOGIN-15", (wrong) => wrong === "form"),
  givesNoToken("LOGIN-16", (wrong) => wrong === "other user's"),
];

function givesJwt(requirement: RequirementId, kind: Exchange["intent"]["kind"]): Rule {
  return rule(requirement, function* (subject) {
    for (const login of subject.view(rightLogins)) {
      const token = payloadMember(login, "token");
      // A saved history holds no tokens.
      if (login.intent.kind !== kind || typeof token !== "string" || token.includes("«")) continue;
      yield [login, noJwt(login, token) ?? noTimes(login, token)];
    }
  });
}

function noJwt(login: Exchange, token: string): Finding | undefined {
  if (isJwt(token)) return undefined;
  return {
    message: `${nameOf(login)} answers a token that is no JWT`,
    expected: "three or five base64url parts, a JSON header with alg first",
    actual: shapeOf(token),
  };
}

function noTimes(login: Exchange, token: string): Finding | undefined {
  const wrong = timesThatAreNone(token);
  if (wrong.length === 0) return undefined;
  return {
    message: `${nameOf(login)} answers a token that says ${wrong.join(", ")} otherwise than by a number, as no JWT does`,
    expected: "seconds since 1970 as a number (RFC 7519, NumericDate), or no such claim",
    actual: `${wrong.join(", ")} of another type`,
  };
}

function givesUsableToken(requirement: RequirementId, operationId: OperationId): Rule {
  return rule(requirement, function* (subject) {
    const plain = subject.view(plainRequests);
    for (const login of subject.view(rightLogins)) {
      if (login.operationId !== operationId || payloadMember(login, "token") === undefined) continue;
      if (!loginStepOf(subject.history.script, login.step)?.adopt) continue;
      const uses = [...usesOf(login, subject.history)];
      for (const use of uses) {
        const status = use.response?.status;
        // Unusual requests and those on another user's traces may be refused with a good token as well.
        const refused = (status === 401 || status === 403) && plain.has(use) && !isOfUser(use, uses);
        if (succeeded(use)) yield [use];
        else if (refused) {
          const message = `${nameOf(use)} refuses the token that ${nameOf(login)} gave: ${answerOf(use)}`;
          yield [use, { message, expected: "success", actual: status, with: [login] }];
        }
      }
    }
  });
}

const isAdopted = (login: Exchange, { script }: History): boolean => loginStepOf(script, login.step)?.adopt === true;

const isForbidden = ({ response }: Exchange): boolean => response?.status === 401 || response?.status === 403;

/** The actions that were sent with the token of a login of one of the users beside the first, up to their next login. */
function* actsAfter(login: Exchange, { exchanges }: History): Iterable<Exchange> {
  for (const use of exchanges.slice(exchanges.indexOf(login) + 1)) {
    if (use.intent.kind.startsWith("login") && use.actor === login.actor) return;
    if (use.intent.kind === "act" && use.by === login.actor && use.defects.length === 0) yield use;
  }
}

/** The same action on the same trace, with whatever data, taken later on with the token that the password of the same user opened. */
function takenAfterPassword({ intent, index }: Exchange, { actor }: Exchange, subject: Case): Exchange | undefined {
  const logins = subject
    .view(rightLogins)
    .filter((one) => one.intent.kind === "login-credential" && one.actor === actor && one.index > index);
  return logins
    .filter((login) => isAdopted(login, subject.history))
    .flatMap((login) => [...actsAfter(login, subject.history)])
    .find(
      (one) =>
        succeeded(one) &&
        one.intent.kind === "act" &&
        intent.kind === "act" &&
        one.intent.traceId === intent.traceId &&
        one.intent.actionKey === intent.actionKey &&
        one.intent.groupLabel === intent.groupLabel &&
        one.intent.files.length === intent.files.length,
    );
}

/**
 * True for an action that is refused with 403 while the same token goes on opening the face: it may be another user's
 * turn. That it is refused is the matter of the rules about actions.
 */
function isOfUser({ intent, response, face, receivedAtMs }: Exchange, uses: readonly Exchange[]): boolean {
  if (intent.kind !== "act" || response?.status !== 403) return false;
  return uses.some((later) => later.face === face && later.sentAtMs >= receivedAtMs && succeeded(later));
}

function givesNoToken(requirement: RequirementId, concerns: (wrong: Wrong, login: Exchange) => boolean): Rule {
  return rule(requirement, function* (subject) {
    for (const { login, wrong } of subject.view(wrongLogins)) {
      if (!concerns(wrong, login)) continue;
      const token = payloadMember(login, "token");
      yield [
        login,
        ((typeof token === "string" && token !== "") || refusedWithToken(login)) && {
          message: `${nameOf(login)} gives a token for wrong credentials (${login.defects.map(({ what }) => what).join(", ")})`,
          expected: "no token",
          actual: answerOf(login),
        },
      ];
    }
  });
}

/**
 * True for a JWT in the member `token`, whatever the status: who asked has got it. A text of another form may be
 * anything, such as the number of the request.
 */
function refusedWithToken({ response }: Exchange): boolean {
  const document = response?.json?.value;
  const places = isJsonObject(document) ? [document, document["data"]] : [];
  // A saved history holds no tokens, but what stands in their place.
  return places.some((place) => isJsonObject(place) && isToken(place["token"]));
}

function isToken(value: Json | undefined): boolean {
  return isJwt(value) || (typeof value === "string" && value.includes("«"));
}

const answeredLogins = ({ exchanges }: Case): readonly Exchange[] =>
  exchanges.filter(({ intent, response }) => response && intent.kind.startsWith("login"));

const rightLogins = (subject: Case): readonly Exchange[] =>
  subject.view(answeredLogins).filter((login) => login.defects.length === 0 && succeeded(login));

/** What is wrong with the credentials of a login. */
type Wrong = "form" | "private key" | "other user's" | "email" | "password";

const wrongLogins = (subject: Case): readonly { readonly login: Exchange; readonly wrong: Wrong }[] =>
  subject
    .view(answeredLogins)
    // Right credentials under another media type are still right ones: whether that is accepted is not shown.
    .filter(({ defects }) =>
      defects.every(({ where, what }) => where === "credentials" || (where === "body" && what !== "content-type")),
    )
    .filter(({ defects }) => defects.length > 0)
    .map((login) => ({ login, wrong: wrongPartOf(login, subject.history) }));

function wrongPartOf({ step, intent, actor }: Exchange, { script }: History): Wrong {
  const { omit = [], body, replace: replaced = {} } = loginStepOf(script, step) ?? {};
  const values = Object.values(replaced);
  if (omit.length > 0 || body !== undefined || values.some((value) => typeof value !== "string")) return "form";
  if (intent.kind === "login-private-key") return "private key";
  const owners = values.flatMap((value) =>
    typeof value === "string" ? (parseCredentialReference(value)?.actor ?? []) : [],
  );
  if (owners.some((owner) => owner !== actor)) return "other user's";
  return replaced.email === undefined ? "password" : "email";
}

/** The form of a token without the token. */
function shapeOf(token: string): string {
  const parts = token.split(".");
  return `${parts.length} part(s) of ${parts.map((part) => part.length).join(", ")} characters`;
}
