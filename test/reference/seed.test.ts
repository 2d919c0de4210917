import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readSeed } from "../../reference/identity/seed.ts";

const folder = mkdtempSync(join(tmpdir(), "reference-seed-"));
const file = join(folder, "seed.yaml");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const USER = "{ email: a@b.example, password: secret-word, groups: [g] }";
const WORKFLOW = '{ id: "1", name: W, actions: [{ key: k, groups: [g], creates: true }] }';

/** A seed file with these users and workflows of one organization. */
const seed = (users = USER, workflows = WORKFLOW): string =>
  `organizations:\n  - name: acme\n    users:\n      - ${users}\n    workflows:\n      - ${workflows}\n`;

test("the built-in file can be used", () => {
  const { organizations, users, workflows } = readSeed(new URL("../../reference/seed/default.yaml", import.meta.url));
  expect(organizations).toEqual(["acme", "globex"]);
  expect(users.map(({ email }) => email)).toContain("ada@acme.example");
  expect(workflows.map(({ id }) => id)).toEqual(["2041", "2042", "2043", "3001"]);
});

test("a plain file is read", () => {
  writeFileSync(file, seed());
  expect(readSeed(file)).toMatchObject({
    organizations: ["acme"],
    users: [{ email: "a@b.example", organization: "acme", groups: ["g"], password: "secret-word" }],
    workflows: [{ id: "1", name: "W", organization: "acme", actions: [{ key: "k", groups: ["g"], creates: true }] }],
  });
});

test.each([
  ["a file that is not there", undefined, "cannot be read"],
  ["no YAML", "organizations: [", "not YAML"],
  ["an empty file", "", "the file: wanted a mapping"],
  ["nobody", "organizations: []", "organizations: wanted at least one organization"],
  ["an unknown member", "organisations: []", 'the file: wanted organizations; not "organisations"'],
  ["no list", "organizations: 7", ":1: organizations: wanted a list"],
  ["no name", "organizations:\n  - users: []", ":2: organizations[0].name: wanted a non-empty text"],
  [
    "an organization twice",
    "organizations:\n  - name: a\n  - name: a",
    ':3: organizations[1].name: wanted one not used before, not "a" again',
  ],
  ["a misspelt member", seed("{ email: a, pasword: x }"), ":4: organizations[0].users[0]: wanted email, password"],
  ["a user who cannot log in", seed("{ email: a }"), "users[0]: wanted a way to log in"],
  ["two passwords", seed("{ email: a, password: x, passwordHash: y }"), "not both"],
  ["a user twice", seed(`${USER}\n      - ${USER}`), 'users[1].email: wanted one not used before, not "a@b.example"'],
  ["no hash", seed("{ email: a, passwordHash: secret-word }"), "passwordHash: wanted the form scrypt$"],
  ["no key", seed("{ email: a, publicKey: nonsense }"), "publicKey: wanted a public key"],
  ["a private key", seed('{ email: a, publicKey: "-----BEGIN PRIVATE KEY-----\\nsecret-word" }'), "not a private one"],
  [
    "an id that is a number",
    seed(USER, "{ id: 1, name: W, actions: [{ key: k, groups: [g], creates: true }] }"),
    'workflows[0].id: wanted a text: "1", in quotes',
  ],
  [
    "no action that creates",
    seed(USER, '{ id: "1", name: W, actions: [{ key: k, groups: [g] }] }'),
    "actions: wanted at least one action with `creates: true`",
  ],
  [
    "an action for nobody",
    seed(USER, '{ id: "1", name: W, actions: [{ key: k, creates: true }] }'),
    "groups: wanted at least one group",
  ],
  [
    "creates that is a text",
    seed(USER, '{ id: "1", name: W, actions: [{ key: k, groups: [g], creates: "yes" }] }'),
    "creates: wanted true or false",
  ],
  [
    "no schema",
    seed(USER, '{ id: "1", name: W, actions: [{ key: k, groups: [g], creates: true, schema: { type: nonsense } }] }'),
    ":6: organizations[0].workflows[0].actions[0].schema: wanted a JSON Schema",
  ],
  ["a workflow twice", seed(USER, `${WORKFLOW}\n      - ${WORKFLOW}`), "workflows[1].id: wanted one not used before"],
])("%s is refused with its place and what was wanted", (_name, text, message) => {
  rmSync(file, { force: true });
  if (text !== undefined) writeFileSync(file, text);
  let got = "";
  try {
    readSeed(file);
  } catch (error) {
    got = (error as Error).message;
  }
  expect(got).toContain(`seed file ${file}`);
  expect(got).toContain(message);
  expect(got).not.toContain("secret-word");
});
