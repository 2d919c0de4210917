/** Writes the pages in `docs/generated/` that follow from `spec/`. Run it from the sources: `node spec/coverage/generate.ts`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { generatedPages } from "./pages.ts";

const folder = new URL("../../docs/generated/", import.meta.url);

mkdirSync(folder, { recursive: true });
for (const [name, page] of generatedPages()) writeFileSync(new URL(name, folder), page);
