/** The fan-in of a night over 300 targets, and as the script of the manifest runs it. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { emptyFolder } from "../cli/lib/run-cli.ts";
import { expectNobodyLostIsGreen, leave } from "./lib/night.ts";
import { documentsOf, scriptsIn } from "./lib/templates.ts";

test("of 300 pods nobody who was lost is green, and everybody is told once", { timeout: 240_000 }, () =>
  expectNobodyLostIsGreen(300),
);

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
