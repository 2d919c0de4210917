import { describe, expect, it } from "vitest";
import { Explorer } from "../../../probes/process/walk/explore.ts";
import { attached, FilesTried } from "../../../probes/process/forms/files-tried.ts";
import { serviceThat, target, type Write } from "../lib/refusing-service.ts";

/** What was tried where others of the workflow are taken with a file, and without. */
function among(): FilesTried {
  const files = new FilesTried();
  files.isTried = true;
  files.taken("note", false);
  files.taken("photo", true);
  return files;
}

describe("what is seen of the files that actions want", () => {
  it("believes a refusal that speaks of files at once", () => {
    const files = among();
    files.takenInstead("ship", true, true);
    files.takenInstead("pay", false, true);
    expect(files.wanted).toEqual({ ship: "some", pay: "none" });
  });

  it("believes one that says nothing of files when it comes again, and only where a file helped", () => {
    const files = among();
    files.takenInstead("ship", true, false);
    files.takenInstead("pay", false, false);
    files.takenInstead("pay", false, false);
    expect(files.wanted).toEqual({});
    expect(files.isAnyChoosy).toBe(false);
    files.takenInstead("ship", true, false);
    expect(files.wanted).toEqual({ ship: "some" });
  });

  it("knows one that takes a PDF alone, and sends it one from then on", () => {
    const files = among();
    files.takenInstead("report", "pdf", true);
    expect(files.wanted).toEqual({ report: "pdf" });
    const report = { key: "report", groupLabel: "all", creates: false, appends: true };
    expect([files.first(report), files.isWorthTrying(report, true)]).toEqual(["pdf", false]);
    const [one, other] = ["one", "other"].map((own) => attached("pdf", own).files?.[0]?.content);
    expect(JSON.stringify(one)).toContain("%PDF-");
    expect(one).not.toEqual(other);
  });

  it("says nothing where all actions ask the same", () => {
    const files = new FilesTried();
    files.takenInstead("ship", true, true);
    expect(files.wanted).toEqual({});
  });
});

describe("creations", () => {
  /** What a walk finds out where creations are refused so. */
  async function found(refuses: (step: Write) => boolean): Promise<FilesTried["wanted"]> {
    const { asker } = serviceThat((step) => step.op === "create" && refuses(step));
    const [workflow] = target.workflows;
    if (!workflow) throw new Error("a workflow is wanted");
    const explorer = new Explorer({ ...asker, target }, 0, workflow, undefined);
    await explorer.explore();
    return explorer.files.wanted;
  }

  it("that are refused without a file, time and again, and taken with one want a file", async () => {
    expect(await found(({ files = [] }) => files.length === 0)).toEqual({ open: "some" });
  });

  it("that are refused either way, or are taken as they are, say nothing of files", async () => {
    expect(await found(() => true)).toEqual({});
    expect(await found(() => false)).toEqual({});
  });
});
