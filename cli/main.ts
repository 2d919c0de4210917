/** The command line: builds the commands of the registry, runs one, and turns what happened into an exit code. */
import { Command, CommanderError } from "commander";
import { commands } from "./commands/index.ts";
import type { CommandContext, CommandModule, CommandOptions } from "./command.ts";
import { describeError } from "./describe-error.ts";
import { exitCodeHelp, exitCodes, type ExitCode } from "./exit-codes.ts";
import { listenForInterrupts } from "./interrupts.ts";
import { suiteVersion } from "../suites/engine/suite-identity.ts";
import { didYouMean } from "../suites/engine/did-you-mean.ts";
import { UsageError } from "../suites/engine/usage-error.ts";
import { colorsFor, processTerminal, remark, type Terminal } from "./terminal.ts";

/** Runs a command line (without the program's name) and returns its exit code. Never throws. */
export async function main(argv: readonly string[], terminal: Terminal = processTerminal): Promise<ExitCode> {
  const interrupts = listenForInterrupts(terminal);
  let code: ExitCode = exitCodes.conformant;
  const program = buildProgram({ terminal, interrupted: interrupts.signal }, (result) => (code = result));
  try {
    await program.parseAsync([...argv], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.conformant : exitCodes.usage;
    const described = describeError(error);
    remark(terminal, `${colorsFor(terminal.stderr, terminal.env).red("error:")} ${described.message}`);
    return described.code;
  } finally {
    interrupts.stop();
  }
}

function buildProgram(context: CommandContext, done: (code: ExitCode) => void): Command {
  const { terminal } = context;
  const program = new Command("trace-conformance")
    .description("Tells, with proof, whether a service conforms to the Trace and Workflow Service Interface.")
    .version(suiteVersion)
    .helpCommand(true)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
    })
    .addHelpText("after", `\n${exitCodeHelp}\n\nHelp on one command: trace-conformance help COMMAND`);
  for (const module of commands) addCommand(program, module, context, done);
  return program;
}

function addCommand(
  program: Command,
  module: CommandModule,
  context: CommandContext,
  done: (code: ExitCode) => void,
): void {
  const command = program
    .command(module.name, module.isDefault ? { isDefault: true } : {})
    .summary(module.summary)
    .description(module.summary)
    .allowExcessArguments(true)
    .exitOverride()
    .configureOutput(program.configureOutput())
    .addHelpText(
      "after",
      `\nExamples:\n${module.examples.map((example) => `  $ ${example}`).join("\n")}\n\n${exitCodeHelp}`,
    );
  module.declare(command);
  command.action(async () => {
    refuseExcess(command, module);
    done(await module.run(context, command.opts<CommandOptions>(), command.args));
  });
}

/** A mistyped command reaches the default command as an operand. */
function refuseExcess(command: Command, module: CommandModule): void {
  const declared = command.registeredArguments;
  const excess = declared.at(-1)?.variadic ? undefined : command.args[declared.length];
  if (excess === undefined) return;
  const names = commands.map((known) => known.name);
  throw new UsageError(
    module.isDefault
      ? `unknown command "${excess}".${didYouMean(excess, names)}\n  commands: ${names.join(", ")}`
      : `"${excess}" is one argument too many for ${module.name}; see "trace-conformance ${module.name} --help"`,
  );
}
