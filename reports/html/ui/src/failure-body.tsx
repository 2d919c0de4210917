/** Everything about one failure: difference, commands, exchanges, script. */
import type { Failure } from "../../../results/model.ts";
import type { ShellVariable } from "../../../text/shell-login.ts";
import { isBytesValue, firstDifferingByte } from "./bytes.ts";
import { CommandLine } from "./command-line.tsx";
import { Difference } from "./difference.tsx";
import { ExchangeItem } from "./exchange-item.tsx";
import { ScriptView } from "./script-view.tsx";
import { SequenceDiagram } from "./sequence-diagram.tsx";
import { ShellVariables } from "./shell-variables.tsx";

interface FailureBodyProps {
  readonly failure: Failure;
  readonly tokens: readonly ShellVariable[];
}

export function FailureBody({ failure, tokens }: FailureBodyProps) {
  const { expected, actual } = failure;
  const differing = isBytesValue(expected) && isBytesValue(actual) ? firstDifferingByte(expected, actual) : undefined;
  return (
    <div class="failure-body">
      {(expected !== undefined || actual !== undefined) && <Difference expected={expected} actual={actual} />}
      <dl class="commands">
        {failure.curl && (
          <>
            <dt>The request</dt>
            <dd>
              <CommandLine label="Copy the curl line" text={failure.curl} />
              <ShellVariables lines={curlsOf(failure)} tokens={tokens} />
            </dd>
          </>
        )}
        <dt>The whole case again</dt>
        <dd>
          <CommandLine label="Copy the replay command" text={failure.replay} />
        </dd>
      </dl>
      {failure.sequence && (
        <SequenceDiagram sequence={failure.sequence} shown={failure.exchanges.map(({ index }) => index)} />
      )}
      {failure.exchanges.length > 0 && (
        <div class="exchanges">
          <h4>Exchanges</h4>
          {failure.exchanges.map((exchange, at) => (
            <ExchangeItem
              key={exchange.index}
              exchange={exchange}
              decisive={at === 0}
              mark={at === 0 ? differing : undefined}
            />
          ))}
        </div>
      )}
      <ScriptView script={failure.script} file={failure.scriptFile} />
    </div>
  );
}

function curlsOf(failure: Failure): string[] {
  return [failure.curl ?? "", ...failure.exchanges.map((exchange) => exchange.curl ?? "")];
}
