/** A body that ended early and was taken all the same: what it brought last may be gone. */
import { expect, test } from "vitest";
import { last, links, status } from "./support/history-faults.ts";
import { failuresIn, judgementsOf, told } from "./support/kill.ts";

/** What fails where the file of the action is not kept. */
function failuresAfter(how: { readonly defects?: readonly [{ where: "body"; what: "multipart-cut" }] }) {
  const { history, story } = told({
    choices: {},
    tell: (teller) => {
      const trace = teller.create({ files: ["first"] });
      const action = teller.act(trace, { files: ["late"] }, { ...how, accepted: true });
      teller.details(trace);
      teller.file(trace, teller.fileOf(action));
    },
  });
  const without = links((all) => all.map((link, at) => (at === all.length - 1 ? { ...link, files: [] } : link)));
  return failuresIn(judgementsOf(last("file", status(404))(last("details", without)(history)), story.choices)).join(
    "; ",
  );
}

test("is not held to have its files, unlike a whole one", () => {
  expect(failuresAfter({})).toContain("FILE-04");
  expect(failuresAfter({ defects: [{ where: "body", what: "multipart-cut" }] })).toBe("");
});
