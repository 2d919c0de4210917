/** Commands of the final screen are read by a shell as what was meant, wherever they are broken. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { formatByName } from "../../reports/index.ts";
import { sampleResults } from "./sample-builder.ts";

/** What a shell makes of the commands of a screen, each as a line of words in brackets. */
function readByShell(screens: readonly string[]): readonly string[] {
  const commands = screens.flatMap((screen) => [
    ...(screen.match(/trace-conformance (?:[^\n]*\\\n)*[^\n]*/g)?.map((command) => command.replace(/^\S+/, "told")) ??
      []),
  ]);
  const script = `told() { printf '[%s]' "$@"; echo; }\n${commands.join("\n")}\n`;
  return execFileSync("/bin/sh", ["-c", script], { encoding: "utf8" }).trimEnd().split("\n");
}

test.each(["it's mine", "'", "a '' b  c", "\\", 'the "third" one\'s \\ $(x) `y`', "no spaces'but'quotes"])(
  "an environment that is called %s is named at any width",
  (name) => {
    const results = sampleResults({
      environment: { name, baseUrl: "http://127.0.0.1:3000", access: "read-write" },
      failures: [{ requirement: "FILE-01", message: "other bytes" }],
    });
    const directory = `it's/${name}/of today`;
    const screens = [40, 60, 73, 80, 90, 100].map((columns) =>
      formatByName("terminal").render(results, { directory, columns, colour: false, lines: Infinity }),
    );
    const read = new Set(readByShell(screens));
    expect([...read]).toEqual([
      `[replay][${directory}/scripts/FILE-01-1.json][--env][${name}]`,
      `[explain][FILE-01][--env][${name}]`,
      `[challenge][FILE-01][--from][${directory}]`,
    ]);
  },
);
