/** Identifiers and tokens that are none, or somebody else's. */
import type { Json } from "../../../spec/json.ts";
import { payloadOf } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { withMembers, withPayload } from "../answers.ts";
import { operatorOf, type Operator } from "../mutant.ts";
import type { Recorded } from "../recorded.ts";

const operator = operatorOf("identifiers");

function uuids(
  id: string,
  title: string,
  what: string,
  change: (uuid: string, exchange: Exchange, recorded: Recorded) => Json | undefined,
): Operator {
  return operator(id, title, what, function* (recorded) {
    for (const exchange of recorded.successes("create", "act")) {
      yield () => {
        const uuid = payloadOf(exchange);
        const other = typeof uuid === "string" ? change(uuid, exchange, recorded) : undefined;
        return other === undefined || other === uuid ? undefined : [withPayload(exchange, () => other)];
      };
    }
  });
}

/** An answer of the same operation before this one. */
function earlier(exchange: Exchange, recorded: Recorded): Json | undefined {
  const before = recorded
    .successes(exchange.intent.kind === "create" ? "create" : "act")
    .find(({ index, face }) => index < exchange.index && face === exchange.face);
  return before && payloadOf(before);
}

function tokens(id: string, title: string, what: string, token: Json): Operator {
  return operator(id, title, what, function* (recorded) {
    for (const exchange of recorded.successes("login-credential", "login-private-key"))
      yield () => [withMembers(exchange, { token })];
  });
}

export const identifiers: readonly Operator[] = [
  uuids("uuid-malformed", "Answers something that is no UUID.", "the UUID lacks its last digit", (uuid) =>
    uuid.slice(0, -1),
  ),
  uuids("uuid-empty", "Answers an empty text for a UUID.", "the UUID is empty", () => ""),
  uuids("uuid-in-object", "Answers an object that holds the UUID.", "the UUID stands in an object", (uuid) => ({
    id: uuid,
  })),
  uuids(
    "uuid-of-an-earlier",
    "Answers the UUID of an earlier one.",
    "the UUID is that of an earlier one",
    (_, exchange, recorded) => {
      // What names nothing that can be seen may be the same for every action.
      const names = recorded.subject.observed("action-uuid")?.names ?? "other";
      return exchange.intent.kind === "act" && names === "other" ? undefined : earlier(exchange, recorded);
    },
  ),
  tokens("token-empty", "Answers an empty token.", "the token is empty", ""),
  tokens("token-null", "Answers null for a token.", "the token is null", null),
  tokens("token-no-jwt", "Answers a token that is no JWT.", "the token is no JWT", "0123456789abcdef"),
];
