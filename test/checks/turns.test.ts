/** Users of one group whom what was done before keeps from an action: refusals that this explains are no fault. */
import { describe, expect, test } from "vitest";
import type { Account } from "../../spec/vocabulary/script.ts";
import type { Choices } from "./support/choices.ts";
import type { Story } from "./support/history.ts";
import { failuresIn, judgementsOf, told } from "./support/kill.ts";

const requirementsIn = (byAnother: Choices["byAnother"], tell: (story: Story) => void): ReadonlySet<string> => {
  const { history, story } = told({ choices: { byAnother }, tell });
  return new Set(failuresIn(judgementsOf(history, story.choices)).map((text) => text.split(" ", 1)[0] ?? ""));
};

/** Actions of these users after a creation by the first, and one more that is refused. */
const refusedAfter =
  (done: readonly Account[], refused: Account) =>
  (story: Story): void => {
    const trace = story.create();
    const by = (sender: Account) => (sender === "first" ? {} : { by: sender });
    for (const sender of done) story.act(trace, {}, by(sender));
    story.act(trace, {}, { ...by(refused), refused: true });
  };

describe.each([
  ["creator", [], "first", "user-0"],
  ["creator", ["user-0"], "first", "user-0"],
  ["last", [], "first", "user-0"],
  ["last", ["user-0"], "user-0", "first"],
  ["same", ["user-0"], "user-0", "user-2"],
  ["same", ["user-0", "first"], "user-0", "user-1"],
] as const)("by another than that of the %s action, after %j", (byAnother, done, barred, free) => {
  test("who did it may be refused", () => {
    expect(requirementsIn(byAnother, refusedAfter(done, barred))).toEqual(new Set());
  });

  test("a colleague may not", () => {
    expect(requirementsIn(byAnother, refusedAfter(done, free))).toContain("ACT-03");
  });

  test("without such a reading nobody may", () => {
    expect(requirementsIn(null, refusedAfter(done, barred))).toContain("ACT-03");
  });
});

describe("by nobody but who did a certain action last", () => {
  const onlyWho = { onlyWho: "open" } as const;

  test("a colleague may be refused", () => {
    expect(requirementsIn(onlyWho, refusedAfter(["user-0"], "first"))).toEqual(new Set());
    expect(requirementsIn(onlyWho, refusedAfter(["user-0", "user-1"], "user-0"))).toEqual(new Set());
  });

  test("who did it may not", () => {
    expect(requirementsIn(onlyWho, refusedAfter(["user-0"], "user-0"))).toContain("ACT-03");
    expect(requirementsIn(onlyWho, refusedAfter([], "first"))).toContain("ACT-03");
  });
});

describe("by another user than who did a certain action last", () => {
  const notWho = { notWho: "open" } as const;

  test("who did it may be refused", () => {
    expect(requirementsIn(notWho, refusedAfter(["user-0"], "user-0"))).toEqual(new Set());
  });

  test("a colleague may not, nor who did it earlier", () => {
    expect(requirementsIn(notWho, refusedAfter(["user-0"], "first"))).toContain("ACT-03");
    expect(requirementsIn({ notWho: "close" }, refusedAfter(["user-0"], "user-0"))).toContain("ACT-03");
  });
});

describe("by another than who did the same since a certain action was done last", () => {
  const since = { sameSince: "reopen" } as const;
  const again = (between: readonly string[], refused: Account) => (story: Story) => {
    const trace = story.create();
    story.act(trace, {}, { by: "user-0" });
    for (const actionKey of between) story.act(trace, { actionKey }, { by: "user-1" });
    story.act(trace, {}, { by: refused, refused: true });
  };

  test("who did it since then may be refused", () => {
    expect(requirementsIn(since, again([], "user-0"))).toEqual(new Set());
    expect(requirementsIn(since, again(["note"], "user-0"))).toEqual(new Set());
  });

  test("who did it before may not, nor a colleague", () => {
    expect(requirementsIn(since, again(["reopen"], "user-0"))).toContain("ACT-03");
    expect(requirementsIn(since, again([], "user-1"))).toContain("ACT-03");
  });
});

test("who may have done the last action, as another was under way, may be refused", () => {
  const together = (story: Story): void => {
    const trace = story.create();
    story.together(() => {
      story.act(trace, {}, { by: "user-0" });
      story.act(trace, {}, { by: "user-1", face: "legacy" });
    });
    for (const by of ["user-0", "user-1"] as const) story.act(trace, {}, { by, refused: true });
  };
  expect(requirementsIn("last", together)).toEqual(new Set());
});

test("what one user is refused, another is let do through the other face", () => {
  const handedOn = (story: Story): void => {
    const trace = story.create();
    story.act(trace, {}, { refused: true });
    story.act(trace, {}, { by: "user-0", face: "legacy" });
  };
  expect(requirementsIn("last", handedOn)).toEqual(new Set());
});
