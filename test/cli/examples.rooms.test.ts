/** Every command line that the help and the docs show can be typed as it stands, and names things that exist. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { CommandOptions } from "../../cli/command.ts";
import { commands, type CommandEntry } from "../../cli/commands/index.ts";
import { configurationTemplate } from "../../cli/configuration-template.ts";
import { namedFormats } from "../../cli/formats-option.ts";
import { choice, durationMs, list, text, wholeNumber } from "../../cli/options.ts";
import { faults } from "../../reference/faults/index.ts";
import { variants } from "../../reference/variants/index.ts";
import { openPointIds } from "../../spec/open-points.ts";
import { requirements } from "../../spec/requirements/index.ts";
import { depths } from "../../suites/engine/plan/depth.ts";
import { select } from "../../suites/engine/plan/selection.ts";
import { parseShard } from "../../suites/engine/plan/shard.ts";
import { chooseTargets } from "../../suites/matrix/target.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const environments = Object.keys((parse(configurationTemplate) as { environments: object }).environments);

/** The words of a shell line, without comments, redirections, and what comes before the program. */
function wordsOf(line: string): readonly string[] {
  const [command = ""] = line.replaceAll("\\\n", " ").split(/\s(?:#|>>?|\|\|?|&&)(?:\s|$)/);
  const words: readonly string[] = command.match(/"[^"]*"|\S+/g) ?? [];
  return words.slice(words.indexOf("trace-conformance") + 1).map((word) => word.replaceAll('"', ""));
}

/** Reads a line as the program would. @throws what commander throws for an unknown command, option or argument. */
async function read(line: string): Promise<{ entry: CommandEntry; options: CommandOptions; operands: string[] }> {
  const words = wordsOf(line);
  const named = words[0] === undefined || words[0].startsWith("-") ? "run" : words[0];
  const entry = commands.find(({ name }) => name === named);
  if (!entry) throw new Error(`no command "${named}"`);
  const command = new Command(named).exitOverride().configureOutput({ writeErr: () => undefined });
  (await entry.load()).declare(command);
  command.parse(named === words[0] ? words.slice(1) : [...words], { from: "user" });
  return { entry, options: command.opts<CommandOptions>(), operands: command.args };
}

/** Says what a line names that is not there. */
async function expectUsable(line: string): Promise<void> {
  const { entry, options, operands } = await read(line);
  for (const environment of list(options, "env"))
    if (!environment.startsWith("$")) expect(environments).toContain(environment);
  if (entry.name === "faults")
    chooseTargets({ only: list(options, "only"), areas: list(options, "area"), kinds: ["fault", "variant"] });
  else if (!line.includes("X-ACME")) select(list(options, "only"));
  if (entry.name === "explain") expect([...openPointIds, ...requirements.map(({ id }) => id)]).toContain(operands[0]);
  if (entry.name === "list")
    expect(["requirements", "open-points", "operations", "formats", undefined]).toContain(operands[0]);
  for (const id of list(options, "fault")) expect(faults.map((fault) => fault.id)).toContain(id);
  for (const id of list(options, "variant")) expect(variants.map((variant) => variant.id)).toContain(id);
  namedFormats(list(options, "format"));
  choice(options, "depth", depths);
  durationMs(options, "duration");
  const [shard, seed] = [text(options, "shard"), text(options, "seed")];
  if (shard !== undefined && !shard.includes("$")) parseShard(shard);
  if (entry.name !== "serve" && seed !== undefined && !seed.startsWith("$"))
    wholeNumber(options, "seed", { least: 0, most: 2 ** 31 - 1 });
}

describe("the help of", () => {
  test.each(commands.map((entry) => [entry.name, entry] as const))("%s", async (name, entry) => {
    const { examples } = await entry.load();
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      expect(example.startsWith("trace-conformance")).toBe(true);
      await expectUsable(example);
    }
    expect(
      examples.some((example) => wordsOf(example)[0] === name || (entry.isDefault && wordsOf(example).length === 0)),
    ).toBe(true);
  });
});

/** Lines that call the program, in whatever a reader copies from. */
function linesIn(file: string): readonly string[] {
  const joined = readFileSync(join(root, file), "utf8").replaceAll("\\\n", " ");
  return joined
    .split("\n")
    .filter((line) => /^\s*(?:- )?(?:npx --no -- )?trace-conformance( [a-z-]|$)/.test(line))
    .map((line) => line.trim());
}

const documents = ["README.md", "docs", "deploy", "examples"].flatMap((place) =>
  place.endsWith(".md")
    ? [place]
    : readdirSync(join(root, place), { recursive: true, encoding: "utf8" })
        .filter((name) => /\.(md|ya?ml)$/.test(name) && !name.includes("node_modules"))
        .map((name) => join(place, name)),
);

test("the table of the README names every command", () => {
  const rows = readFileSync(join(root, "README.md"), "utf8").match(/^\| `.*/gm) ?? [];
  const named = rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([\w-]+)`/g)].map(([, name]) => name));
  expect(commands.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([]);
});

describe("the lines in", () => {
  const found = documents.map((file) => [file, linesIn(file)] as const).filter(([, lines]) => lines.length > 0);
  test.each(found)("%s", async (_, lines) => {
    for (const line of lines) await expectUsable(line);
  });
  test("all of them are looked at", () => {
    expect(found.map(([file]) => file)).toEqual(
      expect.arrayContaining(["README.md", "docs/ci.md", "docs/evidence.md"]),
    );
  });
});
