/** No check blames a service that is unusual and conformant. */
import { describe, expect, it } from "vitest";
import { choices } from "./oddities/choices.ts";
import { events } from "./oddities/events.ts";
import { lives } from "./oddities/lives.ts";
import { failuresIn, judgementsOf, passedIn, told } from "./support/kill.ts";

describe.for(Object.entries(choices))("a service with %s", ([, traits]) => {
  it.for(Object.entries(lives))("is not blamed for %s", ([, tell]) => {
    const { story, history } = told({ traits, tell });
    expect(failuresIn(judgementsOf(history, story.traits))).toEqual([]);
  });
});

describe("odd events", () => {
  it.for(events.map((event) => [event.title, event] as const))("%s", ([, { traits, story: tell, judged, excused }]) => {
    const { story, history } = told({ traits, tell });
    const judgements = judgementsOf(history, story.traits).filter(({ requirement }) => !excused?.includes(requirement));
    expect(failuresIn(judgements)).toEqual([]);
    for (const requirement of judged ?? []) expect(passedIn(judgements)).toContain(requirement);
  });
});
