/** The command line: builds the commands of the registry, runs one, and turns what happened into an exit code. */
import { Command, CommanderError } from "commander";
import { commands, type CommandEntry } from "./commands/index.ts";
import type { CommandContext, CommandModule, CommandOptions } from "./command.ts";
import { describeError } from "./describe-error.ts";
import { exitCodeHelp, exitCodeHint, exitCodes, type ExitCode } from "./exit-codes.ts";
import { listenForInterrupts } from "./interrupts.ts";
import { suiteVersion } from "../suites/engine/record/suite-identity.ts";
import { meansReference, ReservedReference } from "./reserved-reference.ts";
import { didYouMean } from "../suites/did-you-mean.ts";
import { refuseEmpty } from "./idle-options.ts";
import { UsageError } from "../suites/usage-error.ts";
import { colorsFor, processTerminal, remark, type Terminal } from "./terminal.ts";
import { watchEventLoop, type WatchOptions } from "./watchdog.ts";

/** Services run in these, and what computes there for long is not ours to end. */
const unwatched = ["serve", "faults"];

/** Runs a command line (without the program's name) and returns its exit code. Never throws. */
export async function main(
  argv: readonly string[],
  terminal: Terminal = processTerminal,
  watching: WatchOptions = {},
): Promise<ExitCode> {
  const interrupts = listenForInterrupts(terminal);
  const isWatched = terminal === processTerminal && !unwatched.includes(meantBy(argv)?.name ?? "");
  const watchdog = isWatched ? watchEventLoop(watching) : undefined;
  if (terminal === processTerminal) endQuietlyOnBrokenPipe();
  let code: ExitCode = exitCodes.conformant;
  const reference = new ReservedReference();
  if (meansReference(argv, terminal)) reference.reserve();
  try {
    const context: CommandContext = {
      terminal,
      interrupted: interrupts.signal,
      takeReference: reference.take,
      whenStuck: (write) => watchdog?.whenStuck(write),
    };
    refuseUnknownHelp(argv);
    const program = await buildProgram(argv, context, (result) => (code = result));
    await program.parseAsync([...argv], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.conformant : exitCodes.usage;
    const described = describeError(error);
    remark(terminal, `${colorsFor(terminal.stderr, terminal.env).red("error:")} ${described.message}`);
    return described.code;
  } finally {
    watchdog?.stop();
    interrupts.stop();
    reference.close();
  }
}

async function buildProgram(
  argv: readonly string[],
  context: CommandContext,
  done: (code: ExitCode) => void,
): Promise<Command> {
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
  const meant = meantBy(argv);
  for (const entry of commands) {
    const command = program
      .command(entry.name, entry.isDefault ? { isDefault: true } : {})
      .summary(entry.summary)
      .description(entry.summary)
      .showHelpAfterError(`See "trace-conformance help ${entry.name}".`)
      .allowExcessArguments(true)
      .exitOverride()
      .configureOutput(program.configureOutput());
    if (entry === meant) bind(command, entry, await entry.load(), context, done);
  }
  return program;
}

/** The command that a command line is about: the one it names, or the default one. */
function meantBy(argv: readonly string[]): CommandEntry | undefined {
  const words = argv.filter((word) => !word.startsWith("-"));
  const name = words[0] === "help" ? words[1] : words[0];
  return commands.find((entry) => entry.name === name) ?? commands.find((entry) => entry.isDefault);
}

function bind(
  command: Command,
  entry: CommandEntry,
  module: CommandModule,
  context: CommandContext,
  done: (code: ExitCode) => void,
): void {
  const examples = module.examples.map((example) => `  $ ${example}`).join("\n");
  command.addHelpText("after", `\nExamples:\n${examples}\n\n${exitCodeHint}`);
  module.declare(command);
  command.configureOutput({
    ...command.configureOutput(),
    outputError: (text, write) => {
      write(withMeaning(text, command));
    },
  });
  command.action(async () => {
    refuseEmpty(command);
    refuseExcess(command, entry);
    done(await module.run(context, command.opts<CommandOptions>(), command.args));
  });
}

/** What commander says of a missing operand, with what that operand is. */
function withMeaning(text: string, { registeredArguments }: Command): string {
  const [, name] = /missing required argument '(.+)'/.exec(text) ?? [];
  const missing = registeredArguments.find((one) => one.name() === name);
  return missing ? `error: missing argument <${missing.name()}>: ${missing.description}\n` : text;
}

/** A mistyped command reaches the default command as an operand. */
function refuseExcess(command: Command, entry: CommandEntry): void {
  const declared = command.registeredArguments;
  const excess = declared.at(-1)?.variadic ? undefined : command.args[declared.length];
  if (excess === undefined) return;
  const names = commands.map((known) => known.name);
  throw new UsageError(
    entry.isDefault
      ? `unknown command "${excess}".${didYouMean(excess, names)}\n  commands: ${names.join(", ")}`
      : `"${excess}" is one argument too many for ${entry.name}; see "trace-conformance ${entry.name} --help"`,
  );
}

/** `help` of a command that there is not would show that of all. */
function refuseUnknownHelp([first, name]: readonly string[]): void {
  const names = commands.map((known) => known.name);
  if (first !== "help" || name === undefined || name.startsWith("-") || [...names, "help"].includes(name)) return;
  throw new UsageError(`help: unknown command "${name}".${didYouMean(name, names)}\n  commands: ${names.join(", ")}`);
}

/** `trace-conformance list | head` closes the pipe early, which is no error. */
function endQuietlyOnBrokenPipe(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit();
      if (stream === process.stdout)
        remark(processTerminal, `error: what is printed cannot be written: ${error.message}`);
      process.exit(exitCodes.internal);
    });
}
