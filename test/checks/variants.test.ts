/** No check blames a service that is unusual and conformant. */
import { describe, expect, it } from "vitest";
import { byItself } from "./variants/by-itself.ts";
import { serviceChoices } from "./variants/choices.ts";
import { events } from "./variants/events.ts";
import { lives } from "./variants/lives.ts";
import { people } from "./variants/people.ts";
import { searches } from "./variants/searches.ts";
import { unmarked } from "./variants/unmarked.ts";
import { failuresIn, judgementsOf, passedIn, told } from "./support/kill.ts";

describe.for(Object.entries(serviceChoices))("a service with %s", ([, choices]) => {
  it.for(Object.entries(lives))("is not blamed for %s", ([, tell]) => {
    const { story, history } = told({ choices, tell });
    expect(failuresIn(judgementsOf(history, story.choices))).toEqual([]);
  });
});

describe("variants of events, of several users, and without markers", () => {
  it.for([...byItself, ...events, ...people, ...searches, ...unmarked].map((event) => [event.title, event] as const))(
    "%s",
    ([, { choices, story: tell, judged, excused }]) => {
      const { story, history } = told({ choices, tell });
      const judgements = judgementsOf(history, story.choices).filter(
        ({ requirement }) => !excused?.includes(requirement),
      );
      expect(failuresIn(judgements)).toEqual([]);
      for (const requirement of judged ?? []) expect(passedIn(judgements)).toContain(requirement);
    },
  );
});
