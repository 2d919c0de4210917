import { operations } from "../../spec/operations.ts";
import { engines } from "../lib/engines.ts";
import type { Engine } from "../lib/engines.ts";
import { fill } from "../lib/fill.ts";
import { prepare, send } from "../lib/requests.ts";
import { time } from "../lib/timing.ts";
import type { Timing } from "../lib/timing.ts";
import type { Measurement, MeasurementOptions, Table } from "../measurement.ts";

const EFFORT = { requests: 40, concurrency: 8, throughputMs: 600 };

/** Times by operation id, one for each size. */
type Times = Map<string, Timing[]>;

export const referenceOperations: Measurement = {
  id: "reference-operations",
  title: "Latency and throughput of each operation on each engine, and how they grow with the number of traces.",
  async run(options) {
    const tables: Table[] = [];
    for (const start of engines) {
      const engine = await start();
      try {
        const times = await measure(engine, options);
        tables.push(tableOf(engine, times, options.sizes));
      } finally {
        await engine.close();
      }
    }
    return tables;
  },
};

async function measure(engine: Engine, { sizes, progress }: MeasurementOptions): Promise<Times> {
  const times: Times = new Map(operations.map(({ id }) => [id, []]));
  // Makes the schema.
  await (await engine.service()).close();
  for (const size of sizes) {
    progress(`${engine.name}: filling up to ${String(size)} traces`);
    const traceIds = await filled(engine, size);
    const service = await engine.service();
    try {
      const world = await prepare(service.baseUrl, size, traceIds);
      // Reads before writes, so that what is written for the measurement does not count as growth.
      for (const operation of operations.toSorted((a, b) => Number(a.writes) - Number(b.writes))) {
        progress(`${engine.name}: ${String(size)} traces: ${operation.id}`);
        times.get(operation.id)?.push(await time(async () => void (await send(operation, world)), EFFORT));
      }
    } finally {
      await service.close();
    }
  }
  return times;
}

/** @returns some of the traces */
async function filled(engine: Engine, size: number): Promise<string[]> {
  const database = await engine.open();
  try {
    await fill(database, size);
    // From all over the table, so that they do not share pages.
    const rows = await database.query(
      "SELECT trace_id FROM trace_reference.traces TABLESAMPLE BERNOULLI ($1) LIMIT 500",
      [Math.min(100, 100_000 / size)],
    );
    return rows.map((row) => String(row["trace_id"]));
  } finally {
    await database.close();
  }
}

function tableOf({ name }: Engine, times: Times, sizes: readonly number[]): Table {
  const label = (size: number): string => size.toLocaleString("en-US");
  return {
    title: `${name}: median (95th percentile) in ms, and requests a second with ${String(EFFORT.concurrency)} at once`,
    columns: [
      "operation",
      ...sizes.flatMap((size) => [`${label(size)}: ms`, "per s"]),
      `median at ${label(sizes.at(-1) ?? 0)} ÷ at ${label(sizes[0] ?? 0)}`,
    ],
    rows: [...times].map(([id, list]) => [
      id,
      ...list.flatMap(({ medianMs, p95Ms, perSecond }) => [
        `${medianMs.toFixed(1)} (${p95Ms.toFixed(1)})`,
        Math.round(perSecond),
      ]),
      ((list.at(-1)?.medianMs ?? NaN) / (list[0]?.medianMs ?? NaN)).toFixed(1),
    ]),
  };
}
