/** One slip in a configuration is told once: file, line, column, the line itself, and what is wanted. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadConfiguration } from "../../../driver/index.ts";
import { MalformedYaml, yamlOf } from "../../../spec/files/yaml-text.ts";
import { emptyFolder } from "../../cli/lib/run-cli.ts";

const lines = [
  "environments:",
  "  lab:",
  "    baseUrl: http://127.0.0.1:1",
  "    access: read-write",
  "    organization: acme",
  "    credentials:",
  "      email: ada@acme.example",
  "      password: canary",
  "    workflows:",
  '      - id: "2041"',
  "        name: Claims",
  "        actions:",
  "          - { key: open, groupLabel: clerks, creates: true }",
  "          - { key: comment, groupLabel: clerks }",
];

test.each([
  ["one space less", 5, "   organization: acme", "5:4", "same column"],
  ["two spaces more", 4, "      access: read-write", "4:7", "same column"],
  ["one space more, behind the name of a list", 11, "         name: Claims", "11:10", "same column"],
  ["a tab", 4, "\taccess: read-write", "4:1", "spaces"],
  ["no colon", 4, "    access read-write", "4:5", "a key, a colon and a space"],
  ["no space behind the colon", 4, "    access:read-write", "4:5", "a key, a colon and a space"],
  ["a colon in a value", 5, "    organization: acme: all", "5:19", "quotes around the value"],
  ["a bracket that stays open", 13, "          - { key: open, groupLabel: clerks", "13:13", "a } at its end"],
  ["a quote that stays open", 8, '      password: "canary', "8:17", 'a " at its end'],
  ["a value that begins with a sign", 8, "      password: @canary", "8:17", "quotes around the value"],
])("%s", (_, line, wrong, place, wanted) => {
  const file = join(emptyFolder(), "trace-conformance.yaml");
  writeFileSync(file, lines.with(line - 1, wrong).join("\n"));
  let message = "";
  try {
    loadConfiguration(file);
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).toContain(`trace-conformance.yaml:${place}: wanted`);
  expect(message).toContain(wanted);
  expect(message.split("wanted")).toHaveLength(2);
  const [shown = ""] = wrong.replace("\t", "→").split("password");
  expect(message).toContain(`${String(line).padStart(5)} | ${shown}`);
  expect(message).not.toContain("canary");
});

test.each([
  ["[1,2", 1, 1, "a bracket that nothing closes"],
  ["[1,2\n", 1, 1, "a bracket that nothing closes"],
  ['{"openapi":"3.0.0",', 1, 1, "a bracket that nothing closes"],
  ['{"openapi":"3.0.0","info":{"title":"a }"', 1, 27, "a bracket that nothing closes"],
  ['{"a": [1,2}\n', 1, 7, "a bracket that nothing closes"],
  ['{\n  "a": {\n    "b": 1\n  },\n  "c": [2]\n', 1, 1, "a bracket that nothing closes"],
  ['{\n  "a": {\n    "b": 1\n\n  "c": 2\n}\n', 1, 1, "a bracket that nothing closes"],
  ["a: [1,\n  2\nb: 3\n", 1, 4, "a bracket that nothing closes"],
  ['{"openapi":"3.0.0"\n "info": {}}\n', 2, 2, "an entry right behind another"],
  ["a: {b: 1}}\n", 1, 10, "a } that closes nothing"],
  ["a: ]\n", 1, 4, "a ] that closes nothing"],
])("brackets in %j", (text, line, column, message) => {
  let fault: unknown;
  try {
    yamlOf(text);
  } catch (error) {
    fault = error instanceof MalformedYaml ? error.faults[0] : error;
  }
  expect(fault).toMatchObject({ line, column, message });
});
