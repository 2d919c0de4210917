/** An honest trade that lists what may come next. */
import { follow, listNext, type Process, type Running, trade, trades } from "../process.ts";
import type { Service } from "../service.ts";

/** An honest process that lists what may come next, which a fault then changes. */
export function honestTrade(s: Service, more: Partial<Process> = {}): Running {
  const running = follow(s, { actions: trades, next: trade, ...more });
  listNext(s, running);
  return running;
}
