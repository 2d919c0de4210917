/** The fan-in of a night over many targets, as the commands see it. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { Notification } from "../../../reports/notification/model.ts";
import type { Results } from "../../../reports/index.ts";
import { callCli } from "../../cli/lib/call-cli.ts";
import { emptyFolder } from "../../cli/lib/run-cli.ts";
import { nightResults, type NightOptions } from "../../history/lib/nights.ts";

const hourMs = 3_600_000;

/** What a pod leaves, begun so many hours ago. */
export function leave(home: string, folder: string, hoursAgo: number, options: NightOptions): void {
  const startedAt = new Date(Date.now() - hoursAgo * hourMs).toISOString();
  const results: Results = { ...nightResults(options), startedAt };
  mkdirSync(join(home, "reports", folder), { recursive: true });
  writeFileSync(join(home, "reports", folder, "results.json"), JSON.stringify(results));
}

const red = { statuses: { "STATE-03": "failed" }, reasons: { "STATE-03": "A member is gone." } } as const;

/** The pods of one night, every tenth of another fate: some lost, some broken, some twice, some red. */
function night(home: string, targets: readonly string[]): void {
  writeFileSync(join(home, "targets"), `${targets.join("\n")}\n`);
  targets.forEach((environment, number) => {
    const last = { environment, runId: `${environment}-last` };
    const tonight = { environment, runId: `${environment}-tonight` };
    const fate = number % 10;
    // Lost in its first night: nothing was ever heard of it.
    if (number === 1) return;
    if (fate === 1) return leave(home, `${environment}/today`, 29, last);
    leave(home, `${environment}/yesterday`, 29, fate === 4 ? { ...last, ...red } : last);
    if (fate === 2) {
      // Killed while it wrote.
      mkdirSync(join(home, "reports", environment, "today"), { recursive: true });
      writeFileSync(join(home, "reports", environment, "today/results.json"), '{"schemaVersion": 1, "suite"');
      return;
    }
    leave(home, `${environment}/today`, 5, fate === 3 || fate === 4 ? { ...tonight, ...red } : tonight);
    // Tried again after it had written: both are of this night, the later one counts.
    if (fate === 5) {
      leave(home, `${environment}-again/today`, 4, {
        ...tonight,
        runId: `${environment}-again`,
        ...(number === 5 ? red : {}),
      });
    }
  });
}

/** Of so many pods, a multiple of ten, nobody who was lost is green, and everybody is told once. */
export async function expectNobodyLostIsGreen(count: number): Promise<void> {
  // The first that was lost, and those whose results cannot be read.
  const lostOrUnread = 1 + count / 10;
  const home = emptyFolder();
  const targets = Array.from({ length: count }, (_, number) => `vendor-${String(number).padStart(3, "0")}`);
  night(home, targets);
  const told: Notification[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      told.push(JSON.parse(Buffer.concat(chunks).toString()) as Notification);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const folders = readdirSync(join(home, "reports")).map((name) => `reports/${name}/today`);
  const args = ["history", "gather", ...folders, "--targets", "targets", "--within", "20h", "--earlier", "yesterday"];
  const webhook = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/hook`;
  const outcome = await callCli(
    [...args, "--output", "site", "--json", "--notify", webhook, "--report-url", "https://reports.example/site/"],
    { cwd: home },
  );
  expect({ code: outcome.code, stderr: outcome.stderr.split("\n").length }).toMatchObject({ code: 1 });
  const json = JSON.parse(outcome.stdout.slice(0, outcome.stdout.lastIndexOf("}") + 1)) as {
    environments: { name: string; exitCode: number; isMissing?: true; sentence: string }[];
  };
  const codes = new Map(json.environments.map(({ name, ...rest }) => [name, rest]));
  expect([...codes.keys()]).toEqual(targets);
  targets.forEach((name, number) => {
    const fate = number % 10;
    const found = codes.get(name);
    if (fate === 1 || fate === 2) expect(found).toMatchObject({ exitCode: 3, isMissing: true });
    else if (fate === 3 || fate === 4 || number === 5) expect(found).toMatchObject({ exitCode: 1 });
    else expect(found).toMatchObject({ exitCode: 0 });
  });
  expect(codes.get("vendor-001")?.sentence).toMatch(/no results of this night; its pod was lost/);
  expect(codes.get("vendor-011")?.sentence).toMatch(/the newest are of .* UTC; its pod was lost/);
  expect(codes.get("vendor-002")?.sentence).toMatch(/what it left cannot be read/);
  expect(outcome.stderr.match(/error: reports\/vendor-\d+2\/today/g)).toHaveLength(count / 10);

  // One message: those that are missing, and those that are red since this night; the fourth were red before.
  expect(told).toHaveLength(1);
  const [message] = told;
  expect(message).toMatchObject({ exitCode: 1, environmentsRun: count, reportUrl: "https://reports.example/site/" });
  const names = message?.environments.map(({ name }) => name) ?? [];
  expect(names).toContain("vendor-001");
  expect(names).toContain("vendor-003");
  expect(names).not.toContain("vendor-004");
  expect(names).not.toContain("vendor-006");
  expect(message?.text.split("\n").length).toBeLessThanOrEqual(11);

  // The site has every target that ever ran; whoever was lost stands as missing there, in the very night.
  const index = readFileSync(join(home, "site/index.html"), "utf8");
  const rows = index.split("<tr>").slice(1);
  const rowOf = (name: string): string => rows.find((row) => row.includes(`targets/${name}.html`)) ?? "";
  expect(rowOf("vendor-011")).toContain("missing");
  expect(rowOf("vendor-002")).toBe("");
  expect(rowOf("vendor-003")).toContain("✕");
  expect(index).toContain("vendor-001");
  expect(index).toContain(`${String(lostOrUnread)} targets that never had a run`);
  expect(index).not.toContain("targets/vendor-001.html");

  // Once more, as after a pod of the fan-in that was killed: the same, and nothing is kept twice.
  const again = await callCli([...args, "--output", "site"], { cwd: home });
  expect(again).toMatchObject({ code: 1 });
  expect(again.stdout).toContain(`${String(count)} targets: `);
  expect(again.stdout).toMatch(/^Missing +vendor-001 /m);
  const shown = await callCli(["history", "show", "--json"], { cwd: home });
  const kept = (JSON.parse(shown.stdout) as { targets: { target: string; runs: number }[] }).targets;
  expect(kept).toHaveLength(count - lostOrUnread);
  expect(kept.find(({ target }) => target === "vendor-005")?.runs).toBe(2);
}
