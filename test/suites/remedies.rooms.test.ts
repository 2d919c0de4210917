/** Every remedy that is printed is true: it is applied, as it stands there, and the reason is gone. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { commands } from "../../cli/commands/index.ts";
import { environmentFromFlags, loadEnvironment, type Environment } from "../../driver/index.ts";
import { findOpenPoint } from "../../spec/open-points.ts";
import { requirements } from "../../spec/requirements/index.ts";
import { remediesFor } from "../../spec/requirements/missing.ts";
import { needKinds, type Need } from "../../spec/requirements/needs.ts";
import type { Inapplicable } from "../../spec/requirements/at-hand.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import { applicability, configuredTargetOf } from "../../suites/engine/plan/applicability.ts";
import { emptyFolder } from "../cli/lib/run-cli.ts";

/** A seed by which the only wrong password is sent to the v2 login. */
const seed = 2;
/** Nothing was observed, but what decides whether a choice of the target leaves nothing to judge. */
const unread: Profile = { readings: {} };
const settled = (environment: Environment): ReadonlyMap<string, Inapplicable> =>
  applicability(configuredTargetOf(environment, seed), profileWith(environment));
const profileWith = ({ openPoints }: Environment): Profile => ({
  readings: {
    ...unread.readings,
    ...Object.fromEntries(Object.entries(openPoints).map(([id, value]) => [id, { value, evidence: "pinned" }])),
  },
});

/** What somebody would write under a key that a remedy names without a value. */
const written: Readonly<Record<string, unknown>> = {
  "credentials.email": "ada@acme.example",
  "credentials.password": "correct-horse-battery",
  "credentials.privateKey": "a private key",
  organization: "acme",
  probeWrongPasswords: 2,
  secondUser: { email: "bob@other.example", password: "another-horse" },
  workflows: [{ id: "7", actions: [{ key: "open", groupLabel: "clerks", creates: true }] }],
};
const action = (key: string, creates: boolean): object => ({
  key,
  groupLabel: "clerks",
  ...(creates ? { creates } : {}),
});

type Settings = Record<string, unknown> & { workflows: Record<string, unknown>[] };

/** Puts a value where the remedy of a configuration file says. */
function put(settings: Settings, key: string, stated: string | undefined): void {
  const [workflow] = settings.workflows;
  if (key === "workflows[].name" && workflow) return void (workflow["name"] = "Claims");
  if (key === "workflows[].actions" && workflow) {
    const actions = (workflow["actions"] ?? []) as object[];
    return void (workflow["actions"] = [...actions, action(`a${String(actions.length)}`, actions.length === 0)]);
  }
  if (key === "workflows")
    return void settings.workflows.push({
      ...structuredClone(workflow),
      id: String(settings.workflows.length),
      name: "Other",
    });
  if (key === "users[].groups") {
    const user = { email: "eve@acme.example", password: "one-more-horse", groups: ["clerks"] };
    return void (settings["users"] = [user]);
  }
  const [first = "", second] = key.split(".");
  const pin = first === "openPoints" ? findOpenPoint(second ?? "")?.example : undefined;
  const value =
    stated === undefined
      ? (pin ?? written[key])
      : stated === "false"
        ? false
        : /^\d+$/.test(stated)
          ? Number(stated)
          : stated;
  expect(value, `a value for ${key}`).toBeDefined();
  if (second === undefined) settings[first] = value;
  else settings[first] = { ...(settings[first] as object | undefined), [second]: value };
}

test("of a configuration file", () => {
  const file = join(emptyFolder(), "trace-conformance.yaml");
  const settings: Settings = {
    baseUrl: "http://127.0.0.1:3000",
    access: "read-only",
    workflows: [{ id: "2041", actions: [] }],
  };
  const load = (): Environment => {
    writeFileSync(file, stringify({ environments: { vendor: settings } }));
    return loadEnvironment(file, "vendor");
  };
  const applied = new Set<string>();
  for (let round = 0; round < 60; round++) {
    const found = [...settled(load())];
    const [id, told] = found.find(([, { reason }]) => reason.includes("environments.vendor.")) ?? [];
    if (id === undefined || !told) break;
    const named = [...told.reason.matchAll(/environments\.vendor\.([\w.[\]-]*[\w\]])(?:: ([\w-]+))?/g)];
    for (const [whole, key = "", value] of named) {
      applied.add(whole);
      put(settings, key, value);
    }
    expect(settled(load()).get(id)?.reason, `${id}: ${told.reason}`).not.toBe(told.reason);
  }
  expect([...settled(load()).values()].filter(({ reason }) => reason.includes("environments.vendor."))).toEqual([]);
  expect(applied.size).toBeGreaterThan(12);
});

