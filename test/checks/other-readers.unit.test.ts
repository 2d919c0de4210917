/** What one reader is shown says nothing against what another one sent, nor for it. */
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import { last, links, members } from "./support/history-faults.ts";
import type { Choices } from "./support/choices.ts";
import type { Story } from "./support/history.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import { failuresIn, judgementsOf, told } from "./support/kill.ts";

const blamedIn = (
  choices: Partial<Choices>,
  tell: (story: Story) => void,
  change: (history: History) => History = (history) => history,
): ReadonlySet<string> => {
  const { history, story } = told({ choices, tell });
  return new Set(failuresIn(judgementsOf(change(history), story.choices)).map((text) => text.split(" ", 1)[0] ?? ""));
};

describe("a state that stays the same", () => {
  const followedBy = (by: "user-0" | undefined) => (story: Story) => {
    const trace = story.create({ members: { word: "amber" } });
    story.state(trace);
    story.act(trace, { members: { more: 1 } }, by ? { by } : {});
    story.state(trace);
  };
  const same = members({ state: { status: "active" } });
  const asBefore = (history: History): History => ({
    ...history,
    exchanges: history.exchanges.map((one) => (one.intent.kind === "state" ? same(one) : one)),
  });
  const opaque = { statePath: null } as const;

  test("is no fault where what another user did is hidden", () => {
    expect(blamedIn({ ...opaque, hidesOthers: true }, followedBy("user-0"), asBefore)).not.toContain("STATE-08");
  });

  test("is one where it is not, or where the reader did it", () => {
    expect(blamedIn(opaque, followedBy("user-0"), asBefore)).toContain("STATE-08");
    expect(blamedIn({ ...opaque, hidesOthers: true }, followedBy(undefined), asBefore)).toContain("STATE-08");
  });

  test("is none where it changed for another reader before", () => {
    const readByTwo = (story: Story) => {
      const trace = story.create({ members: { word: "amber" } });
      story.state(trace);
      story.act(trace, { members: { paid: 5 } });
      for (const more of [1, 2]) {
        story.state(trace, { by: "user-0" });
        if (more === 1) story.act(trace, { members: { more } }, { by: "user-0" });
      }
    };
    const paid = members({ state: { status: "paid" } });
    const asPaid = (history: History): History => ({
      ...history,
      exchanges: asBefore(history).exchanges.map((one) =>
        one.intent.kind === "state" && one.by === "user-0" ? paid(one) : one,
      ),
    });
    expect(blamedIn(opaque, readByTwo, asPaid)).not.toContain("STATE-08");
    // Who they are explains it, where they are shown other states after the same actions.
    const alsoFirst = (story: Story) => {
      const trace = story.create({ members: { word: "amber" } });
      for (const more of [1, 2]) {
        story.state(trace);
        story.state(trace, { by: "user-0" });
        if (more === 1) story.act(trace, { members: { more } }, { by: "user-0" });
      }
    };
    expect(blamedIn(opaque, alsoFirst, asPaid)).toContain("STATE-08");
    expect(blamedIn(opaque, readByTwo, asBefore)).toContain("STATE-08");
  });
});

describe("files that a list names nowhere", () => {
  const attachedBy = (by: "user-0" | undefined) => (story: Story) => {
    const trace = story.create({ files: ["first"] });
    story.act(trace, { data: {}, files: ["second"] }, by ? { by } : {});
    story.details(trace);
  };
  const sealed = last(
    "details",
    links((all) => all.map((link, at) => (at === 0 ? link : { ...link, files: [] }))),
  );

  test("may be those that another user attached, and not the reader's own", () => {
    expect(blamedIn({}, attachedBy("user-0"), sealed)).not.toContain("FILE-04");
    expect(blamedIn({}, attachedBy(undefined), sealed)).toContain("FILE-04");
  });

  test("are not named by other digests of the same shape, while something else may stand there", () => {
    const shownAs = (digest: string) =>
      last(
        "details",
        links((all) => all.map((link, at) => (at === 0 ? link : { ...link, files: [{ digest }] }))),
      );
    expect(blamedIn({}, attachedBy("user-0"), shownAs("0".repeat(64)))).toContain("FILE-04");
    expect(blamedIn({}, attachedBy("user-0"), shownAs("***"))).not.toContain("FILE-04");
  });
});

describe("a number that another user sent", () => {
  const weighed = (story: Story): void => {
    const trace = story.create({ data: { district: "N4" } });
    story.act(trace, { data: { kilos: 3, urgent: true } });
    story.act(trace, { data: { pounds: 9 } }, { actor: "user-0" });
    story.details(trace);
  };
  const shownAs = (pounds: Json) =>
    last(
      "details",
      links((all) =>
        all.map((link) => ("pounds" in (link["data"] as JsonObject) ? { ...link, data: { pounds } } : link)),
      ),
    );

  test("may be masked, and is no other number", () => {
    expect(blamedIn({}, weighed, shownAs("***"))).toEqual(new Set());
    expect(blamedIn({}, weighed, shownAs(8))).toContain("DATA-02");
  });
});

