/**
 * `npm run bench [-- id… --long --minutes 60 --output file.json]`: measures the suite, prints what was measured beside what is
 * wanted, and ends with 1 only where a measurement came to nothing; a goal that is missed is told, not punished.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { markdownOf } from "./lib/markdown.ts";
import { measurements } from "./registry.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: "boolean", default: false },
    minutes: { type: "string" },
    output: { type: "string", default: "bench-results/suite.json" },
  },
});
const known = measurements.filter(({ id }) => !id.startsWith("reference-"));
for (const id of positionals) {
  if (!known.some((measurement) => measurement.id === id)) {
    throw new RangeError(`no measurement "${id}"; there are ${known.map((measurement) => measurement.id).join(", ")}`);
  }
}
const results = [];
for (const { id, title, run } of known) {
  if (positionals.length > 0 && !positionals.includes(id)) continue;
  process.stderr.write(`${id}, load ${loadavg()[0]?.toFixed(1) ?? ""}\n`);
  const loadBefore = loadavg();
  const started = performance.now();
  try {
    const tables = await run({
      sizes: [],
      long: values.long,
      ...(values.minutes === undefined ? {} : { minutes: Number(values.minutes) }),
      progress: (text) => process.stderr.write(`  ${text}\n`),
    });
    results.push({ id, title, loadBefore, seconds: (performance.now() - started) / 1000, tables });
    process.stdout.write(`\n${title}\n\n${tables.map(markdownOf).join("\n\n")}\n`);
  } catch (error) {
    // One that comes to nothing must not take the others with it.
    const reason = error instanceof Error ? error.message : String(error);
    results.push({ id, title, loadBefore, error: reason });
    process.stdout.write(`\n${title}\n\nnot measured: ${reason}\n`);
    process.exitCode = 1;
  }
}
mkdirSync(dirname(values.output), { recursive: true });
const machine = { processors: cpus().length, model: cpus()[0]?.model, load: loadavg(), node: process.version };
writeFileSync(
  values.output,
  `${JSON.stringify({ measuredAt: new Date().toISOString(), long: values.long, machine, results }, null, 2)}\n`,
);
