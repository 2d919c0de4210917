/** Files that somebody named are read through one door, `spec/files/`, which bounds them; others are our own. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const rooms = "{spec,generators,checks,driver,probes,reports,reference,suites,cli}/**/*.ts";

/** Whoever reads a file by another way, and why it may: each reads files of this package, or a cache that it wrote itself. */
const ownFiles: Readonly<Record<string, string>> = {
  "reference/http/documentation.ts": "the interface description of this package",
  "reference/storage/prepared-cluster.ts": "the cache that it wrote, and a manifest",
  "reports/html/build.ts": "the page of the HTML report, when it is built",
  "reports/html/html.ts": "the page of the HTML report",
  "reports/text/operation-lines.ts": "the interface description of this package",
  "spec/coverage/pages.ts": "the interface of this package",
  "spec/description/spec-file.ts": "the interface description of this package",
  "suites/engine/record/suite-digest.ts": "the files of this package",
  "suites/engine/record/suite-identity.ts": "the manifest of this package",
};
const reading =
  /\b(?:readFileSync|readFile|createReadStream|openSync|openAsBlob|readSync)\b[^}]*\} from "node:fs|\bfs\.(?:read|open)/;

test("no other file reads", () => {
  const files = globSync(rooms, { cwd: root, exclude: ["**/node_modules/**", "**/dist/**", "reports/html/ui/**"] });
  const found = files.filter(
    (file) => !file.startsWith("spec/files/") && reading.test(readFileSync(`${root}/${file}`, "utf8")),
  );
  expect(found.toSorted()).toEqual(Object.keys(ownFiles).toSorted());
});

test("YAML is parsed by the one that bounds it", () => {
  const parsing = /\b(?:parseDocument|parseAllDocuments|parse)\b[^}]*\} from "yaml"/;
  const files = globSync(rooms, { cwd: root, exclude: ["**/node_modules/**", "**/dist/**"] });
  const found = files.filter((file) => parsing.test(readFileSync(`${root}/${file}`, "utf8")));
  // The other two parse the interface description of this package.
  const own = ["reference/http/documentation.ts", "spec/description/response-schemas.ts"];
  expect(found.toSorted()).toEqual([...own, "spec/files/yaml-text.ts"]);
});
