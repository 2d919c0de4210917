/**
 * Files of strangers, each given to a command that reads such: told with its name and the remedy, in time, and nothing
 * beside the output is touched. What a run saves and somebody changed is in `saved-files.test.ts`.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder } from "../cli/lib/run-cli.ts";
import { zip } from "../lib/service/zip.ts";
import { changeJson, writeSavedRun } from "./lib/saved-run.ts";

interface HostileFile {
  readonly what: string;
  /** Writes it into the folder, beside a saved run called `run`. */
  readonly write: (cwd: string) => void;
  readonly args: readonly string[];
  readonly told: RegExp;
  /** Where it is not refused, because what it says can be judged. Default: 2. */
  readonly code?: number;
}

const put =
  (name: string, content: string | Uint8Array) =>
  (cwd: string): void =>
    writeFileSync(join(cwd, name), content);
/** A file that says it has ten gigabytes, and takes no place. */
const sparse =
  (name: string) =>
  (cwd: string): void => {
    writeFileSync(join(cwd, name), "{");
    truncateSync(join(cwd, name), 10_000_000_000);
  };
const pipe =
  (name: string) =>
  (cwd: string): void =>
    void spawnSync("mkfifo", [join(cwd, name)]);
const history =
  (content: Uint8Array | string, name = "x.ndjson.zst") =>
  (cwd: string): void =>
    writeFileSync(join(cwd, "run", "histories", name), content);
const changedResults = (change: (results: never) => void) => (cwd: string) =>
  changeJson(join(cwd, "run", "results.json"), change);

const environment = (more: string): string =>
  `environments:\n  one:\n    baseUrl: http://127.0.0.1:9\n    organization: acme\n${more}`;
const configured = (more: string) => put("trace-conformance.yaml", environment(more));
const plan = ["plan", "--env", "one"];
const harEntry = (request: object, response: object = {}): string =>
  JSON.stringify({
    log: {
      entries: [
        {
          startedDateTime: "2027-01-01T00:00:00.000Z",
          time: 1,
          request: { method: "GET", url: "https://a.example/v2/traces/a/state", headers: [], ...request },
          response: { status: 200, headers: [], content: { text: "{}", mimeType: "application/json" }, ...response },
        },
      ],
    },
  });
const described = (schema: object): string =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "x", version: "1" },
    paths: {
      "/v2/traces/{traceId}/state": {
        get: { responses: { 200: { description: "x", content: { "application/json": { schema } } } } },
      },
    },
  });
