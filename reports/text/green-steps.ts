/** What may follow a green run: a deeper or a whole one, the settings that are missing, and evidence. */
import type { RenderOptions } from "../format.ts";
import type { Results } from "../results/model.ts";
import { shellWord, targetArguments } from "../results/replay-command.ts";
import { asTyped } from "./as-typed.ts";
import { gapsOf } from "./coverage.ts";
import type { NextStep } from "./headline.ts";
import { counted } from "./numbers.ts";
import { toneOf } from "./run-failures.ts";

const maxGaps = 3;

/** Steps after a green run, the most useful first; none after any other. */
export function greenSteps(results: Results, options: RenderOptions = {}): readonly NextStep[] {
  if (toneOf(results) !== "conformant") return [];
  return [...runSteps(results, options), ...gapSteps(results), ...evidenceSteps(results, options)];
}

function runSteps(results: Results, options: RenderOptions): readonly NextStep[] {
  const { partial, depth } = results;
  const isQuick = depth === "quick";
  if (!partial?.only?.length && !isQuick) return [];
  const part = partial?.only?.length ? `This run was limited to ${partial.only.join(", ")}. ` : "";
  const shallow = isQuick
    ? "Depth quick leaves out most of what is generated, and `verify` takes no evidence of it unless it is told to. "
    : "";
  const text = `${part}${shallow}Judge the whole interface${isQuick ? " at depth standard" : ""}:`;
  return [{ text, command: commandOn(results, "run", options, "--depth", isQuick ? "standard" : depth) }];
}

function gapSteps(results: Results): readonly NextStep[] {
  return gapsOf(results)
    .flatMap(({ count, why, remedy }) => (remedy === undefined ? [] : [{ count, why, remedy }]))
    .slice(0, maxGaps)
    .map(({ count, why, remedy }) => ({
      text: `${counted(count, "requirement")} ${count === 1 ? "was" : "were"} not judged, as ${why}: ${remedy}.`,
    }));
}

function evidenceSteps(results: Results, options: RenderOptions): readonly NextStep[] {
  if (options.isEvidence) return [];
  if (results.environment.name === "embedded")
    return [
      { text: "This was the reference service that comes with the suite. Check your own: `--base-url`, or `init`." },
    ];
  if (isPrejudiced(results)) return [];
  const isMore = results.partial ?? (results.depth === "quick" || gapsOf(results).length > 0);
  const after = isMore ? "Then make evidence" : "Make evidence";
  return [
    {
      text: `${after} that others can verify, with \`certify\` and the output folder of a whole run, or by a new run:`,
      command: commandOn(results, "certify", options),
    },
  ];
}

/** True where the run was told beforehand what evidence is not told: waivers, pins, extensions. */
function isPrejudiced({ requirements, openPoints, extensions = [] }: Results): boolean {
  return (
    requirements.some(({ waiver, partlyWaived }) => waiver ?? partlyWaived) ||
    openPoints.some(({ pinned }) => pinned) ||
    extensions.length > 0
  );
}

function commandOn({ environment }: Results, name: string, options: RenderOptions, ...more: readonly string[]): string {
  const words = ["trace-conformance", name, ...targetArguments(environment), ...more];
  return asTyped(words.map(shellWord).join(" "), options);
}
