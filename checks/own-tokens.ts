/**
 * Whose token a login gives: it names no other user, and where claims tell users apart, they name the one who logged in, also
 * beside logins of others.
 */
import { sameJson } from "../spec/readings/equal.ts";
import { payloadMember, succeeded } from "../spec/readings/outcome.ts";
import type { Json } from "../spec/json.ts";
import type { RequirementId } from "../spec/requirements/index.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import type { Account } from "../spec/vocabulary/script.ts";
import type { Case } from "./model/case.ts";
import type { Finding } from "./judgements.ts";
import { rule, type Rule } from "./rule.ts";
import { nameOf } from "./support/exchanges.ts";
import { claimsOf } from "./support/jwt.ts";

type Claims = Readonly<Record<string, unknown>>;

interface Login {
  readonly exchange: Exchange;
  readonly claims: Claims;
}

/** The logins with right credentials whose tokens show claims. A saved history shows masks that are equal where these are. */
const claimingLogins = ({ exchanges }: Case): readonly Login[] =>
  exchanges.flatMap((exchange) => {
    const { intent, defects } = exchange;
    if (!intent.kind.startsWith("login") || defects.length > 0 || !succeeded(exchange)) return [];
    const token = payloadMember(exchange, "token");
    const claims = typeof token === "string" ? claimsOf(token) : undefined;
    return claims ? [{ exchange, claims }] : [];
  });

/** What each of two users' tokens claim, each time they logged in by themselves, and the other's never do. */
interface ToldApart {
  readonly one: string;
  readonly other: string;
  readonly claims: readonly { readonly name: string; readonly ofOne: unknown; readonly ofOther: unknown }[];
}

const usersToldApart = (subject: Case): readonly ToldApart[] => {
  const alone = subject.view(claimingLogins).filter(({ exchange }) => exchange.parallel !== true);
  const byUser = [...Map.groupBy(alone, ({ exchange }) => exchange.actor)].filter(([, own]) => own.length > 1);
  return byUser.flatMap(([one, ofOne]) =>
    byUser
      .filter(([other, ofOther]) => other !== one && areByTurns(ofOne, ofOther))
      .map(([other, ofOther]) => ({ one, other, claims: differing(ofOne, ofOther) }))
      .filter(({ claims }) => claims.length > 0),
  );
};

/** What only tells the time, or counts, changes between two logins of one user where another's is between them. */
const areByTurns = (ofOne: readonly Login[], ofOther: readonly Login[]): boolean =>
  isAround(ofOne, ofOther) && isAround(ofOther, ofOne);

const isAround = (outer: readonly Login[], inner: readonly Login[]): boolean =>
  inner.some(
    ({ exchange: { index } }) =>
      outer.some(({ exchange }) => exchange.index < index) && outer.some(({ exchange }) => exchange.index > index),
  );

function differing(ofOne: readonly Login[], ofOther: readonly Login[]): ToldApart["claims"] {
  return Object.keys(ofOne[0]?.claims ?? {}).flatMap((name) => {
    const [value, another] = [constantIn(ofOne, name), constantIn(ofOther, name)];
    const isTold = value !== undefined && another !== undefined && !same(value, another);
    return isTold ? [{ name, ofOne: value, ofOther: another }] : [];
  });
}

/** The value that a claim has in all of them; undefined where it differs, or is not there. */
function constantIn(logins: readonly Login[], name: string): unknown {
  const [first, ...others] = logins.map(({ claims }) => claims[name]);
  return others.every((value) => same(value, first)) ? first : undefined;
}

const same = (one: unknown, other: unknown): boolean =>
  one !== undefined && other !== undefined && sameJson(one as Json, other as Json);

export const ownTokenRules: readonly Rule[] = [
  ...givesOwnToken("LOGIN-04", "login-credential"),
  ...givesOwnToken("LOGIN-05", "login-private-key"),
];

function givesOwnToken(requirement: RequirementId, kind: Exchange["intent"]["kind"]): readonly Rule[] {
  const named = rule(requirement, function* (subject) {
    for (const exchange of subject.exchanges) {
      const { tokenNames = [] } = exchange.response ?? {};
      const isRight = exchange.intent.kind === kind && exchange.defects.length === 0 && succeeded(exchange);
      if (isRight && tokenNames.length > 0) yield [exchange, namesOther(exchange, tokenNames)];
    }
  });
  const toldApart = rule(requirement, function* (subject) {
    const toldApart = subject.view(usersToldApart);
    for (const { exchange, claims } of subject.view(claimingLogins)) {
      const others = toldApart.filter(({ one }) => one === exchange.actor);
      if (exchange.intent.kind !== kind || exchange.parallel !== true || others.length === 0) continue;
      const finding = others.map((pair) => tokenOfOther(exchange, claims, pair)).find((found) => found !== undefined);
      yield [exchange, finding];
    }
  });
  return [named, toldApart];
}

/** The token names users of the configuration, and who logged in is none of them. */
function namesOther(exchange: Exchange, named: readonly Account[]): Finding | undefined {
  const [user, [other = ""]] = [exchange.by ?? exchange.actor, named];
  if (named.includes(user)) return undefined;
  return {
    message: `${nameOf(exchange)} of the user ${user} gives a token that names the user ${other}: its claims have the email of that one`,
    expected: `a token of the user ${user}`,
    actual: `a token of the user ${other}`,
  };
}

/** Every claim that tells the two apart is that of the other. */
function tokenOfOther(exchange: Exchange, claims: Claims, { other, claims: telling }: ToldApart): Finding | undefined {
  if (!telling.every(({ name, ofOther }) => same(claims[name], ofOther))) return undefined;
  const names = telling.map(({ name }) => `\`${name}\``).join(", ");
  return {
    message: `${nameOf(exchange)} of the user ${exchange.actor}, beside a login of ${other}, gives the token of ${other}: ${names} of the claims`,
    expected: `a token with the claims of ${exchange.actor}`,
    actual: `the claims that every token of ${other} has`,
  };
}