const files: readonly HostileFile[] = [
  {
    what: "a configuration of ten gigabytes",
    write: sparse("trace-conformance.yaml"),
    args: plan,
    told: /trace-conformance\.yaml.*larger than/s,
  },
  {
    what: "a configuration in UTF-16",
    write: put("trace-conformance.yaml", Buffer.from(`\ufeff${environment("")}`, "utf16le")),
    args: plan,
    told: /trace-conformance\.yaml.*UTF-8/s,
  },
  {
    what: "a configuration whose environment is called __proto__",
    write: put("trace-conformance.yaml", "environments: { __proto__: { baseUrl: x } }"),
    args: ["plan", "--env", "__proto__"],
    told: /trace-conformance\.yaml/,
  },
  {
    what: "an environment that only objects have",
    write: configured(""),
    args: ["plan", "--env", "constructor"],
    told: /one/,
  },
  {
    what: "a path with NUL to a certificate",
    write: configured('    tls: { caFile: "a\\0b" }\n'),
    args: plan,
    told: /trace-conformance\.yaml:5: .*caFile/s,
  },
  {
    what: "a path with NUL to a schema",
    write: configured(
      "    workflows: [{ id: '1', actions: [{ key: a, groupLabel: b, data: { $ref: \"./a\\0b\" } }] }]\n",
    ),
    args: plan,
    told: /trace-conformance\.yaml/,
  },
  {
    what: "a path with NUL to an example",
    write: configured("    workflows: [{ id: '1', actions: [{ key: a, groupLabel: b, examples: [\"./a\\0b\"] }] }]\n"),
    args: plan,
    told: /trace-conformance\.yaml/,
  },
  {
    what: "a path with NUL to a module",
    write: put("trace-conformance.yaml", `${environment("")}extend: ["./a\\0b.mjs"]\n`),
    args: plan,
    told: /extend/,
  },
  {
    what: "a schema whose pattern is none",
    write: configured(
      "    workflows: [{ id: '1', actions: [{ key: a, groupLabel: b, data: { type: object, properties: { a: { type: string, pattern: '(' } } } }] }]\n",
    ),
    args: plan,
    told: /trace-conformance\.yaml/,
  },
  {
    what: "a key that merges its own anchor",
    write: put("trace-conformance.yaml", "environments: &a\n  one: *a\n"),
    args: plan,
    told: /trace-conformance\.yaml/,
  },
  {
    what: "a baseline that is a pipe",
    write: pipe("old.json"),
    args: ["run", "--depth", "quick", "--baseline", "old.json"],
    told: /old\.json.*pipe/s,
  },
  {
    what: "a template of a notification that is a device",
    write: () => undefined,
    args: ["run", "--depth", "quick", "--notify", "http://127.0.0.1:9", "--notify-template", "/dev/zero"],
    told: /\/dev\/zero.*device/s,
  },
  {
    what: "a script of ten gigabytes",
    write: sparse("script.json"),
    args: ["replay", "script.json"],
    told: /script\.json.*larger than/s,
  },
  {
    what: "a script whose steps hold each other",
    write: put("script.json", `{"id":"a","title":"a","steps":${'[{"parallel":['.repeat(900)}${"]}]".repeat(900)}}`),
    args: ["replay", "script.json"],
    told: /script\.json is no script/,
  },
  {
    what: "a script with orders to the terminal in its place",
    write: put(
      "script.json",
      JSON.stringify({ id: "a\u001b[2J", title: "\u202e", steps: [{ op: "\u001b]0;owned\u0007", face: "v2" }] }),
    ),
    args: ["replay", "script.json"],
    told: /script\.json is no script/,
  },
  {
    what: "a script in place of which there is a loop of links",
    write: (cwd) => symlinkSync("script.json", join(cwd, "script.json")),
    args: ["replay", "script.json"],
    told: /script\.json/,
  },
  {
    what: "a history that unpacks to a line of four gigabytes",
    write: history(
      Buffer.concat(Array.from({ length: 64 }, () => zstdCompressSync(Buffer.alloc(64 * 1_048_576, " ")))),
    ),
    args: ["recheck", "run"],
    told: /x\.ndjson\.zst.*characters/s,
  },
  {
    what: "a history that wants a window of 2 GB",
    write: history(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa8, 0x01, 0x00, 0x00, 0x00])),
    args: ["recheck", "run"],
    told: /x\.ndjson\.zst/,
  },
  {
    what: "a history with members of objects",
    write: history('{"type":"__proto__"}\n', "x.ndjson"),
    args: ["recheck", "run"],
    told: /x\.ndjson, line 1/,
  },
  {
    what: "a history at the end of all time",
    write: (cwd) => {
      const file = join(cwd, "run", "histories", "saved-1-1-0.ndjson");
      writeFileSync(file, readFileSync(file, "utf8").replace(/"sentAtMs":[\d.]+/, '"sentAtMs":1e300'));
    },
    args: ["recheck", "run"],
    told: /saved-1-1-0\.ndjson, line \d+.*sentAtMs/s,
  },
  {
    what: "a recording whose data nests without end",
    write: put(
      "a.har",
      harEntry({
        method: "POST",
        url: "https://a.example/v2/traces/18230fe9-9dff-4fc4-b131-d1c0ee2b03af/details",
        postData: { mimeType: "application/json", text: "[".repeat(200_000) + "]".repeat(200_000) },
      }),
    ),
    args: ["recheck", "a.har"],
    told: /a\.har: 1 exchanges/,
    code: 1,
  },
  {
    what: "a recording with half a character in its address",
    write: put("a.har", harEntry({ url: "https://a.example/v2/traces/%ED%A0%80/state?\ud800" })),
    args: ["recheck", "a.har"],
    told: /a\.har: 1 exchanges/,
    code: 1,
  },
  {
    what: "a recording at the end of all time",
    write: put(
      "a.har",
      harEntry({})
        .replace("2027-01-01T00:00:00.000Z", "+275760-09-13T00:00:00.000Z")
        .replace('"time":1', '"time":1e300'),
    ),
    args: ["recheck", "a.har"],
    told: /a\.har: 1 exchanges/,
    code: 1,
  },
  {
    what: "results that lie behind the end of all time",
    write: changedResults((results: { startedAt: string }) => (results.startedAt = "+275760-09-13T00:00:00.000Z")),
    args: ["report", "run", "--format", "sarif"],
    told: /results\.json.*startedAt/s,
  },
  {
    what: "results of a run that lasts for ever",
    write: changedResults((results: { summary: { durationMs: number } }) => (results.summary.durationMs = 1e300)),
    args: ["report", "run", "--format", "sarif"],
    told: /results\.json.*durationMs/s,
  },
  {
    what: "a folder with a name without end",
    write: () => undefined,
    args: ["report", "x".repeat(5_000)],
    told: /name is too long/,
  },
  {
    what: "a folder with a loop of links in place of a run",
    write: (cwd) => symlinkSync("loop", join(cwd, "loop")),
    args: ["report", "loop"],
    told: /loop/,
  },
  {
    what: "results with a seed that no database takes",
    write: changedResults((results: { seed: number }) => (results.seed = 1e300)),
    args: ["report", "run"],
    told: /results\.json.*seed/s,
  },
  {
    what: "a store that is a pipe",
    write: pipe("store"),
    args: ["history", "show", "--store", "store"],
    told: /store/,
  },
  {
    what: "a description of its own anchors",
    write: put(
      "api.yaml",
      "a: &a [x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e,*e]\n",
    ),
    args: ["describe", "api.yaml"],
    told: /api\.yaml/,
  },
  {
    what: "a description whose schemas no validator takes",
    write: put("api.json", described({ type: "strng", pattern: "(", multipleOf: 0, required: "x", maxLength: -1 })),
    args: ["run", "--depth", "quick", "--description", "api.json"],
    told: /api\.json/,
  },
  {
    what: "a description with a path of NUL",
    write: put("api.json", described({ $ref: "./a%00b.json" })),
    args: ["describe", "api.json"],
    told: /^$/,
    code: 1,
  },
  {
    what: "an archive whose files lead out of it",
    write: (cwd) =>
      writeFileSync(
        join(cwd, "e.zip"),
        zip([
          { name: "../victim/mine.txt", data: Buffer.from("owned") },
          { name: "results.json", data: Buffer.from("{}") },
        ]),
      ),
    args: ["verify", "e.zip"],
    told: /^$/,
    code: 1,
  },
  {
    what: "an archive of ten gigabytes",
    write: sparse("e.zip"),
    args: ["verify", "e.zip"],
    told: /e\.zip.*larger than/s,
  },
  {
    what: "a key that is a folder",
    write: (cwd) => mkdirSync(join(cwd, "key.pem")),
    args: ["certify", "run", "--key", "key.pem"],
    told: /key\.pem.*folder/s,
  },
  {
    what: "users whose keys are none",
    write: put(
      "seed.yaml",
      "organizations: [{ name: a, users: [{ email: a@b.c, password: x, publicKey: '-----BEGIN PUBLIC KEY-----\\nAAAA\\n-----END PUBLIC KEY-----' }], workflows: [] }]",
    ),
    args: ["serve", "--port", "0", "--seed", "seed.yaml"],
    told: /seed\.yaml/,
  },
  {
    what: "an id of a dispute that is a path",
    write: () => undefined,
    args: ["challenge", "../../etc/passwd", "--from", "run"],
    told: /passwd/,
  },
];

