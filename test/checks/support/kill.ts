/** A kill: a story that a check must accept, and a faulty form of it that the check must reject. */
import { Case, judge } from "../../../checks/index.ts";
import type { RequirementId } from "../../../spec/requirements/index.ts";
import type { History } from "../../../spec/vocabulary/history.ts";
import type { Judgement } from "../../../spec/requirements/judgement.ts";
import { Story } from "./history.ts";
import type { HistoryFault } from "./history-faults.ts";
import { contextOf, type Choices } from "./choices.ts";

export interface Kill {
  readonly requirement: RequirementId;
  /** What the faulty service does wrong. */
  readonly title: string;
  readonly choices?: Partial<Choices>;
  /** Conformant: the requirement is judged passed, and nothing at all failed. */
  readonly accept: (story: Story) => void;
  /** Makes the history that of a faulty service, by which the requirement is judged failed. */
  readonly reject: HistoryFault;
}

/** A conformant story of a service that chose otherwise than most. */
export interface VariantStory {
  readonly title: string;
  readonly choices?: Partial<Choices>;
  readonly story: (story: Story) => void;
  /** Requirements that must be judged, lest the story passes by saying nothing. */
  readonly judged?: readonly RequirementId[];
  /** What the story breaks on purpose. */
  readonly excused?: readonly RequirementId[];
}

export interface Told {
  readonly story: Story;
  readonly history: History;
}

export function told({ choices, tell }: { choices: Partial<Choices> | undefined; tell: (story: Story) => void }): Told {
  const story = new Story(choices);
  tell(story);
  return { story, history: story.history() };
}

/** @throws Error with the stack of a check that broke down. */
export function judgementsOf(history: History, choices: Choices): readonly Judgement[] {
  const { judgements, crashes } = judge(new Case(history, contextOf(choices)));
  if (crashes.length > 0) throw new Error(crashes.map(({ message }) => message).join("\n"));
  return judgements;
}

/** `STATE-03 at 4: …` for each failed judgement. */
export function failuresIn(judgements: readonly Judgement[]): string[] {
  return judgements
    .filter(({ outcome }) => outcome === "failed")
    .map(
      ({ requirement, message, exchanges, expected, actual }) =>
        `${requirement} at ${exchanges.join(", ")}: ${message ?? ""} (wanted ${JSON.stringify(expected)}, got ${JSON.stringify(actual)})`,
    );
}

export function passedIn(judgements: readonly Judgement[]): Set<RequirementId> {
  return new Set(judgements.filter(({ outcome }) => outcome === "passed").map(({ requirement }) => requirement));
}
