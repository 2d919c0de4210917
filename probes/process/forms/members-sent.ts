/** Lists the members of all data that actions were sent with. */
import { isJsonObject, type Json } from "../../../spec/json.ts";
import { isAction, isTaken } from "../../../spec/readings/actions.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";

interface MemberSent {
  /** Names the action and the member. */
  readonly place: string;
  readonly value: Json;
  readonly isTaken: boolean;
}

export const placeOf = (key: string, name: string): string => JSON.stringify([key, name]);

export function membersSent(exchanges: readonly Exchange[]): readonly MemberSent[] {
  return exchanges.flatMap((exchange) => {
    const { intent } = exchange;
    if (!isAction(intent) || !isJsonObject(intent.data)) return [];
    return Object.entries(intent.data).map(([name, value]) => ({
      place: placeOf(intent.actionKey as string, name),
      value,
      isTaken: isTaken(exchange),
    }));
  });
}
