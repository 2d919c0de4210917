/** The scripts themselves: they hold everything, so that completing starts no process. */

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  /** What can stand directly behind the command; empty: not known. */
  readonly operands: readonly string[];
  readonly options: readonly {
    /** With its dashes. */
    readonly name: string;
    readonly summary: string;
    readonly takesValue: boolean;
    /** Empty: not known. */
    readonly values: readonly string[];
    /** The operands that go with it; absent: all. */
    readonly of?: readonly string[];
  }[];
}

const program = "trace-conformance";

export function bashScript(commands: readonly CompletedCommand[]): string {
  const options = variants(commands).map(
    ({ name, operand, options: own }) =>
      `    "${name} ${operand ?? ""}"${operand === undefined ? "*" : ""}) words="${words(own)}" ;;`,
  );
  const operands = commands
    .filter(({ operands: known }) => known.length > 0)
    .map(({ name, operands: known }) => `    ${name}) words="${known.join(" ")}" ;;`);
  const values = valueLists(commands).map(([option, list]) => `    ${option}) words="${list.join(" ")}" ;;`);
  return `# bash completion of ${program}
_trace_conformance() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}" command=run words="" word at
  COMPREPLY=()
  local operand=""
  for ((at = 1; at < COMP_CWORD; at++)); do
    word="\${COMP_WORDS[at]}"
    case "$word" in ${commands.map(({ name }) => name).join("|")})
      command=$word
      if ((at + 1 < COMP_CWORD)); then operand="\${COMP_WORDS[at + 1]}"; fi
      break ;;
    esac
  done
  case "$prev" in
${values.join("\n")}
  esac
  if [ -z "$words" ] && [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map(({ name }) => name).join(" ")}"; fi
  if [ -z "$words" ] && [ "$prev" = "$command" ] && [[ "$cur" != -* ]]; then
    case "$command" in
${operands.join("\n")}
    esac
  elif [ -z "$words" ] || [[ "$cur" == -* ]]; then
    case "$command $operand" in
${options.join("\n")}
    esac
    if [[ "$cur" != -* ]]; then words=""; fi
  fi
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$cur")); else COMPREPLY=($(compgen -f -- "$cur")); fi
}
complete -o filenames -F _trace_conformance ${program}
`;
}

export function zshScript(commands: readonly CompletedCommand[]): string {
  const listed = commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`);
  const cases = variants(commands).map(({ name, operand, operands, options }) => {
    const specs = options.map(({ name: option, summary, takesValue, values }) => {
      const action = !takesValue ? "" : values.length > 0 ? `:value:(${values.join(" ")})` : ":value:_files";
      // Brackets would end the explanation.
      return quoted(`*${option}[${summary.replace(/[[\]]/g, "")}]${action}`);
    });
    const first = operands.length > 0 ? [quoted(`1:argument:(${operands.join(" ")})`)] : [];
    return `    "${name} ${operand ?? ""}"${operand === undefined ? "*" : ""}) _arguments -s ${[...specs, ...first, quoted("*:file:_files")].join(" ")} ;;`;
  });
  return `#compdef ${program}
_trace_conformance() {
  local -a commands
  commands=(
${listed.join("\n")}
  )
  local command=run
  if (( CURRENT == 2 )) && [[ "$words[2]" != -* ]]; then _describe command commands; return; fi
  if [[ "$words[2]" != -* ]]; then command=$words[2]; shift words; (( CURRENT-- )); fi
  case "$command \${words[2]}" in
${cases.join("\n")}
  esac
}
compdef _trace_conformance ${program}
`;
}

export function fishScript(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const lines = commands.flatMap(({ name, summary, operands, options }) => {
    // Without a command the options of run are meant.
    const when =
      name === "run"
        ? `not __fish_seen_subcommand_from ${names}; or __fish_seen_subcommand_from run`
        : `__fish_seen_subcommand_from ${name}`;
    return [
      `complete -c ${program} -n ${quoted(`not __fish_seen_subcommand_from ${names}`)} -f -a ${name} -d ${quoted(summary)}`,
      ...(operands.length === 0
        ? []
        : [
            `complete -c ${program} -n ${quoted(`test (count (commandline -opc)) -eq 2; and ${when}`)} -x -a ${quoted(operands.join(" "))}`,
          ]),
      ...options.map(({ name: option, summary: text, takesValue, values, of }) => {
        const whenOf =
          of === undefined || of.length === operands.length
            ? when
            : `${when}; and __fish_seen_subcommand_from ${of.join(" ")}`;
        const value = !takesValue ? "" : values.length > 0 ? ` -x -a ${quoted(values.join(" "))}` : " -r";
        return `complete -c ${program} -n ${quoted(whenOf)} -l ${option.replace(/^--/, "")}${value} -d ${quoted(text)}`;
      }),
    ];
  });
  return [`# fish completion of ${program}`, ...lines, ""].join("\n");
}

interface Variant extends CompletedCommand {
  /** Absent: whatever stands behind the command. */
  readonly operand?: string;
}

/** Each command, and before it each of its operands that has fewer options. */
function variants(commands: readonly CompletedCommand[]): readonly Variant[] {
  return commands.flatMap((command): readonly Variant[] => {
    const { operands, options } = command;
    if (options.every(({ of }) => of === undefined)) return [command];
    const own = (operand: string): Variant["options"] => options.filter(({ of }) => of?.includes(operand) ?? true);
    return [...operands.map((operand) => ({ ...command, operand, options: own(operand) })), command];
  });
}

function words(options: CompletedCommand["options"]): string {
  return options.map(({ name }) => name).join(" ");
}

/** The values of each option; one means the same in all commands. */
function valueLists(commands: readonly CompletedCommand[]): readonly (readonly [string, readonly string[]])[] {
  const all = commands.flatMap(({ options }) => options).filter(({ values }) => values.length > 0);
  return [...new Map(all.map(({ name, values }) => [name, values]))];
}

/** One word of a POSIX shell and of fish. */
function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "'\\''")}'`;
}
