import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultLimits } from "../../driver/index.ts";
import { startReferenceProcess } from "../../reference/spawn.ts";
import { atLeast, median, tableOf, type Finding } from "../lib/finding.ts";
import { measuredRun, sessionMs } from "../lib/measured-run.ts";
import { replay, startRecordingProxy } from "../lib/recording-proxy.ts";
import type { Measurement } from "../measurement.ts";

const GOAL = 0.6;

export const efficiency: Measurement = {
  id: "efficiency",
  title: "Checked exchanges a second of a standard run, to requests a second of a bare client sending the same.",
  async run({ progress }) {
    const measured = await measureEfficiency({ depth: "standard", turns: 3, progress });
    return [tableOf("Efficiency", findingsOf(measured))];
  },
};

export interface Efficiency {
  /** Per turn: exchanges a second of the run, from the first probe to the last report. */
  readonly checked: readonly number[];
  /** Per turn: of the run without its probes and reports. */
  readonly traffic: readonly number[];
  /** Per turn: requests a second of the bare client. */
  readonly bare: readonly number[];
  /** Per turn: CPU for one checked exchange of the run, ÷ that for one request of the bare client. */
  readonly cpu: readonly number[];
}

/**
 * Runs and the bare client take turns at one service, each with as many requests in flight as the other, so that what
 * else goes on at the machine meets both. The first turn records what the bare client sends.
 */
export async function measureEfficiency({
  depth,
  turns,
  progress,
}: {
  readonly depth: "quick" | "standard";
  readonly turns: number;
  readonly progress: (text: string) => void;
}): Promise<Efficiency> {
  // As deployed ones do, the service keeps its data in a database: one that answers from memory is bound by its client.
  const dataDir = mkdtempSync(join(tmpdir(), "efficiency-"));
  const service = await startReferenceProcess({ dataDir });
  try {
    const proxy = await startRecordingProxy(service.baseUrl);
    await measuredRun({ depth, seed: 1, baseUrl: proxy.baseUrl });
    proxy.close();
    const checked: number[] = [];
    const traffic: number[] = [];
    const bare: number[] = [];
    const cpu: number[] = [];
    for (let turn = 1; turn <= turns; turn++) {
      const run = await measuredRun({ depth, seed: 1, baseUrl: service.baseUrl });
      checked.push((run.exchanges * 1000) / sessionMs(run));
      traffic.push(((run.exchanges - run.probeExchanges) * 1000) / run.trafficMs);
      const replayed = await replay(service.baseUrl, proxy.requests, defaultLimits.concurrency);
      bare.push((replayed.requests * 1000) / replayed.ms);
      cpu.push(run.cpuMs / run.exchanges / (replayed.cpuMs / replayed.requests));
      progress(
        `turn ${String(turn)}: ${checked.at(-1)?.toFixed(0) ?? ""} to ${bare.at(-1)?.toFixed(0) ?? ""} a second`,
      );
    }
    return { checked, traffic, bare, cpu };
  } finally {
    await service.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The median over the turns of a rate ÷ that of the bare client in the same turn. */
export function ratioOf(rates: readonly number[], bare: readonly number[]): number {
  return median(rates.map((rate, turn) => rate / (bare[turn] ?? Number.NaN)));
}

function findingsOf({ checked, traffic, bare, cpu }: Efficiency): readonly Finding[] {
  const whole = ratioOf(checked, bare);
  return [
    { what: "checked exchanges, a whole standard run", value: median(checked), unit: "/s" },
    { what: "checked exchanges, without probes and reports", value: median(traffic), unit: "/s" },
    { what: "bare undici, the same requests", value: median(bare), unit: "/s" },
    { what: "efficiency", value: whole, goal: atLeast(whole, GOAL) },
    { what: "efficiency without probes and reports", value: ratioOf(traffic, bare) },
    { what: "CPU for a checked exchange ÷ for a bare request", value: median(cpu) },
  ];
}
