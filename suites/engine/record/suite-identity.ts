/** Which version of the suite runs, and by which words it judges. */
import { existsSync, readFileSync } from "node:fs";

export { specDigest } from "../../../spec/description/spec-file.ts";

/** Folder of the package: where `package.json` stands, above the sources as above the built files. */
const packageRoot: URL = findPackageRoot(new URL("./", import.meta.url));

export const suiteVersion: string = (
  JSON.parse(readFileSync(new URL("package.json", packageRoot), "utf8")) as { version: string }
).version;

function findPackageRoot(from: URL): URL {
  for (let folder = from; ; folder = new URL("../", folder)) {
    if (existsSync(new URL("package.json", folder))) return folder;
    if (folder.pathname === "/") throw new Error(`no package.json above ${from.pathname}`);
  }
}
