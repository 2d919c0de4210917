import { describe, expect, it } from "vitest";
import { Explorer } from "../../../probes/process/walk/explore.ts";
import { attached, FilesTried, insteadOf, otherFiles } from "../../../probes/process/forms/files/files-tried.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { serviceThat, target, type Before, type Write } from "../lib/refusing-service.ts";

/** What was tried where others of the workflow are taken with a file, and without. */
function among(): FilesTried {
  const files = new FilesTried();
  files.isTried = true;
  files.taken("note", false);
  files.taken("photo", true);
  return files;
}

describe("what is tried in the place of a file", () => {
  const refused = (value: string): Exchange =>
    ({
      intent: { kind: "act", files: [{ fileName: "alpha.txt" }] },
      response: { status: 415, json: { value: { error: value } } },
    }) as unknown as Exchange;

  it("is one of the type that the refusal names, before none", () => {
    const [typed, bare] = insteadOf(true, [refused("files must be image/png or application/pdf")]);
    expect([typed, bare]).toEqual([{ needed: true, types: [".png"], genuine: true }, false]);
  });

  it("is one by the name that stands in the data, of several such members each", () => {
    const data = { photo: "Roof.JPG", plan: "plan.pdf", amount: "12.50", note: "see below. Thanks" };
    const intent = { kind: "act", data, files: [{ fileName: "alpha.txt" }] };
    const told = { intent, response: { status: 422, json: { value: { error: "`photo` must name a file" } } } };
    const named = otherFiles([told as unknown as Exchange], true).filter(
      (one) => typeof one === "object" && one.namedBy !== undefined,
    );
    expect(named).toEqual([
      { needed: true, types: [".jpg"], genuine: true, namedBy: "photo" },
      { needed: true, types: [".pdf"], genuine: true, namedBy: "plan" },
    ]);
    expect(attached(named[0] ?? false, "own", data).files?.[0]?.fileName).toBe("Roof.JPG");
  });

  it("is none where no type is named, and a text where there was none", () => {
    expect(insteadOf(true, [refused("too many files")])).toEqual([false]);
    expect(insteadOf(false, [refused("a pdf is wanted")])).toEqual([true]);
  });
});

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

  it("tries a file where a refusal speaks of files, however often it did where nothing did", () => {
    const files = among();
    const scan = { key: "scan", groupLabel: "all", creates: false, appends: true };
    const untold = Array.from({ length: 4 }, () => files.isWorthTrying(scan, true));
    expect(untold).toEqual([true, true, true, false]);
    const told = Array.from({ length: 4 }, () => files.isWorthTrying(scan, true, true));
    expect(told).toEqual([true, true, true, false]);
  });

  it("tries as many as a list in the data has entries, where a single one was refused in words about files", () => {
    const refusal = (message: string): Exchange =>
      ({
        intent: { kind: "act", data: { papers: ["one", "two", "three"] }, files: [] },
        response: { status: 400, json: { value: { message } } },
      }) as unknown as Exchange;
    const just = (count: number) => ({ needed: true, least: count, most: count });
    const refusals = [refusal("a file is wanted"), refusal("one file for each paper")];
    expect(otherFiles(refusals, true)).toEqual(expect.arrayContaining([just(3), just(2)]));
    expect(otherFiles(refusals, false)).not.toContainEqual(just(3));
    expect(otherFiles([refusal("a file is wanted"), refusal("not now")], true)).not.toContainEqual(just(3));
    const { files = [] } = attached(just(3), "own");
    expect(new Set(files.map(({ partName }) => partName)).size).toBe(3);
    expect(new Set(files.map(({ content }) => JSON.stringify(content))).size).toBe(3);
  });

  it.each(["needs 2 to 6 photos (.jpg, .png)", "braucht 2 bis 6 Fotos (.jpg, .png)"])(
    "tries as many of a type as a refusal says: %s",
    (message) => {
      const refused = {
        intent: { kind: "act", data: {}, files: [] },
        response: { status: 422, json: { value: { message } } },
      } as unknown as Exchange;
      const pictures = { needed: true, least: 2, most: 2, types: [".jpg"], genuine: true };
      expect(otherFiles([refused], true)).toContainEqual(pictures);
      const { files = [] } = attached(pictures, "own");
      expect(files.map(({ contentType }) => contentType)).toEqual(["image/jpeg", "image/jpeg"]);
    },
  );

  it("sends a file first where one was asked for, and with it something else was refused", () => {
    const files = among();
    const stamp = { key: "stamp", groupLabel: "all", creates: false, appends: true };
    expect(files.first(stamp)).toBe(false);
    files.passes("stamp", true);
    expect([files.first(stamp), files.isWorthTrying(stamp, false)]).toEqual([true, false]);
    expect(files.wanted).toEqual({});
    files.taken("stamp", true);
    expect(files.wanted).toEqual({ stamp: "some" });
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
    return explorer.known.files.wanted;
  }

  it("that are refused without a file, time and again, and taken with one want a file", async () => {
    expect(await found(({ files = [] }) => files.length === 0)).toEqual({ open: "some" });
  });

  it("that are refused either way, or are taken as they are, say nothing of files", async () => {
    expect(await found(() => true)).toEqual({});
    expect(await found(() => false)).toEqual({});
  });
});

