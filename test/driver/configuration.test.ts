import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  ConfigurationError,
  effectiveAccess,
  environmentFromFlags,
  isProductionAddress,
  isProductionName,
  loadConfiguration,
  loadEnvironment,
} from "../../driver/index.ts";
import { refuseUncheckedCertificates } from "../../driver/configuration/certificate-checks.ts";

function fileWith(text: string, others: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "configuration-"));
  for (const [name, content] of Object.entries(others)) writeFileSync(join(folder, name), content);
  const file = join(folder, "trace-conformance.yaml");
  writeFileSync(file, text);
  return file;
}

function issuesOf(action: () => unknown): ConfigurationError["issues"] {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return (error as ConfigurationError).issues;
  }
  throw new Error("nothing was found wrong");
}

const complete = `
defaultEnvironment: vendor
extend: [./own.ts, some-package]
environments:
  vendor:
    baseUrl: https://traces.example/base/
    access: read-write
    credentials: { email: "\${EMAIL}", password: "\${PASSWORD}", token: "\${TOKEN:-}" }
    secondUser: { privateKey: "\${KEY}", sharesOrganization: false }
    organization: acme
    knownTraces: [0b6f6a4e-31c5-4a10-8f5c-0f2f0a4f9f11]
    workflows:
      - id: "2041"
        name: Claims
        actions:
          - { key: open, groupLabel: clerks, creates: true, data: { $ref: ./open.schema.json } }
          - { key: comment, groupLabel: clerks, examples: [{ $ref: ./comment.json }, { text: well, kind: note }] }
    limits: { concurrency: "\${CONCURRENCY}", requestsPerSecond: 100 }
    tls: { caFile: ca.pem }
    openPoints: { digest-list-query: { name: files, style: comma } }
    waivers: [{ requirement: PAGE-07, reason: TICKET-1, expires: 2027-01-31 }]
  preprod:
    baseUrl: https://preprod.example
    credentials: { token: "\${NOT_SET}" }
`;
const files = {
  "open.schema.json": '{"type":"object","properties":{"a":{"$ref":"part.yaml#/defs/a"}}}',
  "comment.json": '{"text":"fine","kind":"note"}',
  "part.yaml": "defs: { a: { type: string } }",
  "ca.pem": "-----BEGIN CERTIFICATE-----",
};
const variables = { EMAIL: "a@b.example", PASSWORD: "12345678", KEY: "key-of-second", CONCURRENCY: "8" };

