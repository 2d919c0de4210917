/** What the probes find out on services whose workflows are processes, with forms, quotas and effects. */
import { expect, it, onTestFinished } from "vitest";
import { observe } from "../../probes/index.ts";
import type { ProbeDriver } from "../../probes/index.ts";
import { isFormSoughtInVain } from "../../spec/readings/forms.ts";
import { readingOf, type Profile } from "../../spec/vocabulary/profile.ts";
import { startInvented } from "./lib/targets.ts";

async function profileOf(variant: string): Promise<Profile> {
  const { driver, close } = await startInvented("variant", variant);
  onTestFinished(close);
  return (await observe(driver)).profile;
}

it("a form of which nothing is told is found by what refusals name", async () => {
  const profile = await profileOf("untold-forms/several-members-nothing-told");
  const [form] = Object.values(readingOf(profile, "action-forms") ?? {});
  expect(form?.["open"]?.["required"]).toEqual(["subject", "amount", "severity"]);
  expect(profile.readings["state-data"]?.value).toMatchObject({ path: [], fold: "shallow-merge" });
});

it("a closed form is found without members of our own, by a text that has room for a mark", async () => {
  const [form] = Object.values(
    readingOf(await profileOf("untold-forms/closed-form-all-problems"), "action-forms") ?? {},
  );
  expect(form?.["open"]).toMatchObject({
    required: ["subject", "priority"],
    properties: { subject: { type: "string", maxLength: 300 } },
    additionalProperties: false,
  });
});

it("what actions show is looked at where their form is found, too, though they may come at any time", async () => {
  const profile = await profileOf("untold-forms/closed-forms-at-any-time");
  expect(readingOf(profile, "action-gating")?.gating).toBe("free");
  expect(profile.readings["action-uuid"]?.value).toMatchObject({ names: "link" });
});

it("which users act for which group is found out where nobody told it, and whose action keeps one from another", async () => {
  const profile = await profileOf("people/groups-not-told");
  const { doneBy, byAnother } = readingOf(profile, "action-gating") ?? {};
  expect(doneBy).toEqual({ sales: ["user-0"], warehouse: ["first"], accounts: ["user-1", "user-2"] });
  expect(Object.values(byAnother ?? {})).toEqual([{ sign: "same" }]);
  expect(profile.readings["action-gating"]?.evidence).toContain("these alone were let act: user-0 for sales");
});

it("users who all act for each group are told apart no more than by what one of them did before", async () => {
  const gating = readingOf(await profileOf("people/anybody-of-three"), "action-gating");
  expect(gating?.doneBy).toBeUndefined();
  expect(Object.values(gating?.byAnother ?? {})).toEqual([{ approve: "creator" }]);
});

it("a form that cannot be found is told, with its remedy", async () => {
  const form = (await profileOf("untold-forms/required-member-never-named")).readings["action-forms"];
  expect(form?.value).toBeUndefined();
  expect(form?.evidence).toContain("give `examples:` or a schema (`data:`) for action open");
});

it("creations that are refused without a word about their data are no form", async () => {
  const { driver, close } = await startInvented("fault", "creation/no-trace-can-be-created");
  onTestFinished(close);
  const { profile } = await observe(driver);
  expect(profile.readings["action-forms"]).toBeUndefined();
  expect(isFormSoughtInVain(profile)).toBe(false);
});

it("links of the service's own hand are told from those that were sent", async () => {
  const profile = await profileOf("effects/the-system-acts-too");
  expect(readingOf(profile, "own-links")).toEqual({
    seen: true,
    path: ["actionKey"],
    keys: ["label"],
    after: ["ship"],
    members: ["label"],
  });
  expect(readingOf(profile, "action-gating")).toMatchObject({ gating: "listed", path: ["nextActions"] });
});

it("what each action asks of files is found out where others ask otherwise", async () => {
  const gating = readingOf(await profileOf("untold-forms/files-where-they-belong"), "action-gating");
  const [files] = Object.values(gating?.files ?? {});
  expect(files).toEqual({ attach: "some", remark: "none", approve: "none" });
});

it("an action that the state lists is not excused where its files are refused without a word about them", async () => {
  const { driver, close } = await startInvented("fault", "process/listed-and-refused-with-files");
  onTestFinished(close);
  expect(readingOf((await observe(driver)).profile, "action-gating")?.files).toBeUndefined();
});

it("links of the service's own that come some time later are told from those that come at once", async () => {
  const profile = await profileOf("effects/system-answers");
  expect(readingOf(profile, "own-links")).toEqual({
    seen: true,
    path: ["actionKey"],
    keys: ["receipt"],
    // Other actions may stand before a link that comes late.
    after: expect.arrayContaining(["remark"]) as unknown,
    late: true,
    members: [],
  });
});

it("how many files a trace takes is found out where an action takes few", async () => {
  const features = readingOf(await profileOf("quotas/two-files-an-action"), "input-features");
  expect(features?.refused).toContain("file.many");
  expect(features?.mostFiles).toBe(6);
});

it("searches that compare computed members alone are told from searches that find nothing", async () => {
  const profile = await profileOf("computed-states/sums-and-counts");
  expect(readingOf(profile, "state-data")).toMatchObject({ path: ["last"], fold: "replace" });
  expect(readingOf(profile, "search-keys")).toMatchObject({ computed: true, valueTypes: [] });
  expect(profile.readings["search-keys"]?.evidence).toContain("`balance`");
});

it("digests that are short files themselves, and hashes of others, are not computed", async () => {
  const profile = await profileOf("digests/digests-that-hold-the-content");
  expect(readingOf(profile, "digest-location")).toEqual({ where: "links", path: ["files", "*", "digest"] });
  expect(readingOf(profile, "digest-algorithm")).toMatchObject({ algorithm: "opaque" });
});

it("a way that takes all requests is believed as far as it was seen, and traces are written on it all the same", async () => {
  const { driver, close } = await startInvented("variant", "orders/strict-chain");
  onTestFinished(close);
  // As if each request of a walk had needed many.
  const dear: ProbeDriver = {
    ...driver,
    target: driver.target,
    runId: driver.runId,
    environment: driver.environment,
    run: async (script, options) => {
      const history = await driver.run(script, options);
      const [first] = script.title.endsWith("a walk through the workflow") ? history.exchanges : [];
      const more = first ? Array.from({ length: 60 }, () => ({ ...first, support: true })) : [];
      return { ...history, exchanges: [...more, ...history.exchanges] };
    },
  };
  const { profile } = await observe(dear);
  expect(readingOf(profile, "action-gating")).toMatchObject({ gating: "ordered" });
  expect(readingOf(profile, "state-data")).toBeDefined();
});
