/** `npm run bench:reference [id…] [--sizes 1000,1000000] [--output file.json]`: measures the reference service. */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { markdownOf } from "./lib/markdown.ts";
import { measurements } from "./registry.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: "string", default: "1000,10000,100000,1000000" },
    output: { type: "string", default: "bench-results/reference.json" },
  },
});
const known = measurements.filter(({ id }) => id.startsWith("reference-"));
for (const id of positionals) {
  if (!known.some((measurement) => measurement.id === id)) {
    throw new RangeError(`no measurement "${id}"; there are ${known.map((measurement) => measurement.id).join(", ")}`);
  }
}
const sizes = values.sizes.split(",").map(Number);
const results = [];
for (const measurement of known) {
  if (positionals.length > 0 && !positionals.includes(measurement.id)) continue;
  const tables = await measurement.run({ sizes, progress: (text) => process.stderr.write(`${text}\n`) });
  results.push({ id: measurement.id, title: measurement.title, tables });
  process.stdout.write(`\n${measurement.title}\n\n${tables.map(markdownOf).join("\n\n")}\n`);
}
mkdirSync(dirname(values.output), { recursive: true });
const machine = { processors: cpus().length, model: cpus()[0]?.model, load: loadavg(), node: process.version };
writeFileSync(
  values.output,
  `${JSON.stringify({ measuredAt: new Date().toISOString(), machine, results }, null, 2)}\n`,
);
