/** Editors find the schema that `init` names. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { configurationTemplate, withSchemaOf } from "../../cli/configuration-template.ts";

test("in a clone the line names the schema of the sources, elsewhere that of the package", () => {
  const clone = fileURLToPath(new URL("../..", import.meta.url));
  const [line] = withSchemaOf(clone, configurationTemplate).split("\n");
  expect(line).toBe("# yaml-language-server: $schema=./driver/configuration/trace-conformance.schema.json");
  expect(withSchemaOf("/nowhere", configurationTemplate)).toBe(configurationTemplate);
});
