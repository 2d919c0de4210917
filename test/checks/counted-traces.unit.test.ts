/** One more trace each time that a creation was refused is one that nobody created. */
import { expect, test } from "vitest";
import { Case, judge } from "../../checks/index.ts";
import { faces } from "../../spec/operations.ts";
import { unfitTraits } from "../../spec/vocabulary/unfit-traits.ts";
import { type How, Story } from "./support/history.ts";

interface Growth {
  /** So many more behind each creation that v2 refused. */
  readonly refused: number;
  /** So many more from one look to the next. */
  readonly others?: number;
  /** So many more behind the creation that was taken. */
  readonly taken?: number;
  readonly exclusive?: boolean;
  /** What is wrong with the refused creations. */
  readonly how?: Pick<How, "defects" | "traits">;
}

const againstForm = { traits: [unfitTraits.form] };
const noObject = { defects: [{ where: "field", member: "data", what: "replaced" }] } as const;

/** How it is judged that a refused creation leaves no trace. */
function judged({ refused, others = 0, taken = 1, exclusive = true, how = againstForm }: Growth): readonly string[] {
  const story = new Story();
  const found = new Array<string>();
  const grow = (more: number): void => {
    for (let left = more; left > 0; left -= 1)
      found.push(`12345678-1234-4234-8234-${String(found.length).padStart(12, "0")}`);
  };
  const look = (): void => {
    for (const face of faces) story.search({}, {}, { face, found: [...found] });
    grow(others);
  };
  look();
  const { id } = story.create();
  if (taken > 0) found.push(id);
  look();
  for (const face of [...faces, ...faces]) {
    story.create({}, { face, refused: true, ...how });
    if (face === "v2") grow(refused);
    look();
    look();
  }
  const history = story.history();
  const alone = { ...history, script: { ...history.script, exclusive } };
  const { judgements } = judge(new Case(alone, { profile: story.profile, target: story.target }));
  return judgements.flatMap(({ requirement, outcome }) => (requirement === "REFUSE-02" ? [outcome] : []));
}

test("where no more come it holds, and where one more comes each time it does not", () => {
  expect(judged({ refused: 0 })).toEqual(expect.arrayContaining(["passed"]));
  expect(judged({ refused: 0 })).not.toContain("failed");
  expect(judged({ refused: 1 })).toContain("failed");
  expect(judged({ refused: 1, how: noObject })).toContain("failed");
});

test("nothing follows where others create some, where lists are cut, and beside other scripts", () => {
  expect(judged({ refused: 1, others: 1 })).toEqual([]);
  expect(judged({ refused: 1, taken: 0 })).toEqual([]);
  expect(judged({ refused: 1, exclusive: false })).toEqual([]);
});