describe("a configuration", () => {
  test("becomes an environment, variables and files filled in", () => {
    const file = fileWith(complete, files);
    const configuration = loadConfiguration(file, variables);
    expect(configuration.environmentNames).toEqual(["vendor", "preprod"]);
    expect(configuration.extend).toEqual([join(dirname(file), "own.ts"), "some-package"]);
    const environment = configuration.environment(configuration.defaultEnvironment());
    expect(environment).toMatchObject({
      name: "vendor",
      baseUrl: "https://traces.example/base",
      access: "read-write",
      secondUser: { sharesOrganization: false },
      limits: { concurrency: 8, requestsPerSecond: 100, timeoutMs: 10_000, maxTraces: 5_000 },
      tls: { caFile: join(dirname(file), "ca.pem") },
      openPoints: { "digest-list-query": { name: "files", style: "comma" } },
    });
    expect(environment.secrets.accountOf("first")).toEqual({ email: "a@b.example", password: "12345678" });
    expect(environment.workflows[0]?.actions).toEqual([
      {
        key: "open",
        groupLabel: "clerks",
        creates: true,
        appends: false,
        dataSchema: { type: "object", properties: { a: { type: "string" } } },
      },
      {
        key: "comment",
        groupLabel: "clerks",
        creates: false,
        appends: true,
        dataSchema: {
          type: "object",
          properties: { text: { type: "string", minLength: 4, maxLength: 28 }, kind: { const: "note" } },
          required: ["text", "kind"],
          additionalProperties: false,
        },
        examples: [
          { text: "fine", kind: "note" },
          { text: "well", kind: "note" },
        ],
      },
    ]);
  });

  test("needs the variables of the environment that is used, and of no other", () => {
    const file = fileWith(complete, files);
    expect(loadEnvironment(file, "vendor", {}, variables).name).toBe("vendor");
    const [issue] = issuesOf(() => loadEnvironment(file, "preprod", {}, variables));
    expect(issue).toMatchObject({ key: "environments.preprod.credentials.token", line: 24 });
    expect(issue?.wanted).toContain("NOT_SET");
  });

  test("shows every fault at once, each with line, key, nearest valid key and remedy", () => {
    const file = fileWith(`environments:
  preprod:
    baseUrl: https://preprod.example
    acces: read-write
    credentials: { pasword: hunter2 }
    limits: { concurrency: many, latency: { perOperation: { v2TraceStat: 300 } } }
    workflows:
      - { id: 2041, actions: [] }
    openPoints: { digest-list-query: { name: d, style: repeet } }
  vendor: {}
`);
    const issues = issuesOf(() => loadConfiguration(file, {}));
    expect(issues.map(({ line, key, nearest }) => [line, key, nearest])).toEqual([
      [4, "environments.preprod.acces", "access"],
      [5, "environments.preprod.credentials.pasword", "password"],
      [6, "environments.preprod.limits.concurrency", undefined],
      [6, "environments.preprod.limits.latency.perOperation.v2TraceStat", "v2TraceState"],
      [8, "environments.preprod.workflows.0.id", undefined],
      [9, "environments.preprod.openPoints.digest-list-query.style", "repeat"],
      [10, "environments.vendor.baseUrl", undefined],
    ]);
    for (const issue of issues) expect(issue.remedy).not.toBe("");
  });

  test("a key by another name that is in use for it is led to the right one", () => {
    const file = fileWith(`environments:
  a:
    url: http://a.example
    workflows:
      - { id: "1", actions: [{ actionKey: open, group: desk, schema: { type: object } }] }
`);
    expect(issuesOf(() => loadConfiguration(file, {})).map(({ key, nearest }) => [key, nearest])).toEqual([
      ["environments.a.url", "baseUrl"],
      ["environments.a.workflows.0.actions.0.actionKey", "key"],
      ["environments.a.workflows.0.actions.0.group", "groupLabel"],
      ["environments.a.workflows.0.actions.0.schema", "data"],
    ]);
  });

  test("a misspelt key that is wanted is one fault, and not two", () => {
    const issues = issuesOf(() =>
      loadConfiguration(fileWith("environments:\n  a:\n    baseURL: http://a.example\n"), {}),
    );
    expect(issues).toEqual([
      expect.objectContaining({
        line: 3,
        key: "environments.a.baseURL",
        wanted: 'the key "baseUrl"',
        nearest: "baseUrl",
      }),
    ]);
  });

  test("a file without environments says that, and what to do", () => {
    const [issue] = issuesOf(() => loadConfiguration(fileWith("environments: {}\n"), {}).defaultEnvironment());
    expect(issue).toMatchObject({ key: "environments", got: "no environments in this file" });
    expect(issue?.remedy).toContain("trace-conformance init");
  });

  test("never shows a secret in a complaint", () => {
    const file = fileWith(
      "environments:\n  a:\n    baseUrl: https://a.example\n    credentials: { password: [hunter2] }\n",
    );
    expect(JSON.stringify(issuesOf(() => loadConfiguration(file, {})))).not.toContain("hunter2");
    const withUser = fileWith("environments:\n  a:\n    baseUrl: https://user:hunter2@a.example\n");
    expect(JSON.stringify(issuesOf(() => loadConfiguration(withUser, {})))).not.toContain("hunter2");
  });

  test.each([
    ["broken YAML", "environments: [", 1],
    ["a key twice", "environments: {}\nenvironments: {}\n", 2],
    ["an unknown default", "defaultEnvironment: vendr\nenvironments:\n  vendor:\n    baseUrl: https://a.example\n", 1],
    ["an entry for the embedded one", "environments:\n  embedded:\n    baseUrl: https://a.example\n", 2],
    ["an address without scheme", "environments:\n  a:\n    baseUrl: a.example\n", 3],
    [
      "an impossible date",
      "environments:\n  a:\n    baseUrl: https://a.example\n    waivers: [{ requirement: PAGE-01, reason: x, expires: 2027-13-01 }]\n",
      4,
    ],
  ])("is refused for %s, with the line", (_, text, line) => {
    expect(issuesOf(() => loadConfiguration(fileWith(text), {}))[0]?.line).toBe(line);
  });

  test("that names no default means its only environment, and of several says what to write", () => {
    const entry = (name: string): string => `  ${name}:\n    baseUrl: https://${name}.example\n`;
    expect(loadEnvironment(fileWith(`environments:\n${entry("a")}`), undefined, {}, {}).name).toBe("a");
    for (const text of [`environments:\n${entry("a")}${entry("b")}`]) {
      const [issue] = issuesOf(() => loadEnvironment(fileWith(text), undefined, {}, {}));
      expect(issue?.key).toBe("defaultEnvironment");
      for (const remedy of ["--env NAME", "defaultEnvironment: NAME", "--env embedded"])
        expect(issue?.remedy).toContain(remedy);
    }
  });

  test("is refused where a value cannot be meant, with line and remedy", () => {
    const file = fileWith(`environments:
  a:
    baseUrl: https://a.example/v2/
    credentials:
      token: Bearer abc.def.ghi
      password: $PASSWORD
      privateKey: "\${HELD}"
    organization: "$acme costs $5"
  b: { baseUrl: "https://$HOST.example" }
`);
    const held = { HELD: "${OTHER}" };
    const issues = issuesOf(() => loadEnvironment(file, "a", {}, held));
    expect(issues.map(({ line, key }) => [line, key])).toEqual([
      [3, "environments.a.baseUrl"],
      [5, "environments.a.credentials.token"],
      [6, "environments.a.credentials.password"],
      [7, "environments.a.credentials.privateKey"],
    ]);
    expect(issues.map(({ remedy }) => remedy).join("\n")).toMatch(/\/v2[^]*Bearer[^]*\$\{NAME\}/);
    expect(JSON.stringify(issues)).not.toContain("abc.def");
    expect(issuesOf(() => loadEnvironment(file, "b", {}, held))).toMatchObject([
      { line: 9, key: "environments.b.baseUrl" },
    ]);
  });

  test("is refused when a file is missing, an environment unknown, or a data schema is none", () => {
    expect(issuesOf(() => loadConfiguration("/nowhere/trace-conformance.yaml"))[0]?.got).toContain("no file");
    const file = fileWith(complete, files);
    expect(issuesOf(() => loadConfiguration(file, variables).environment("vendr"))[0]?.nearest).toBe("vendor");
    const broken = fileWith(complete, { ...files, "open.schema.json": '{"type":"objekt"}' });
    expect(issuesOf(() => loadEnvironment(broken, "vendor", {}, variables))[0]?.key).toContain("data");
    const noCa = fileWith(complete, { ...files, "ca.pem": "-----BEGIN CERTIFICATE-----", "open.schema.json": "{}" });
    expect(loadEnvironment(noCa, "vendor", {}, variables).tls?.caFile).toBeDefined();
  });
});

