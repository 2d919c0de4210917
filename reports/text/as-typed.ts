/** Commands as the reader types them: where they stand, and where the name of the program alone would not be found. */
import type { RenderOptions } from "../format.ts";
import type { Results } from "../results/model.ts";
import { replayFrom } from "../results/replay-command.ts";

/** Where a reader types, and how a command begins there. */
export type Typing = Pick<RenderOptions, "directory" | "program">;

/** The command with what the reader begins it with, in place of the name of the program. */
export function asTyped(command: string, { program }: Typing): string {
  return program === undefined ? command : command.replace(/^trace-conformance(?= )/, () => program);
}

/** The results with the replay command of every failure as the reader types it. */
export function withTypedReplays(results: Results, typing: Typing): Results {
  return {
    ...results,
    requirements: results.requirements.map((requirement) => {
      const { failures } = requirement;
      if (!failures) return requirement;
      const typed = failures.map((one) => ({ ...one, replay: asTyped(replayFrom(one, typing.directory), typing) }));
      return { ...requirement, failures: typed };
    }),
  };
}
