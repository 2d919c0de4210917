/** `completion`: a script by which a shell completes commands, options and their values. */
import { Command, type Option } from "commander";
import { faces } from "../../spec/operations.ts";
import { openPoints } from "../../spec/open-points.ts";
import { requirements } from "../../spec/requirements/index.ts";
import { formats } from "../../reports/index.ts";
import { depths } from "../../suites/engine/plan/depth.ts";
import { sensitivityExtents } from "../../suites/engine/plan/run-plan.ts";
import type { CommandModule } from "../command.ts";
import { actions, hasOption } from "../history/store-option.ts";
import { bashScript, fishScript, zshScript, type CompletedCommand } from "../completion/scripts.ts";
import { exitCodes } from "../exit-codes.ts";
import { subjects } from "./list.ts";
import { failOnWords } from "../run/plan-of-options.ts";
import { didYouMean } from "../../suites/did-you-mean.ts";
import { UsageError } from "../../suites/usage-error.ts";
import { print } from "../terminal.ts";

const shells = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** What of the registry of commands is completed. */
interface Entry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<CommandModule>;
}

/** @param commands the registry, which this command stands in itself */
export const completionOf = (commands: readonly Entry[]): CommandModule => ({
  examples: [
    "trace-conformance completion bash > ~/.local/share/bash-completion/completions/trace-conformance",
    "trace-conformance completion zsh > _trace-conformance     # in a folder of $fpath",
    "trace-conformance completion fish > ~/.config/fish/completions/trace-conformance.fish",
  ],
  declare(command) {
    command.argument("<shell>", Object.keys(shells).join(", "));
  },
  async run({ terminal }, _options, [shell = ""]) {
    if (!Object.hasOwn(shells, shell))
      throw new UsageError(
        `completion "${shell}": wanted one of ${Object.keys(shells).join(", ")}.${didYouMean(shell, Object.keys(shells))}`,
      );
    print(terminal, shells[shell as keyof typeof shells](await completed(commands)));
    return exitCodes.conformant;
  },
});

/** Every command with its options, as they are declared; `help` is one that the command line has by itself. */
async function completed(commands: readonly Entry[]): Promise<readonly CompletedCommand[]> {
  const known = await Promise.all(
    commands.map(async ({ name, summary, load }): Promise<CompletedCommand> => {
      const command = new Command(name);
      (await load()).declare(command);
      const options = command.options.filter(({ hidden }) => !hidden);
      return {
        name,
        summary,
        operands: operandsOf(name),
        options: options.map((option) => ({
          name: option.long ?? option.flags,
          summary: option.description,
          takesValue: option.required || option.optional,
          values: valuesOf(option),
          ...(name === "history" ? { of: actions.filter((action) => hasOption(action, option.attributeName())) } : {}),
        })),
      };
    }),
  );
  const names = known.map(({ name }) => name);
  return [...known, { name: "help", summary: "Show what a command does, with examples", operands: names, options: [] }];
}

/** What can stand behind the name of a command, where that is known; else the shell offers files. */
function operandsOf(name: string): readonly string[] {
  const ids = requirements.map(({ id }) => id);
  switch (name) {
    case "history":
      return actions;
    case "completion":
      return Object.keys(shells);
    case "list":
      return subjects;
    case "explain":
      return [...ids, ...openPoints.map(({ id }) => id)];
    case "challenge":
      return ids;
    default:
      return [];
  }
}

/** What can stand behind an option, where that is known; else the shell offers files. */
function valuesOf({ long, argChoices }: Option): readonly string[] {
  switch (long) {
    case "--depth":
      return depths;
    case "--format":
      return formats.map(({ name }) => name);
    case "--only":
      return [...new Set(requirements.map(({ area }) => area)), ...faces, ...requirements.map(({ id }) => id)];
    case "--face":
      return faces;
    case "--requirement":
      return requirements.map(({ id }) => id);
    case "--fail-on":
      return failOnWords;
    case "--still-red":
      return ["fail", "tell"];
    case "--sensitivity":
      return sensitivityExtents;
    case "--access":
      return ["read-only", "read-write"];
    default:
      return argChoices ?? [];
  }
}
