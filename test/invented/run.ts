/** `node test/invented/run.ts [area or id…]`: the suite on all invented services, or on these, at standard depth. */
import { areaOf } from "../../suites/matrix/target.ts";
import { outcomeLine } from "../../suites/matrix/markdown.ts";
import { allInventedTargets, inventedTargets } from "./index.ts";
import { measure } from "./measure.ts";

const wanted = process.argv.slice(2);
const targets = (wanted.length === 0 ? inventedTargets : allInventedTargets).filter(
  (target) => wanted.length === 0 || [target.id, areaOf(target)].some((word) => wanted.includes(word)),
);
const { text, unexpected } = await measure(targets, (outcome) => {
  process.stdout.write(`${outcomeLine(outcome)}
`);
});
process.stdout.write(`\n${text}\n`);
process.exitCode = unexpected.length === 0 ? 0 : 1;
