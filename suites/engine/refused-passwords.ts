/**
 * A password that is refused where the same user gets in by a private key or a token: the one who wrote the configuration
 * mistyped it, and each further try may lock the account. So it is tried before anything else, at most once on each face.
 */
import { deniesTheForm, type Driver } from "../../driver/index.ts";
import { faces, type Face } from "../../spec/operations.ts";
import { sameJson } from "../../spec/readings/equal.ts";
import type { Json } from "../../spec/json.ts";
import { succeeded } from "../../spec/readings/outcome.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import { accountKey, settingName } from "../../spec/vocabulary/setting-name.ts";
import type { Account, Script } from "../../spec/vocabulary/script.ts";
import { ConfigurationDoubt } from "./configuration-doubt.ts";

/** Statuses by which services refuse a user or a password; others are about the address, the time or the service. */
const refusing: readonly number[] = [400, 401, 403, 422];

/**
 * The logins by password of those who get in without it.
 * @throws ConfigurationDoubt where one is refused through both faces. Where the passwords of several users are, and of no
 * other is one taken, the target is at fault.
 */
export async function triedPasswords(driver: Driver): Promise<readonly History[]> {
  const { environment } = driver;
  const people = (environment.people ?? []).map(({ account }) => account);
  const all = [...new Set<Account>(["first", "second", ...people])].map((account) => ({
    account,
    has: environment.secrets.accountOf(account),
  }));
  const withPassword = all.filter(({ has }) => has.email !== undefined && has.password !== undefined);
  const [others, byPasswordAlone] = split(withPassword, ({ has }) => (has.privateKey ?? has.token) !== undefined);
  const tries = await Promise.all(others.map(({ account }) => tryPassword(driver, account)));
  const refused = tries.filter(({ isRefused }) => isRefused);
  const [first] = refused;
  const isOfAll = refused.length > 1 && refused.length === tries.length && byPasswordAlone.length === 0;
  if (first && !isOfAll) throw new ConfigurationDoubt(environment.secrets.redact(correction(driver, first)));
  return tries.flatMap(({ histories }) => histories);
}

interface Try {
  readonly account: Account;
  readonly histories: readonly History[];
  readonly answers: readonly Exchange[];
  readonly isRefused: boolean;
}

async function tryPassword(driver: Driver, account: Account): Promise<Try> {
  const histories: History[] = [];
  const answers: Exchange[] = [];
  for (const face of faces) {
    const history = await driver.run(login(account, face));
    histories.push(history);
    const answer = history.exchanges.findLast(({ support }) => !support);
    if (!answer || !refuses(answer)) return { account, histories, answers, isRefused: false };
    answers.push(answer);
  }
  return { account, histories, answers, isRefused: true };
}

/** True for a script that tries a password in this way, and does nothing else. */
export function isPasswordTry(script: Script): boolean {
  const [, actor = "", face = ""] = /^probes\/password\/(first|second|user-\d+)-(v2|legacy)$/.exec(script.id) ?? [];
  return actor !== "" && sameJson(script as unknown as Json, login(actor as Account, face as Face) as unknown as Json);
}

const login = (actor: Account, face: Face) => ({
  id: `probes/password/${actor}-${face}`,
  title: "Is the password of the configuration taken?",
  steps: [{ op: "login", face, method: "credential", ...(actor === "first" ? {} : { actor }) } as const],
});

function refuses(answer: Exchange): boolean {
  const { status = 0, body = new Uint8Array() } = answer.response ?? {};
  return !succeeded(answer) && refusing.includes(status) && !deniesTheForm(status, body);
}

function correction({ environment }: Driver, { account, answers }: Try): string {
  const at = (member: string): string => settingName(environment, `${accountKey(account)}.${member}`);
  const { privateKey, token } = environment.secrets.accountOf(account);
  const opens =
    privateKey === undefined || token !== undefined ? "" : `, and takes ${at("privateKey")} of the same user`;
  const said = answers.map(
    ({ request, response }) => `${request.method} ${request.path} answered ${String(response?.status)}`,
  );
  return (
    `correct ${at("password")} or ${at("email")}: the target refuses them${opens}; ${said.join(", ")}. They were sent ` +
    `once on each face, lest the account is locked`
  );
}

function split<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}
