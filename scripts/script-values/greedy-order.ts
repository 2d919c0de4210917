/** Puts scripts into an order in which a run that is cut short has caught most. */

export interface ScriptValue {
  readonly id: string;
  readonly exchanges: number;
  readonly traces: number;
  readonly requirements: ReadonlySet<string>;
  /** Faults that it catches, whether or not others do. */
  readonly faults: ReadonlySet<string>;
}

/**
 * Each time the script that catches most new faults for each request; once none catches a new one, the same for faults
 * that were caught by fewer than two scripts, and so on. A script that catches nothing comes last, in its given order.
 */
export function greedyOrder(values: readonly ScriptValue[]): readonly string[] {
  const left = [...values];
  const caught = new Map<string, number>();
  const ordered: string[] = [];
  for (let wanted = 1; left.length > 0;) {
    const gains = left.map((value) => {
      const fresh = [...value.faults].filter((fault) => (caught.get(fault) ?? 0) < wanted);
      return fresh.length / Math.max(1, value.exchanges);
    });
    const best = Math.max(...gains);
    if (best === 0 && left.some(({ faults }) => faults.size >= 1) && wanted < values.length) {
      wanted += 1;
      continue;
    }
    const [next] = left.splice(gains.indexOf(best), 1);
    if (!next) break;
    ordered.push(next.id);
    for (const fault of next.faults) caught.set(fault, (caught.get(fault) ?? 0) + 1);
  }
  return ordered;
}
