/** Builds `dist/`: the sources compiled, and beside them every file that is read at run time. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Files and folders that the compiled modules look for beside themselves. */
const assets = [
  "spec/openapi.yaml",
  "spec/interface.md",
  "reference/seed",
  "reports/html/ui/dist",
  "reports/results/results.schema.json",
  "reports/notification/notification.schema.json",
  "driver/configuration/trace-conformance.schema.json",
];

const root = fileURLToPath(new URL("..", import.meta.url));

function run(name: string, ...args: readonly string[]): void {
  const { status } = spawnSync(name, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) throw new Error(`${name} ${args.join(" ")} failed`);
}

rmSync(`${root}dist`, { recursive: true, force: true });
if (!existsSync(`${root}reports/html/ui/dist/report.js`)) run(process.execPath, "reports/html/build.ts");
run(process.execPath, "node_modules/typescript-7/bin/tsc", "-p", "tsconfig.build.json");
for (const asset of assets) cpSync(`${root}${asset}`, `${root}dist/${asset}`, { recursive: true });