describe("access", () => {
  const settings = { name: "x", inFile: undefined, allowWrites: false } as const;

  test.each([
    ...["production", "us-production", "prod", "PROD_EU", "live", "usProd", "prod-us", "PRODUCTION", "prd", "EU.Live"],
    ...["usprod", "produs", "prod1", "2prod", "ProdEU", "USProd", "eu_prd", "ｐｒｏｄ", "Produktion"],
  ])("%s is a production: it is written to with the flag and the confirmation alone", (name) => {
    expect(isProductionName(name)).toBe(true);
    const accessOf = (inFile: "read-write" | undefined, allowWrites: boolean, byFlag?: "read-write") =>
      effectiveAccess({ name, isProduction: true, inFile, allowWrites }, byFlag).access;
    expect(accessOf("read-write", false)).toBe("read-only");
    expect(accessOf("read-write", true)).toBe("read-only");
    expect(accessOf("read-write", false, "read-write")).toBe("read-only");
    expect(accessOf(undefined, true, "read-write")).toBe("read-write");
  });

  test.each([
    ...[
      "preprod",
      "us-preprod",
      "pre-production",
      "nonprod",
      "products",
      "reproduction",
      "local",
      "preProd",
      "PreProd",
    ],
    ...["non_production", "product-test", "alive", "deliver", "olive"],
  ])("%s is none", (name) => {
    expect(isProductionName(name)).toBe(false);
    const here = { ...settings, name, isProduction: false };
    expect(effectiveAccess(here, undefined).access).toBe("read-only");
    expect(effectiveAccess({ ...here, inFile: "read-write" }, undefined).access).toBe("read-write");
    expect(effectiveAccess({ ...here, inFile: "read-write" }, "read-only").access).toBe("read-only");
    // A flag alone raises nothing.
    expect(effectiveAccess(here, "read-write").access).toBe("read-only");
    expect(effectiveAccess({ ...here, inFile: "read-only" }, "read-write").access).toBe("read-only");
    expect(effectiveAccess({ ...here, inFile: "read-only", allowWrites: true }, "read-write").access).toBe(
      "read-write",
    );
  });

  test.each([
    ["https://prod.traces.example", true],
    ["https://traces-prod.example/api", true],
    ["https://gateway.example/prod", true],
    ["https://live.traces.example", true],
    ["https://traces.example.live", false],
    ["https://traces.preprod.example", false],
    ["https://preprod.prod-cluster.example", false],
    ["http://127.0.0.1:3000", false],
  ])("the address %s is that of a production: %s", (baseUrl, wanted) => {
    expect(isProductionAddress(baseUrl)).toBe(wanted);
  });

  const file = (): string =>
    fileWith(`environments:
  acceptance: { baseUrl: https://traces.example/api/, access: read-only }
  usProd: { baseUrl: https://us.traces.example, access: read-write, allowWrites: true }
  test: { baseUrl: http://localhost:3000, access: read-write }
  hidden: { baseUrl: https://prod.traces.example, access: read-write }
`);

  test("a production by its name or address is gentle and sends no wrong password unless told to", () => {
    const configuration = loadConfiguration(file(), {});
    for (const name of ["usProd", "hidden"]) {
      const environment = configuration.environment(name);
      expect(environment).toMatchObject({ access: "read-only", maxWrongPasswords: 0 });
      expect(environment.limits).toMatchObject({ concurrency: 4, requestsPerSecond: 10 });
    }
    expect(configuration.environment("usProd", { access: "read-write" }).access).toBe("read-write");
    expect(configuration.environment("hidden", { access: "read-write" }).access).toBe("read-only");
    expect(configuration.environment("test")).toMatchObject({ access: "read-write", maxWrongPasswords: 4 });
    expect(configuration.environment("test").limits).not.toHaveProperty("requestsPerSecond");
  });

  test.each([
    ["https://traces.example/api", "read-only"],
    ["https://TRACES.example:443/api/", "read-only"],
    ["http://traces.example/", "read-only"],
    ["https://prod.traces.example", "read-only"],
    ["https://us.traces.example/v1", "read-write"],
    ["http://127.0.0.1:3000", "read-write"],
    ["https://traces.example/other", "read-write"],
    ["https://elsewhere.example", "read-write"],
  ])("--base-url %s stays what the file says of it: %s", (baseUrl, wanted) => {
    const flags = { baseUrl, token: "t", workflow: "1", createAction: "a:b" } as const;
    const listed = loadConfiguration(file(), {}).listedAt(baseUrl);
    expect(environmentFromFlags({ ...flags, access: "read-write" }, listed).access).toBe(wanted);
    if (wanted === "read-only") expect(environmentFromFlags(flags, listed).access).toBe("read-only");
  });
});

