/** `challenge ID`: writes what somebody needs who disputes a requirement: script, history, and the sentence it rests on. */
import { join, resolve } from "node:path";
import { readableJson } from "../../reports/index.ts";
import { disputeOf } from "../../suites/evidence/dispute.ts";
import { writeNamedFile } from "../../suites/engine/saved/output-folder.ts";
import { didYouMean } from "../../suites/did-you-mean.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandModule } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { text } from "../options.ts";
import { print } from "../terminal.ts";
import { requiredResults } from "../saved-results.ts";

export const challengeCommand: CommandModule = {
  examples: [
    "trace-conformance challenge PAGE-07",
    "trace-conformance challenge PAGE-07 --from nightly --output page-07.json",
  ],
  declare(command) {
    command
      .argument("<id>", "id of a requirement that a run found broken, such as PAGE-07")
      .option("--from <folder>", "output folder of that run", "conformance-report")
      .option("--output <file>", "where it is written; default: dispute-<id>.json in that folder");
  },
  async run({ terminal }, options, [named = ""]) {
    const shown = text(options, "from") ?? "conformance-report";
    const folder = resolve(terminal.cwd, shown);
    const results = requiredResults(folder, shown);
    const known = results.requirements.map(({ id }) => id);
    const id = named.toUpperCase();
    if (!known.includes(id)) throw new UsageError(`no requirement "${named}" in ${shown}.${didYouMean(named, known)}`);
    const dispute = await disputeOf(id, results, folder);
    const file = text(options, "output") ?? join(shown, `dispute-${id}.json`);
    writeNamedFile(resolve(terminal.cwd, file), readableJson(dispute), file, "--output");
    const { statement, section, quote } = dispute.requirement;
    print(
      terminal,
      [
        `${file}: what ${dispute.environment.name} was found to break of ${id}, ${statement}`,
        quote === undefined ? `It rests on the section "${section}".` : `It rests on “${quote}” (${section}).`,
        "Write into `objection` why the target conforms all the same, and hand the file in; such questions are answered in docs/decisions/.",
      ].join("\n"),
    );
    return exitCodes.conformant;
  },
};