test("of flags and variables", () => {
  const given: Record<string, string> = { baseUrl: "http://127.0.0.1:3000" };
  const flags: Readonly<Record<string, readonly [member: string, value: string]>> = {
    "--access": ["access", "read-write"],
    "--organization": ["organization", "acme"],
    "--workflow-name": ["workflowName", "Claims"],
    "--create-action": ["createAction", "open:clerks"],
    "--append-action": ["appendAction", "comment:clerks"],
    TRACE_EMAIL: ["email", "ada@acme.example"],
    TRACE_PASSWORD: ["password", "correct-horse-battery"],
    TRACE_PRIVATE_KEY: ["privateKey", "a private key"],
  };
  const load = (): Environment =>
    environmentFromFlags({
      ...given,
      ...((given["createAction"] ?? given["appendAction"]) ? { workflow: "2041" } : {}),
    } as never);
  const pattern = /(?:--[a-z]+(?:-[a-z]+)*|TRACE_[A-Z_]+)/g;
  let applied = 0;
  for (let round = 0; round < 30; round++) {
    // What no flag supplies says so, and names the file.
    const open = [...settled(load())].filter(
      ([, { reason }]) => /--[a-z]|TRACE_/.test(reason) && !reason.includes("configuration file"),
    );
    const [id, told] = open[0] ?? [];
    if (id === undefined || !told) break;
    const named = told.reason.match(pattern) ?? [];
    for (const one of named) {
      const [member = "", value = ""] = flags[one] ?? [];
      expect(member, `${one} in "${told.reason}"`).not.toBe("");
      given[member] = value;
      applied++;
    }
    expect(settled(load()).get(id)?.reason, `${id}: ${told.reason}`).not.toBe(told.reason);
  }
  expect(applied).toBeGreaterThan(5);
});

const schema = readFileSync(
  new URL("../../driver/configuration/trace-conformance.schema.json", import.meta.url),
  "utf8",
);
const sources = ["reports/results/unjudged-reason.ts", "reports/results/unwritten.ts", "spec/requirements/needs.ts"];

test("a key that stands in a remedy is one of the configuration, and a flag one of `run`", async () => {
  const run = await commands.find(({ name }) => name === "run")?.load();
  const declared: string[] = [];
  const command = new Proxy(
    {},
    {
      get: (_, method) => (flag: unknown) => {
        if (method === "option" && typeof flag === "string") declared.push(flag.split(" ")[0] ?? "");
        return command;
      },
    },
  ) as never;
  run?.declare(command);
  const told = [
    ...Object.keys(needKinds).flatMap((need) => remediesFor([need as Need])),
    ...sources.map((file) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8")),
  ].join("\n");
  const keys = [
    ...told.matchAll(
      /\\?`(limits|credentials|secondUser|organization|access|openPoints|probeWrongPasswords)(?:\.(\w+))?/g,
    ),
  ];
  for (const [, key = "", member] of keys) {
    expect(schema).toContain(`"${key}": {`);
    if (member !== undefined) expect(schema, `${key}.${member}`).toContain(`"${member}": {`);
  }
  expect(keys.length).toBeGreaterThan(10);
  const named = new Set([...told.matchAll(/\\?`(--[a-z-]+)/g)].map(([, flag = ""]) => flag));
  expect([...named].filter((flag) => !declared.includes(flag))).toEqual([]);
  expect(named.size).toBeGreaterThan(2);
});

test("every requirement that needs something says what", () => {
  const silent = requirements.filter(({ needs = [] }) => needs.length > 0 && remediesFor(needs).length === 0);
  expect(
    silent
      .map(({ needs = [] }) => needs)
      .flat()
      .filter((need) => !/^(shows|takes|schema|process):/.test(need)),
  ).toEqual([]);
});
