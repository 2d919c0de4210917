/** Folders are made in one place: Node.js never ends where it is asked to make several at a path that none can have. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const rooms = ["spec", "generators", "checks", "driver", "probes", "reports", "reference", "suites", "cli"];
/** The page is built by us, in our own folder. */
const others = ["reports/html/build.ts"];

test("no room makes a folder by itself", () => {
  const files = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.includes("node_modules"))
      .map((name) => join(room, name)),
  );
  const making = files.filter((file) => /\bmkdir(?:Sync)?\b/.test(readFileSync(join(root, file), "utf8")));
  expect(making.filter((file) => !others.includes(file))).toEqual(["spec/files/make-folder.ts"]);
});
