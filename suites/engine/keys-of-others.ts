/**
 * A key that opens the session of another user: what its user may do is refused then, as if the configuration named a wrong
 * group. The same user's password tells whose fault it is.
 */
import type { Environment } from "../../driver/index.ts";
import { isJsonObject } from "../../spec/json.ts";
import { sameJson } from "../../spec/readings/equal.ts";
import { succeeded } from "../../spec/readings/outcome.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { Account, ActStep, Script } from "../../spec/vocabulary/script.ts";

/** So many users are asked for, and of each so many actions are sent again. */
const [mostUsers, mostActions] = [3, 2];

/**
 * Of each user beside the first who has a key and a password: what was refused last on some traces, once more in the
 * session that the key opens, and then in that of the password.
 */
export function askedByEachLogin(histories: readonly History[], { secrets }: Environment): readonly Script[] {
  const refused = histories.flatMap(({ exchanges }) => exchanges).filter(isRefused);
  const byUser = [...Map.groupBy(refused, ({ by }) => by)].flatMap(([by, own]) => {
    const { email, password, privateKey } = by === undefined ? {} : secrets.accountOf(by);
    const hasBoth = email !== undefined && password !== undefined && privateKey !== undefined;
    return by !== undefined && hasBoth ? [{ by, own }] : [];
  });
  return byUser.slice(0, mostUsers).flatMap(({ by, own }) =>
    [...Map.groupBy(own, traceOf).values()]
      .flatMap((all) => all.slice(-1))
      .slice(-mostActions)
      .map((exchange, at) => askedAgain(exchange, by, at)),
  );
}

/** True where one of these actions was refused in the session of the key and taken in that of the password. */
export function keyOpensAnother(histories: readonly History[]): boolean {
  return histories.some(({ exchanges }) => {
    const acts = exchanges.filter(({ intent }) => intent.kind === "act");
    const [first, ...later] = acts;
    return first !== undefined && isRefused(first) && later.some((one) => succeeded(one) && isSame(first, one));
  });
}

function isRefused({ intent, response, support, defects, candidateFor, by }: Exchange): boolean {
  const isPlain = !support && !candidateFor && defects.length === 0 && by !== undefined && by !== "first";
  return isPlain && intent.kind === "act" && (response?.status === 401 || response?.status === 403);
}

const traceOf = ({ intent }: Exchange): string => (intent.kind === "act" ? intent.traceId : "");

const isSame = (one: Exchange, other: Exchange): boolean =>
  one.intent.kind === "act" &&
  other.intent.kind === "act" &&
  one.intent.traceId === other.intent.traceId &&
  one.intent.actionKey === other.intent.actionKey &&
  sameJson(one.intent.data, other.intent.data);

function askedAgain({ intent, face }: Exchange, actor: Account, at: number): Script {
  if (intent.kind !== "act") throw new Error("only actions are sent again");
  const { traceId: trace, workflow, actionKey, groupLabel, data, markerAt } = intent;
  const act: ActStep = {
    ...{ op: "act", face, trace, workflow, data: isJsonObject(data) ? data : {}, outOfOrder: true },
    ...(typeof actionKey === "string" ? { action: actionKey } : {}),
    ...(typeof groupLabel === "string" ? { group: groupLabel } : {}),
    ...(markerAt ? { markerAt } : {}),
  };
  const opened = { op: "login", face: "v2", adopt: true, actor } as const;
  return {
    id: `probes/key-of-another/${actor}-${String(at)}`,
    title: `What ${actor} may do in the sessions that the key and the password open`,
    steps: [{ ...opened, method: "private-key" }, act, { ...opened, method: "credential" }, act],
  };
}
