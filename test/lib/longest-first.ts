/** The order of the test files: those that take longest begin first, so that no worker waits for the last of them. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

const longest: readonly string[] = [
  "faults/start.long",
  "safety/limits.long",
  "suites/stand-ins.long",
  "bench/ratios",
  "hostile/transport",
  "safety/secrets.long",
  "safety/interrupts.long",
  "hostile/content",
  "reference/storage-forms.long",
  "suites/schema-targets.long",
  "cli/many-environments.long",
  "extend/example.long",
  "probes/variants.long",
  "suites/runs",
  "cli/exit-codes",
  "reports/html.system",
  "probes/workflows",
  "cli/whole-run",
  "safety/read-only",
  "reference/running",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = longest.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return place < 0 ? longest.length : place;
    };
    return others.toSorted((left, right) => placeOf(left) - placeOf(right));
  }
}
