import { describe, expect, it } from "vitest";
import { complaint, matrixMarkdown, outcomeLine, summaryLine } from "../../suites/matrix/markdown.ts";
import { isGreen, summaryOf } from "../../suites/matrix/summary.ts";
import { matrix, outcome, sighting } from "./outcomes.ts";

const passed = outcome({ kind: "variant", id: "page-size/of-one", requirements: [], verdict: "passed", sightings: [] });

describe("a matrix", () => {
  it("is green when every fault was caught by what it names and every variant passed", () => {
    expect(isGreen(matrix([outcome(), passed]))).toBe(true);
  });

  it.each(["caught-by-another", "survived", "false-alarm", "error"] as const)("is not green with %s", (verdict) => {
    expect(isGreen(matrix([outcome(), outcome({ verdict })]))).toBe(false);
  });

  it("is not green when it was interrupted", () => {
    expect(isGreen(matrix([outcome()], { interrupted: true }))).toBe(false);
  });

  it("counts exchanges up to the first failure of a named requirement, not of another", () => {
    const late = outcome({
      sightings: [sighting({ requirement: "STATE-03", exchanges: 1 }), sighting({ exchanges: 30 })],
    });
    expect(summaryOf(matrix([outcome(), outcome(), late])).exchangesToCatch).toEqual({ median: 12, p90: 30, most: 30 });
    expect(outcomeLine(late)).toContain("DATA-01 after 30 exchanges");
  });

  it("has no such numbers when nothing was caught", () => {
    expect(summaryOf(matrix([passed])).exchangesToCatch).toBeUndefined();
    expect(summaryLine(matrix([passed]))).toBe("1 passed.");
  });
});

it("says that nothing was examined where nothing was", () => {
  expect(summaryLine(matrix([]))).toBe("Nothing was examined.");
  expect(matrixMarkdown(matrix([]))).toContain("Nothing is known, as nothing was examined.");
});

describe("the page", () => {
  const survivor = outcome({ id: "data/quiet", verdict: "survived", sightings: [] });

  it("says first what is wrong, then lists every target by area", () => {
    const page = matrixMarkdown(matrix([outcome(), survivor, passed]));
    expect(page.indexOf("## What is wrong")).toBeLessThan(page.indexOf("## Faults"));
    expect(page).toContain("| texts-are-shouted | caught | DATA-01 | DATA-01 | 12 | 1.3 |");
    expect(page).toContain("### page-size");
  });

  it("says that nothing is wrong when nothing is", () => {
    expect(matrixMarkdown(matrix([outcome()]))).toContain("Nothing.");
  });

  it("lets no text of a target become markup", () => {
    const loud = outcome({ verdict: "caught-by-another", sightings: [sighting({ message: "<b>![x](http://y)</b>" })] });
    expect(complaint(loud)).toContain("<b>");
    expect(matrixMarkdown(matrix([loud]))).not.toMatch(/<b>|!\[x\]/);
  });
});
