/** The pages of the site as text: every link leads somewhere, nothing that a target wrote is markup. */
import { posix } from "node:path";
import { describe, expect, test } from "vitest";
import { keptRun } from "../../reports/history/index.ts";
import { slugOf } from "../../reports/history/site/site-model.ts";
import { fleetRuns } from "./lib/fleet.ts";
import { nightResults } from "./lib/nights.ts";
import { filesOf } from "./lib/site-files.ts";

const fleet = { nights: 60, report: "https://reports.example/{date}/{environment}/report.html" };
const site = filesOf(
  Array.from({ length: 12 }, (_, target) => fleetRuns(target, fleet)),
  60,
);

/** The addresses in a page. */
function linksIn(page: string): readonly string[] {
  return [...page.matchAll(/ (?:href|src)=(?:"([^"]*)"|([^\s>"]+))/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? "",
  );
}

test("every page is there, every link leads to one of them, and no other address but those of reports", () => {
  const ids = [...site.keys()].map((file) => file.split("/")[0]);
  expect(ids.filter((folder) => folder === "targets")).toHaveLength(12);
  expect(ids.filter((folder) => folder === "requirements").length).toBeGreaterThan(150);
  for (const [file, page] of site) {
    for (const link of linksIn(page)) {
      if (link === "data:," || link.startsWith("https://reports.example/")) continue;
      const [to = "", place] = link.split("#");
      const found = to === "" ? page : site.get(posix.join(posix.dirname(file), to));
      expect(found, `${file} leads to ${link}`).toBeDefined();
      if (place !== undefined) expect(found).toContain(`id="${place}"`);
    }
  }
});

test("the first page tells how many stand how, what is new, and since when it is red", () => {
  const red = { statuses: { "STATE-03": "failed" } } as const;
  const runs = [{}, red, red].map((options, night) => keptRun(nightResults({ night, ...options })));
  const other = [{}, {}, red].map((options, night) =>
    keptRun(nightResults({ environment: "vendor", night, ...options })),
  );
  const page = filesOf([runs, other], 30).get("index.html") ?? "";
  expect(page).toMatch(/<b>2<\/b> <span class="st f">/);
  expect(page).toMatch(
    /targets\/vendor\.html">vendor<\/a>: <span class="st f">✕ broken<\/span> <a href="requirements\/STATE-03/,
  );
  // What became red last stands first.
  expect(page.indexOf('targets/vendor.html">vendor</a><td>')).toBeLessThan(
    page.indexOf('targets/preprod.html">preprod</a><td>'),
  );
  expect(page).toContain("<td>2026-01-02<td");
});

test("each night leads to the report of its run; one without a report is a night all the same", () => {
  const runs = [0, 1, 2].map((night) =>
    keptRun(nightResults({ night }), night === 1 ? undefined : `https://reports.example/${String(night)}`),
  );
  const page = filesOf([runs], 30).get("targets/preprod.html") ?? "";
  expect(page).toContain("<a href=https://reports.example/2 title=2026-01-03></a>");
  expect(page).toContain("<i class=p title=2026-01-02></i>");
});

test("of several runs of a day the worst is shown, and said to be one of several", () => {
  const results = nightResults({ runId: "b", statuses: { "STATE-03": "failed" } });
  const page = filesOf(
    [[keptRun(nightResults({ runId: "a" })), keptRun(results), keptRun(nightResults({ runId: "c" }))]],
    7,
  );
  expect(page.get("targets/preprod.html")).toContain('title="2026-01-01: not conformant, 1 failed, worst of 3 runs"');
});

test("a run that is red by --fail-on alone is as red as its exit code, and says why", () => {
  const run = keptRun(nightResults({ night: 1 }));
  const files = filesOf([[keptRun(nightResults()), { ...run, redFor: "2 readings changed (--fail-on drift)" }]], 7);
  const [overview = "", page = ""] = [files.get("index.html"), files.get("targets/preprod.html")];
  expect(overview).toContain("✕ red for</span> 2 readings changed");
  expect(overview).toContain("Targets that need attention");
  expect(overview).not.toContain("Conformant targets");
  expect(page).toContain('<i class=f title="2026-01-02: conformant, but red"></i>');
  expect(page).toContain("<dd>conformant, but red for 2 readings changed (--fail-on drift)");
  expect(page).toContain("2 nights: 1 conformant, 1 red.");
});

describe("a hostile target", () => {
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>'\u001b\u202e`;
  const runs = [0, 1].map((night) =>
    keptRun(
      {
        ...nightResults({
          environment: `${evil}/../../x`,
          night,
          statuses: { "STATE-03": "failed" },
          reasons: { "STATE-03": evil },
          readings: { "link-order": { order: evil + String(night) } },
        }),
        runId: `${evil}${String(night)}`,
        operations: [],
      },
      `https://reports.example/${evil}`,
    ),
  );

  test("writes no markup, no control character and no file elsewhere", () => {
    for (const [file, page] of filesOf([runs], 30)) {
      expect(file).toMatch(/^(?:[a-z]+\/)?[\w-]+\.(?:html|css)$/);
      expect(page).not.toMatch(/<script|<img|onerror=alert\(1\)>|[\u001b\u202e]/);
    }
  });
});

test.each([
  ["preprod", /^preprod$/],
  ["Preprod", /^preprod--[0-9a-f]{10}$/],
  ["../../etc", /^etc--[0-9a-f]{10}$/],
  ["日本", /^target--[0-9a-f]{10}$/],
  ["a--b", /^a-b--[0-9a-f]{10}$/],
])("the file of %s", (name, wanted) => expect(slugOf(name)).toMatch(wanted));
