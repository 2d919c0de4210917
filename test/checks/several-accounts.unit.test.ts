/** Where each duty is another user's: what one user was shown says nothing of what another may read. */
import { expect, test } from "vitest";
import type { Account } from "../../spec/vocabulary/script.ts";
import { jsonAnswer } from "./support/answers.ts";
import type { Story } from "./support/history.ts";
import { failuresIn, judgementsOf, told } from "./support/kill.ts";

const unknown = jsonAnswer({ error: { code: 404 }, data: null }, 404);

function blamed(tell: (story: Story) => void): string {
  const { history, story } = told({ choices: {}, tell });
  return failuresIn(judgementsOf(history, story.choices)).join("\n");
}

/** A trace that nobody here created, found by a search of the one and unknown to the read of the other. */
const foundAndUnknown =
  (searcher: Account, reader: Account) =>
  (story: Story): void => {
    story.create();
    const id = story.service.create(0, { data: { a: 1 }, actionKey: "open", groupLabel: "clerks", files: [] });
    story.search({}, {}, { found: [id], ...(searcher === "first" ? {} : { by: searcher }) });
    story.state({ id, index: 0 }, { answer: unknown, ...(reader === "first" ? {} : { by: reader }) });
  };

test("an id that a search names is that of a trace to who searched, and perhaps to nobody else", () => {
  expect(blamed(foundAndUnknown("first", "first"))).toContain("SEARCH-11");
  expect(blamed(foundAndUnknown("user-0", "user-0"))).toContain("SEARCH-11");
  expect(blamed(foundAndUnknown("user-0", "first"))).toBe("");
});

test("what other users ask with their own tokens shows nothing of the token of a login", () => {
  const { history, story } = told({
    choices: {},
    tell: (one) => {
      const trace = one.create();
      one.login("credential", { adopt: true });
      one.state(trace, { by: "user-0" });
    },
  });
  const judged = judgementsOf(history, story.choices).filter(({ requirement }) => requirement === "LOGIN-06");
  expect(judged).toEqual([]);
});

test("the key of another is told by an action with other data, too", () => {
  const refused = jsonAnswer({ error: { code: 403 }, data: null }, 403);
  const tell = (isRefused: boolean) => (story: Story) => {
    const trace = story.create();
    story.login("private-key", { adopt: true, actor: "user-0" });
    story.act(
      trace,
      { data: { note: "one" } },
      { by: "user-0", ...(isRefused ? { answer: refused, effect: false } : {}) },
    );
    story.login("credential", { adopt: true, actor: "user-0" });
    story.act(trace, { data: { note: "two" } }, { by: "user-0" });
  };
  expect(blamed(tell(true))).toContain("LOGIN-07");
  expect(blamed(tell(false))).toBe("");
});
