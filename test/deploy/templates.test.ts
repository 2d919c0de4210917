/** The templates are what their systems take, their scripts run, and their command lines are ours. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { Command } from "commander";
import { describe, expect, onTestFinished, test } from "vitest";
import { commands } from "../../cli/commands/index.ts";
import { callsIn, deployFolder, documentsOf, scriptsIn, yamlFiles } from "./lib/templates.ts";

function problems(schemaName: string, value: unknown): readonly string[] {
  const text = readFileSync(new URL(`schemas/${schemaName}.schema.json`, import.meta.url), "utf8");
  const validate = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    strict: false,
    validateFormats: false,
  }).compile(JSON.parse(text) as object);
  validate(value);
  return (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message ?? ""} ${JSON.stringify(e.params)}`);
}

const schemaOf: Readonly<Record<string, string>> = {
  "github-actions/conformance.yml": "github-workflow",
  "gitlab-ci/.gitlab-ci.yml": "gitlab-ci",
  "kubernetes/cronjob.yaml": "kubernetes",
  "kubernetes/job.yaml": "kubernetes",
  "kubernetes/kueue.yaml": "kueue",
  "kubernetes/many-targets.yaml": "kubernetes",
};

interface Container {
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly volumeMounts: readonly { readonly name: string }[];
}
interface KubernetesObject {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: {
    readonly completions?: number;
    readonly parallelism?: number;
    readonly completionMode?: string;
    readonly template?: { readonly spec: PodSpec };
    readonly jobTemplate?: { readonly spec: { readonly template: { readonly spec: PodSpec } } };
  };
}
interface PodSpec {
  readonly containers: readonly Container[];
  readonly volumes: readonly {
    readonly name: string;
    readonly persistentVolumeClaim?: { readonly claimName: string };
  }[];
}

const podOf = ({ spec }: KubernetesObject): PodSpec | undefined =>
  spec?.template?.spec ?? spec?.jobTemplate?.spec.template.spec;

describe("structure", () => {
  test("every template has a schema here", () => {
    expect(Object.keys(schemaOf).sort()).toEqual(yamlFiles);
  });

  test.each(Object.entries(schemaOf))("%s fits %s", (file, schema) => {
    for (const document of documentsOf(file)) expect(problems(schema, document)).toEqual([]);
  });

  test("the schemas find mistakes", () => {
    const [workflow] = documentsOf("github-actions/conformance.yml") as [{ jobs: object }];
    expect(problems("github-workflow", { ...workflow, jbos: {} })).not.toEqual([]);
    const [claim, job] = documentsOf("kubernetes/job.yaml") as [object, { spec: object }];
    expect(problems("kubernetes", { ...job, spec: { ...job.spec, completionz: 4 } })).not.toEqual([]);
    expect(problems("kubernetes", { ...claim, apiVersion: "batch/v1" })).not.toEqual([]);
    const [flavor] = documentsOf("kubernetes/kueue.yaml") as [object];
    expect(problems("kueue", { ...flavor, apiVersion: "kueue.x-k8s.io/v1" })).not.toEqual([]);
    expect(problems("gitlab-ci", { stages: ["a"], job: { scripts: ["x"] } })).not.toEqual([]);
  });

  test("GitHub Actions: the matrix names every shard, needs names jobs, secrets reach one step only", () => {
    const [workflow] = documentsOf("github-actions/conformance.yml") as [
      {
        jobs: Record<string, { needs?: string; strategy?: { matrix: { shard: number[] } }; steps: { env?: object }[] }>;
      },
    ];
    const { shard, verdict } = workflow.jobs;
    expect(shard?.strategy?.matrix.shard).toEqual([1, 2, 3, 4]);
    expect(Object.keys(workflow.jobs)).toContain(verdict?.needs);
    const withSecrets = Object.values(workflow.jobs).flatMap(({ steps }) =>
      steps.filter((s) => JSON.stringify(s).includes("secrets.")),
    );
    expect(withSecrets).toHaveLength(1);
    const text = readFileSync(join(deployFolder, "github-actions/conformance.yml"), "utf8");
    // An expression inside a script would be executed as part of it.
    for (const { text: script } of scriptsIn("github-actions/conformance.yml")) expect(script).not.toContain("${{");
    expect(text).toContain("$GITHUB_STEP_SUMMARY");
  });

  test("GitLab CI: stages and bases exist, as many shards are merged as are run", () => {
    const [file] = documentsOf("gitlab-ci/.gitlab-ci.yml") as [
      Record<string, { stage?: string; extends?: string; parallel?: number; needs?: string[] }> & { stages: string[] },
    ];
    const { variables: _, stages, ...jobs } = file;
    for (const job of Object.values(jobs)) {
      if (job.stage) expect(stages).toContain(job.stage);
      if (job.extends) expect(Object.keys(jobs)).toContain(job.extends);
      for (const need of job.needs ?? []) expect(Object.keys(jobs)).toContain(need);
    }
    const merged =
      scriptsIn("gitlab-ci/.gitlab-ci.yml")
        .flatMap(callsIn)
        .find(([name]) => name === "merge") ?? [];
    expect(merged.filter((word) => /^shard-\d$/.test(word))).toHaveLength(jobs["shard"]?.parallel ?? 0);
  });

  test("Kubernetes: an Indexed Job of four, the same seed for the merge, every mount a volume, every claim an object", () => {
    const objects = yamlFiles
      .filter((file) => file.startsWith("kubernetes/"))
      .flatMap((file) => documentsOf(file) as KubernetesObject[]);
    const [shards, verdict] = objects.filter(({ kind }) => kind === "Job");
    expect(shards?.spec).toMatchObject({ completions: 4, parallelism: 4, completionMode: "Indexed" });
    const seedOf = (object: KubernetesObject | undefined): string | undefined =>
      object && podOf(object)?.containers[0]?.env?.find(({ name }) => name === "SEED")?.value;
    expect(seedOf(shards)).toBeDefined();
    expect(seedOf(verdict)).toBe(seedOf(shards));
    expect(objects.some(({ kind }) => kind === "CronJob")).toBe(true);
    const claims = new Set(
      objects.filter(({ kind }) => kind === "PersistentVolumeClaim").map(({ metadata }) => metadata.name),
    );
    for (const object of objects) {
      const pod = podOf(object);
      const volumes = new Set(pod?.volumes.map(({ name }) => name));
      for (const { volumeMounts } of pod?.containers ?? [])
        for (const { name } of volumeMounts) expect(volumes).toContain(name);
      for (const { persistentVolumeClaim: claim } of pod?.volumes ?? [])
        if (claim) expect(claims).toContain(claim.claimName);
    }
  });
});

describe("the Jenkinsfile", () => {
  const text = readFileSync(join(deployFolder, "jenkins/Jenkinsfile"), "utf8");
  const scripts = [...text.matchAll(/sh '''\n([\s\S]*?)'''/g)].map(([, script = ""]) => ({
    file: "jenkins/Jenkinsfile",
    text: script,
  }));

  test("is closed, and no text of a user becomes part of a script", () => {
    const groovy = text.replace(/'''[\s\S]*?'''/g, "");
    expect(groovy.split("{").length).toBe(groovy.split("}").length);
    expect(scripts).toHaveLength(1);
    for (const { text: script } of scripts) expect(script).not.toContain("${params");
  });

  test(
    "calls commands and options that are ours, in a script that a shell can read",
    { timeout: 120_000 },
    async () => {
      for (const script of scripts) {
        expect(spawnSync("sh", ["-n"], { input: script.text, encoding: "utf8" })).toMatchObject({
          status: 0,
          stderr: "",
        });
        const calls = callsIn(script);
        expect(calls.map(([name]) => name)).toEqual(["run", "compare"]);
        for (const [name = "", ...words] of calls) {
          const command = new Command(name);
          (await commands.find((known) => known.name === name)?.load())?.declare(command);
          const known = command.options.map(({ long }) => long);
          for (const option of words.filter((word) => word.startsWith("--"))) expect(known).toContain(option);
        }
      }
    },
  );
});

describe("scripts", () => {
  const scripts = yamlFiles.flatMap(scriptsIn);

  test("are there", () => {
    const scripted = yamlFiles.filter((file) => file !== "kubernetes/kueue.yaml");
    expect(new Set(scripts.map(({ file }) => file))).toEqual(new Set(scripted));
  });

  test.each(scripts)("$file: a shell can read it", ({ text }) => {
    for (const shell of ["sh", "bash"]) {
      const { status, stderr } = spawnSync(shell, ["-n"], { input: text, encoding: "utf8" });
      expect({ shell, status, stderr }).toEqual({ shell, status: 0, stderr: "" });
    }
  });

  test.each(scripts.filter(({ text }) => text.includes("trace-conformance")))(
    "$file: commands and options are ours",
    async (script) => {
      const calls = callsIn(script);
      expect(calls.length).toBeGreaterThan(0);
      for (const [name = "", ...words] of calls) {
        const entry = commands.find((known) => known.name === name);
        expect(entry, `a command ${name}`).toBeDefined();
        const command = new Command(name);
        (await entry?.load())?.declare(command);
        const known = command.options.map(({ long }) => long);
        for (const option of words.filter((word) => word.startsWith("--"))) expect(known).toContain(option);
      }
    },
  );

  const shardScripts = scripts.filter(({ text }) => text.includes("--shard"));
  test.each(shardScripts)(
    "$file: a shard that is red or incomplete hands over, one that broke stops the pipeline",
    ({ text }) => {
      const bin = mkdtempSync(join(tmpdir(), "deploy-"));
      onTestFinished(() => rmSync(bin, { recursive: true, force: true }));
      for (const name of ["npx", "trace-conformance"]) {
        writeFileSync(join(bin, name), '#!/bin/sh\necho "$@" >> "$CALLS"\nexit "$WITH"\n');
        chmodSync(join(bin, name), 0o755);
      }
      const codes = [0, 1, 2, 3, 4, 130].map((code) => {
        const env = {
          PATH: `${bin}:${process.env["PATH"] ?? ""}`,
          CALLS: join(bin, "calls"),
          WITH: String(code),
          TARGET: "preprod",
          SHARD: "2",
          GITHUB_RUN_NUMBER: "7",
          CI_NODE_INDEX: "2",
          CI_NODE_TOTAL: "4",
          CI_PIPELINE_IID: "7",
          JOB_COMPLETION_INDEX: "1",
          SEED: "7",
        };
        // As the systems run them: GitHub with -e, Kubernetes plain.
        return [code, spawnSync("sh", ["-e", "-c", text], { env, cwd: bin }).status];
      });
      expect(Object.fromEntries(codes)).toEqual({ 0: 0, 1: 0, 2: 2, 3: 0, 4: 4, 130: 130 });
      const [call = ""] = readFileSync(join(bin, "calls"), "utf8").split("\n");
      expect(call).toMatch(/--seed 7 --shard 2\/4 --output \S*shard-2$/);
    },
  );

  test("the nightly script compares with the night before, and keeps it", () => {
    const [script] = scriptsIn("kubernetes/cronjob.yaml");
    const home = mkdtempSync(join(tmpdir(), "deploy-"));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const stub =
      '#!/bin/sh\necho "$1" >> "$CALLS"\nif [ "$1" = run ]; then mkdir -p "$HOME/reports/today"; echo "$NIGHT" > "$HOME/reports/today/results.json"; exit 3; fi\nexit 1\n';
    mkdirSync(join(home, "reports"));
    writeFileSync(join(home, "trace-conformance"), stub);
    chmodSync(join(home, "trace-conformance"), 0o755);
    const night = (number: string): number | null =>
      spawnSync("sh", ["-c", (script?.text ?? "").replaceAll("/reports", join(home, "reports"))], {
        env: {
          PATH: `${home}:${process.env["PATH"] ?? ""}`,
          HOME: home,
          CALLS: join(home, "calls"),
          NIGHT: number,
          TARGET: "p",
        },
      }).status;
    expect(night("1")).toBe(3);
    expect(night("2")).toBe(1);
    expect(readFileSync(join(home, "calls"), "utf8")).toBe("run\nrun\ncompare\n");
    expect(readFileSync(join(home, "reports", "yesterday", "results.json"), "utf8")).toBe("1\n");
  });

  test("of many targets each pod runs its own, and one without a line says so", () => {
    const [script] = scriptsIn("kubernetes/many-targets.yaml");
    const [, list] = documentsOf("kubernetes/many-targets.yaml") as [object, { data: { targets: string } }];
    const cron = documentsOf("kubernetes/many-targets.yaml")[2] as { spec: { jobTemplate: { spec: object } } };
    const names = list.data.targets.trim().split("\n");
    expect(cron.spec.jobTemplate.spec).toMatchObject({ completions: names.length, completionMode: "Indexed" });
    const home = mkdtempSync(join(tmpdir(), "deploy-"));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    mkdirSync(join(home, "reports"));
    writeFileSync(join(home, "targets"), list.data.targets);
    const stub = `#!/bin/sh
echo "$1\${5:+ $5}" >> "$HOME/calls"
if [ "$1" = run ]; then mkdir -p "$HOME/reports/$5/today"; echo "{}" > "$HOME/reports/$5/today/results.json"; fi
if [ "$5" = globex ]; then exit 1; fi
`;
    writeFileSync(join(home, "trace-conformance"), stub);
    chmodSync(join(home, "trace-conformance"), 0o755);
    const text = (script?.text ?? "").replaceAll("/reports", join(home, "reports")).replaceAll("/targets/", `${home}/`);
    const codeOf = (index: number, night = "night-1"): number | null =>
      spawnSync("sh", ["-c", text], {
        env: {
          PATH: `${home}:${process.env["PATH"] ?? ""}`,
          HOME: home,
          JOB_COMPLETION_INDEX: String(index),
          NIGHT: night,
        },
      }).status;
    expect([0, 1, 2, 3].map((index) => codeOf(index))).toEqual([0, 1, 0, 2]);
    // Tried again in the same night, it is not compared with itself.
    expect(codeOf(0)).toBe(0);
    expect(codeOf(0, "night-2")).toBe(0);
    const calls = readFileSync(join(home, "calls"), "utf8").trim().split("\n");
    expect(calls).toEqual([...names, names[0], names[0]].map((name) => `run ${name ?? ""}`).concat("compare"));
  });

  test("red and wrongly configured fail an index at once, what may pass is tried again", () => {
    const cron = documentsOf("kubernetes/many-targets.yaml")[2] as {
      spec: {
        jobTemplate: {
          spec: {
            backoffLimitPerIndex: number;
            podFailurePolicy: {
              rules: { action: string; onExitCodes?: { containerName: string; values: number[] } }[];
            };
            template: { spec: { containers: { name: string }[] } };
          };
        };
      };
    };
    const { backoffLimitPerIndex, podFailurePolicy, template } = cron.spec.jobTemplate.spec;
    expect(backoffLimitPerIndex).toBeGreaterThan(0);
    const [first] = podFailurePolicy.rules;
    expect(first).toMatchObject({ action: "FailIndex", onExitCodes: { values: [1, 2] } });
    expect(template.spec.containers.map(({ name }) => name)).toContain(first?.onExitCodes?.containerName);
  });
});