describe("what a user is shown who did not create the trace", () => {
  const readBy = (reader: "user-0" | "user-1") => (story: Story) => {
    const trace = story.create({ data: { district: "N4" } });
    story.act(trace, { data: { kilos: 3, urgent: true } });
    story.act(trace, { data: { pounds: 9 } }, { actor: "user-0" });
    story.details(trace, {}, { actor: reader });
  };
  const emptied = last(
    "details",
    links((all) => all.map((link) => ("pounds" in (link["data"] as JsonObject) ? { ...link, data: {} } : link))),
  );

  test("may lack what others sent, and not what that user did", () => {
    expect(blamedIn({}, readBy("user-1"), emptied)).toEqual(new Set());
    expect(blamedIn({}, readBy("user-0"))).toEqual(new Set());
    expect(blamedIn({}, readBy("user-0"), emptied)).toContain("DETAILS-07");
  });
});

describe("data without any member", () => {
  const sent = (story: Story): void => {
    const trace = story.create({ data: { district: "N4" } });
    story.act(trace, { data: { kilos: 3 } });
    story.act(trace, { data: {} });
    story.details(trace);
  };
  const shownAs = (data: Json, at: number) =>
    last(
      "details",
      links((all) => all.map((link, place) => (place === at ? { ...link, data } : link))),
    );

  test("may be shown as nothing, and no others may", () => {
    expect(blamedIn({}, sent, shownAs(null, 2))).toEqual(new Set());
    expect(blamedIn({}, sent, shownAs(null, 1))).toContain("DETAILS-07");
  });
});

describe("a text that another user sent", () => {
  const told = "  günstiger, ﬁn & <Öl>";
  const sent = (story: Story): void => {
    const trace = story.create({ data: { district: "N4" } });
    story.act(trace, { data: { kilos: 3, urgent: true } });
    story.act(trace, { data: { remark: told } }, { actor: "user-0" });
    story.details(trace);
  };
  const shownAs = (remark: Json) =>
    last(
      "details",
      links((all) =>
        all.map((link) => ("remark" in (link["data"] as JsonObject) ? { ...link, data: { remark } } : link)),
      ),
    );

  test.each(["***", "g***", "", "another remark"])("may be masked, as %j", (mask) => {
    expect(blamedIn({}, sent, shownAs(mask))).toEqual(new Set());
  });

  test.each([
    Buffer.from(told).toString("latin1"),
    told.trim(),
    told.normalize("NFKC"),
    "  g?nstiger, ?n & <?l>",
    "  günstiger, ﬁn &amp; &lt;Öl&gt;",
  ])("is not spoilt, as %j", (spoilt) => {
    expect(blamedIn({}, sent, shownAs(spoilt))).toContain("DETAILS-07");
  });
});

describe("links that a colleague reads again", () => {
  const reread = (between: (story: Story, trace: ReturnType<Story["create"]>) => void) => (story: Story) => {
    const trace = story.create({ members: { word: "amber" } });
    story.details(trace, {}, { actor: "user-0" });
    between(story, trace);
    story.details(trace, {}, { actor: "user-0" });
  };
  const masked = last(
    "details",
    links((all) => all.map((link): JsonObject => ({ ...link, data: { word: "***" } }))),
  );

  test("are what they were, though others have read them meanwhile", () => {
    const othersRead = reread((story, trace) => story.details(trace, {}, { actor: "user-1" }));
    expect(blamedIn({}, othersRead)).toEqual(new Set());
    expect(blamedIn({}, othersRead, masked)).toContain("DETAILS-09");
  });

  test("may be others once something was done", () => {
    const done = reread((story, trace) => story.act(trace, { members: { more: 1 } }));
    expect(blamedIn({}, done, masked)).not.toContain("DETAILS-09");
  });
});

test("a state that another user is shown as it was is a fault once others had the time to see the change", () => {
  const readAfter = (ms: number) => (story: Story) => {
    const trace = story.create({ members: { word: "amber" } });
    story.act(trace, { members: { word: "brick" } });
    for (const actor of ["first", "user-0"] as const) story.state(trace, { actor });
    story.act(trace, { members: { word: "cedar" } });
    story.pause(ms);
    for (const actor of ["first", "user-0"] as const) story.state(trace, { actor });
  };
  const stale = (history: History): History => {
    const [before, later] = history.exchanges.filter(({ actor }) => actor === "user-0");
    const exchanges = history.exchanges.map((one) =>
      one === later && before?.response ? { ...one, response: before.response } : one,
    );
    return { ...history, exchanges };
  };
  expect(blamedIn({}, readAfter(500), stale)).not.toContain("EQUIV-08");
  expect(blamedIn({}, readAfter(2_500), stale)).toContain("EQUIV-08");
});
