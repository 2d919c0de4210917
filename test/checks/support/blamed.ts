/** What a history that a story tells is blamed for. */
import type { Choices } from "./choices.ts";
import type { Story } from "./history.ts";
import { failuresIn, judgementsOf, told } from "./kill.ts";

/** The requirements that fail. */
export const requirementsIn = (choices: Partial<Choices>, tell: (story: Story) => void): ReadonlySet<string> => {
  const { history, story } = told({ choices, tell });
  return new Set(failuresIn(judgementsOf(history, story.choices)).map((text) => text.split(" ", 1)[0] ?? ""));
};
