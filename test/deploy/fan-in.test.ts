/** The fan-in of a night over many targets; run by the script of the manifest. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder } from "../cli/lib/run-cli.ts";
import { expectNobodyLostIsGreen, leave } from "./lib/night.ts";
import { documentsOf, scriptsIn } from "./lib/templates.ts";

test("of 30 pods nobody who was lost is green, and everybody is told once", { timeout: 120_000 }, () =>
  expectNobodyLostIsGreen(30),
);

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
