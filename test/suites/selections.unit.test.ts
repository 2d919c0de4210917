/** Archives of one trace that a service may take for one another, though they hold other files. */
import { expect, test } from "vitest";
import { faces } from "../../spec/operations.ts";
import { files as area } from "../../suites/scripts/areas/files.ts";
import { suiteContextFor } from "../generators/contexts.ts";

/** What each face asks for, where an action takes so many files and the others are not asked for. */
function askedFor(most: number) {
  const selections = area.scripts(suiteContextFor()).find(({ id }) => id.endsWith("files/selections"));
  const steps = selections?.steps.flatMap((step) => ("op" in step && step.op === "files" ? [step] : [])) ?? [];
  const isSent = (digest: unknown) => Number(String(digest).split(".").at(-1)) < most;
  return faces.map((face) =>
    steps.filter((step) => step.face === face).map(({ digests }) => digests.filter(isSent).map(String)),
  );
}

test.each([1, 2, 3])("two begin with the same file and are as long, where actions take %i files", (most) => {
  for (const asked of askedFor(most)) {
    const alike = asked.filter((one) =>
      asked.some((other) => one[0] === other[0] && one.length === other.length && one.join() !== other.join()),
    );
    expect(alike.length).toBeGreaterThan(1);
  }
});