test("an address of https is refused where certificates would not be checked", () => {
  const unchecked = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };
  for (const addresses of [["https://a.example"], ["http://a.example", "HTTPS://proxy.example"]])
    expect(issuesOf(() => refuseUncheckedCertificates(addresses, unchecked))[0]).toMatchObject({
      key: "NODE_TLS_REJECT_UNAUTHORIZED",
      remedy: expect.stringContaining("tls.caFile") as string,
    });
  refuseUncheckedCertificates(["http://a.example", undefined], unchecked);
  refuseUncheckedCertificates(["https://a.example"], { NODE_TLS_REJECT_UNAUTHORIZED: "1" });
});

describe("flags", () => {
  test("describe an environment; a create action grants writing", () => {
    const flags = { baseUrl: "http://127.0.0.1:3000", token: "t", organization: "acme", workflow: "2041" };
    expect(environmentFromFlags(flags).access).toBe("read-only");
    const environment = environmentFromFlags({
      ...flags,
      createAction: "open:it:clerks",
      appendAction: "comment:clerks",
    });
    expect(environment.access).toBe("read-write");
    expect(environment.workflows[0]?.actions).toEqual([
      { key: "open:it", groupLabel: "clerks", creates: true, appends: false },
      { key: "comment", groupLabel: "clerks", creates: false, appends: true },
    ]);
    const production = { ...flags, baseUrl: "https://production.traces.example", createAction: "a:b" };
    expect(environmentFromFlags(production).access).toBe("read-only");
    // Only a configuration file can confirm that.
    expect(environmentFromFlags({ ...production, access: "read-write" }).access).toBe("read-only");
    expect(environmentFromFlags({ ...flags, createAction: "a:b", access: "read-only" }).access).toBe("read-only");
  });

  test("are refused where a value cannot be meant", () => {
    const issues = issuesOf(() =>
      environmentFromFlags({
        baseUrl: "https://a.example/v2",
        token: "bearer abc",
        password: "$TRACE_PASSWORD",
        organization: "${ORGANIZATION}",
        workflow: "2041",
        createAction: "open:$GROUP",
      }),
    );
    expect(issues.map(({ key }) => key)).toEqual([
      "--base-url",
      "--token or TRACE_TOKEN",
      "TRACE_PASSWORD",
      "--organization",
      "--create-action",
    ]);
    expect(environmentFromFlags({ baseUrl: "https://a.example/v2x", password: "pa$SWORD" }).name).toBe("a.example");
  });

  test("are refused together", () => {
    const issues = issuesOf(() => environmentFromFlags({ baseUrl: "ftp://a", createAction: "open" }));
    expect(issues.map(({ key }) => key)).toEqual(["--base-url", "--create-action"]);
    expect(issuesOf(() => environmentFromFlags({ baseUrl: "http://a", createAction: "a:b" }))[0]?.key).toBe(
      "--workflow",
    );
  });
});