let base: string;
beforeAll(async () => {
  base = join((await import("node:os")).tmpdir(), `hostile-files-${String(process.pid)}`);
  await writeSavedRun(base);
});

describe("a file that is hostile is told, and harms nothing", () => {
  test.each(files.map((file) => [file.what, file] as const))(
    "%s",
    { timeout: 60_000 },
    async (_, { write, args, told, code: wanted = 2 }) => {
      const cwd = emptyFolder();
      cpSync(base, join(cwd, "run"), { recursive: true });
      mkdirSync(join(cwd, "victim"));
      writeFileSync(join(cwd, "victim", "mine.txt"), "mine");
      write(cwd);
      const before = readdirSync(cwd).toSorted();
      const startedMs = performance.now();
      const { code, stdout, stderr } = await callCli(args, { cwd });
      expect({ code, stderr }).toMatchObject({ code: wanted, stderr: expect.stringMatching(told) as string });
      expect(stderr).not.toContain("please report it");

      expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      expect(performance.now() - startedMs).toBeLessThan(30_000);
      expect(readFileSync(join(cwd, "victim", "mine.txt"), "utf8")).toBe("mine");
      // What a recording came to stands beside it.
      const written = readdirSync(cwd).filter((name) => name !== "rechecked");
      expect(written.toSorted()).toEqual(before);
    },
  );
});
