/**
 * How well the order of a report names the cause: `node scripts/named-first.ts FAULTS...` prints of how many seeded faults
 * the requirement that they name stands first, by the rules as they now are, without running anything. FAULTS are
 * `faults.json` of `trace-conformance faults --whole --no-variants`. One fault in three is held out: nobody looks at it when
 * the rules are changed. With `--misses` the others that are not named first have a line each; with `--held-out`, those.
 */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { causesOf, foundCauses } from "../reports/index.ts";
import type { Matrix, TargetOutcome } from "../suites/matrix/outcome.ts";

const files = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
if (files.length === 0) throw new Error("wanted: node scripts/named-first.ts FAULTS... [--misses] [--held-out]");

const isHeldOut = ({ id }: TargetOutcome): boolean => Number.parseInt(hash("sha1", id).slice(0, 8), 16) % 3 === 0;

/** The ids of what is broken, in the order of the report. */
function orderOf({ broken: { requirements = [], together } = { requirements: [] } }: TargetOutcome): readonly string[] {
  const found = requirements.filter(({ status }) => status === "failed" || status === "warned").map(({ id }) => id);
  const results = { requirements, causes: causesOf(together, found) };
  return foundCauses(results).flatMap(({ root, followers }) => [root, ...followers].map(({ id }) => id));
}

const faults = files
  .flatMap((file) => (JSON.parse(readFileSync(file, "utf8")) as Matrix).targets)
  // What the run did not catch has no place; that is told by the matrix itself.
  .filter(({ broken, requirements, verdict }) => broken && requirements.length > 0 && verdict === "caught")
  .map((fault) => {
    const order = orderOf(fault);
    const place = order.findIndex((id) => fault.requirements.some((named) => named === id)) + 1;
    return { fault, order, place };
  });

for (const heldOut of [false, true]) {
  const part = faults.filter(({ fault }) => isHeldOut(fault) === heldOut);
  const first = part.filter(({ place }) => place === 1);
  const share = ((100 * first.length) / Math.max(1, part.length)).toFixed(1);
  const name = heldOut ? "held out" : "looked at";
  process.stdout.write(`${name}: ${String(first.length)} of ${String(part.length)} named first (${share} %)\n`);
  if (!process.argv.includes(heldOut ? "--held-out" : "--misses")) continue;
  for (const { fault, order, place } of part)
    if (place !== 1)
      process.stdout.write(
        `  ${fault.id}: ${fault.requirements.join(" or ")} at ${String(place)} of ${order.slice(0, 8).join(" ")}\n`,
      );
}
