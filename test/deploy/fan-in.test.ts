/** The fan-in of a night over 300 targets: some lost, some broken, some twice, some red; run by the script of the manifest. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import type { Notification } from "../../reports/notification/model.ts";
import type { Results } from "../../reports/index.ts";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder } from "../cli/lib/run-cli.ts";
import { nightResults, type NightOptions } from "../history/lib/nights.ts";
import { documentsOf, scriptsIn } from "./lib/templates.ts";

const hourMs = 3_600_000;
const targets = Array.from({ length: 300 }, (_, number) => `vendor-${String(number).padStart(3, "0")}`);

/** What a pod leaves, begun so many hours ago. */
function leave(home: string, folder: string, hoursAgo: number, options: NightOptions): void {
  const startedAt = new Date(Date.now() - hoursAgo * hourMs).toISOString();
  const results: Results = { ...nightResults(options), startedAt };
  mkdirSync(join(home, "reports", folder), { recursive: true });
  writeFileSync(join(home, "reports", folder, "results.json"), JSON.stringify(results));
}

const red = { statuses: { "STATE-03": "failed" }, reasons: { "STATE-03": "A member is gone." } } as const;

/** 300 pods: every tenth of another fate. */
function night(home: string): void {
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

test("of 300 pods nobody who was lost is green, and everybody is told once", { timeout: 240_000 }, async () => {
  const home = emptyFolder();
  night(home);
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
  expect(outcome.stderr.match(/error: reports\/vendor-\d+2\/today/g)).toHaveLength(30);

  // One message: those that are missing, and those that are red since this night; the fourth were red before.
  expect(told).toHaveLength(1);
  const [message] = told;
  expect(message).toMatchObject({ exitCode: 1, environmentsRun: 300, reportUrl: "https://reports.example/site/" });
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
  expect(index).toMatch(/31 targets that never had a run/);
  expect(index).not.toContain("targets/vendor-001.html");

  // Once more, as after a pod of the fan-in that was killed: the same, and nothing is kept twice.
  const again = await callCli([...args, "--output", "site"], { cwd: home });
  expect(again).toMatchObject({ code: 1 });
  expect(again.stdout).toContain("300 targets: ");
  expect(again.stdout).toMatch(/^Missing +vendor-001 /m);
  const shown = await callCli(["history", "show", "--json"], { cwd: home });
  const kept = (JSON.parse(shown.stdout) as { targets: { target: string; runs: number }[] }).targets;
  expect(kept).toHaveLength(300 - 31);
  expect(kept.find(({ target }) => target === "vendor-005")?.runs).toBe(2);
});

test("nobody left anything: everything is missing, and that is red enough", { timeout: 120_000 }, async () => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, "targets"), "# those of Europe\nacme\n\nglobex\nacme\n");
  // As a shell hands it over where nothing fits.
  const { code, stdout } = await callCli(["history", "gather", "reports/*/today", "--targets", "targets"], { cwd });
  expect(code).toBe(3);
  expect(stdout).toMatch(/^Missing +acme .*\nMissing +globex .*\n2 targets: 0 conformant, 0 red, 2 missing\n$/);
  expect(existsSync(join(cwd, "history-site"))).toBe(false);
});

test.each<[string, readonly string[], string]>([
  ["no list", ["gather", "x"], "wanted --targets FILE"],
  ["a list that is not there", ["gather", "x", "--targets", "gone"], "there is no such file"],
  ["an empty list", ["gather", "x", "--targets", "empty"], "wanted a name on each line"],
  ["no runs", ["gather", "--targets", "empty"], "wanted output folders of runs"],
  ["a time that is none", ["gather", "x", "--targets", "one", "--within", "soon"], "wanted a duration"],
  ["its options elsewhere", ["add", "x", "--targets", "one"], "--targets is for history gather"],
])("gather: %s is wrong usage", async (_, args, wanted) => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, "empty"), "# nobody\n");
  writeFileSync(join(cwd, "one"), "acme\n");
  const outcome = await callCli(["history", ...args], { cwd });
  expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining(wanted) as string });
});

interface FanIn {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly schedule: string;
    readonly startingDeadlineSeconds: number;
    readonly jobTemplate: {
      readonly spec: {
        readonly activeDeadlineSeconds: number;
        readonly podFailurePolicy: {
          readonly rules: readonly {
            readonly action: string;
            readonly onExitCodes?: { readonly values: readonly number[] };
          }[];
        };
      };
    };
  };
}

test("the manifest: it begins after the last pod, and its script does what it says", { timeout: 120_000 }, () => {
  const [run, fanIn] = documentsOf("kubernetes/many-targets.yaml").slice(2) as [FanIn, FanIn];
  const minutesOf = ({ spec }: FanIn): number => {
    const [minute = 0, hour = 0] = spec.schedule.split(" ").map(Number);
    return hour * 60 + minute;
  };
  const lastEnd =
    minutesOf(run) + (run.spec.startingDeadlineSeconds + run.spec.jobTemplate.spec.activeDeadlineSeconds) / 60;
  expect(minutesOf(fanIn)).toBeGreaterThan(lastEnd);
  const [first] = fanIn.spec.jobTemplate.spec.podFailurePolicy.rules;
  expect(first).toMatchObject({ action: "FailJob", onExitCodes: { values: [1, 2, 3] } });

  const home = emptyFolder();
  for (const name of ["acme", "globex"]) leave(home, `${name}/today`, 5, { environment: name });
  writeFileSync(join(home, "targets"), "acme\nglobex\ninitech\n");
  const bin = fileURLToPath(new URL("../../bin/trace-conformance.js", import.meta.url));
  writeFileSync(join(home, "trace-conformance"), `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`);
  chmodSync(join(home, "trace-conformance"), 0o755);
  const script = scriptsIn("kubernetes/many-targets.yaml").at(-1)?.text ?? "";
  const { status, stdout } = spawnSync(
    "sh",
    ["-c", script.replaceAll("/reports", join(home, "reports")).replaceAll("/targets/", `${home}/`)],
    {
      encoding: "utf8",
      cwd: join(home, "reports"),
      env: {
        PATH: `${home}:${process.env["PATH"] ?? ""}`,
        HOME: home,
        SITE: "https://reports.example/site/index.html",
      },
      timeout: 110_000,
    },
  );
  expect({ status, stdout }).toMatchObject({ status: 3, stdout: expect.stringMatching(/^Missing +initech/) as string });
  expect(existsSync(join(home, "reports/site/index.html"))).toBe(true);
});
