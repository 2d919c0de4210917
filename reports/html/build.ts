/**
 * Builds the user interface of the HTML report into `ui/dist/`: `report.js` and `report.css`. Run by npm `prepare`:
 * `node reports/html/build.ts`.
 */
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("./ui/", import.meta.url));
const made = join(root, "dist");
/** Beside what is there, which somebody may be reading. */
const making = join(made, `.${String(process.pid)}`);

// Vite follows what it inherits: below a test runner it would build for development, half as large again.
process.env["NODE_ENV"] = "production";

await build({
  root,
  configFile: false,
  logLevel: "warn",
  build: {
    outDir: making,
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    cssCodeSplit: false,
    rollupOptions: {
      input: `${root}src/main.tsx`,
      output: { format: "es", entryFileNames: "report.js", assetFileNames: "report.[ext]", codeSplitting: false },
    },
  },
});

// The script is inlined into a page: nothing in it may look like the end of its element.
const script = join(making, "report.js");
const text = await readFile(script, "utf8");
await writeFile(script, text.replace(/<(?=\/script|!--)/gi, "\\x3c"));

await mkdir(made, { recursive: true });
for (const file of ["report.css", "report.js"]) await rename(join(making, file), join(made, file));
await rm(making, { recursive: true });
