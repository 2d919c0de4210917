/** What curl lines take from variables of the shell, because the page holds no secret, and how to set them. */
import { meaningOf, variablesIn, type ShellVariable } from "../../../text/shell-login.ts";
import { CommandLine } from "./command-line.tsx";

interface ShellVariablesProps {
  /** The curl lines of a failure. */
  readonly lines: readonly string[];
  readonly tokens: readonly ShellVariable[];
}

export function ShellVariables({ lines, tokens }: ShellVariablesProps) {
  const names = variablesIn(lines);
  if (names.length === 0) return null;
  const login = tokens.filter(({ name, line }) => names.includes(name) && line !== undefined);
  return (
    <details class="shell-variables">
      <summary>
        Needs <Names names={names} /> in your shell
      </summary>
      <p>No secret stands in this page.</p>
      {login.map(({ name, line = "", needs = [] }) => (
        <div key={name}>
          <p>
            Log in with <Names names={needs} />, as JSON would write them:
          </p>
          <CommandLine label={`Copy the line that sets ${name}`} text={line} />
        </div>
      ))}
      {names
        .filter((name) => !login.some((known) => known.name === name))
        .map((name) => (
          <p key={name}>
            Set <code>{name}</code> to {meaningOf(name)}.
          </p>
        ))}
    </details>
  );
}

function Names({ names }: { readonly names: readonly string[] }) {
  return (
    <>
      {names.map((name, at) => (
        <>
          {at > 0 && " and "}
          <code>${name}</code>
        </>
      ))}
    </>
  );
}