describe("an action that asks for a member only behind its file", () => {
  it("is taken with both", async () => {
    const refuses = ({ action: key, data, files = [] }: Write): boolean | string => {
      const { sampled, sampleNo, ...others } = data as Readonly<Record<string, unknown>>;
      const [other] = key === "note" ? Object.keys(others) : [];
      if (key !== "note") return false;
      if (typeof sampled !== "boolean")
        return `'sampled' ${sampled === undefined ? "is missing" : "must be a boolean"}`;
      if (other !== undefined) return `unknown member '${other}'`;
      if (files.length === 0) return "note needs the slip as a file";
      return sampleNo === undefined && "'sampleNo' is missing: a sample was taken";
    };
    const { asker } = serviceThat(refuses);
    const [workflow] = target.workflows;
    if (!workflow) throw new Error("no workflow");
    const explorer = new Explorer(asker, 0, workflow, undefined);
    await explorer.explore();
    const { dataSchema = {} } = explorer.known.actions("note")[0] ?? {};
    expect(dataSchema["required"]).toEqual(["sampled", "sampleNo"]);
    expect(explorer.known.files.wanted["note"]).toBe("some");
  });
});

describe("a number that follows from those of an earlier action", () => {
  it("is taken each time once these stay as they were", async () => {
    const wants = (data: Readonly<Record<string, unknown>>, name: string): string | undefined =>
      typeof data[name] === "number"
        ? undefined
        : `'${name}' ${data[name] === undefined ? "is missing" : "must be a number"}`;
    const refuses = ({ action: key, data }: Write, { onTrace, done }: Before): boolean | string => {
      const sent = data as Readonly<Record<string, unknown>>;
      const [wanted] = key === "note" ? ["price"] : key === "assess" ? ["deposit"] : [];
      if (wanted === undefined) return false;
      const other = Object.keys(sent).find((name) => name !== wanted);
      const missing = wants(sent, wanted);
      if (missing !== undefined) return missing;
      if (other !== undefined) return `unknown member '${other}'`;
      const price = Number(/"price":([\d.]+)/.exec(onTrace.at(-1) ?? "")?.[1]);
      if (key === "note") return done.length !== 1 && "not now";
      if (Number.isNaN(price)) return "not now";
      const [low, high] = [10 * price, 12 * price];
      const deposit = Number(sent["deposit"]);
      return (deposit < low || deposit > high) && `data.deposit: must be between ${String(low)} and ${String(high)}`;
    };
    const { asker } = serviceThat(refuses);
    const [workflow] = target.workflows;
    if (!workflow) throw new Error("no workflow");
    const explorer = new Explorer(asker, 0, workflow, undefined);
    await explorer.explore();
    const { taken } = await explorer.repeat(["open", "note", "assess"]);
    expect(taken).toEqual(["open", "note", "assess"]);
    expect((await explorer.repeat(["open", "note", "assess"])).taken).toEqual(["open", "note", "assess"]);
    const { dataSchema = {} } = explorer.known.actions("note")[0] ?? {};
    expect(dataSchema["properties"]).toMatchObject({ price: { const: expect.any(Number) as number } });
  });
});
