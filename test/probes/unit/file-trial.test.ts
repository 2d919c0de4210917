/** What is found of the files that an action takes, by what is tried where it refused some. */
import { expect, test } from "vitest";
import { FileTrial, type KnownOfFiles } from "../../../probes/process/forms/files/file-trial.ts";
import { typesToTry } from "../../../probes/process/forms/files/file-types.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { FileSpec } from "../../../spec/vocabulary/script.ts";
import type { FilesWanted } from "../../../spec/vocabulary/target.ts";

type Answer = { readonly status: number; readonly words: string | object } | undefined;

const answerTo = (files: readonly FileSpec[], refusal: Answer, face: "v2" | "legacy"): Exchange =>
  ({
    intent: { kind: "act", files: files.map(({ partName, fileName }) => ({ partName, fileName })) },
    face,
    operationId: face === "v2" ? "v2AppendAction" : "legacyAppendAction",
    defects: [],
    traits: [],
    response: {
      status: refusal?.status ?? 200,
      headers: {},
      json: { value: refusal ? { error: refusal.words } : face === "v2" ? { error: null, data: "x" } : { state: {} } },
    },
  }) as unknown as Exchange;

/** What is found of an action that refuses so, with the number of requests that it took. */
async function foundWhere(
  refuses: (files: readonly FileSpec[], face: string, number: number) => Answer | boolean,
  known: KnownOfFiles = { needed: false },
): Promise<{ readonly found: FilesWanted | "any" | undefined; readonly requests: number }> {
  let requests = 0;
  const trial = new FileTrial((files, face) => {
    requests += 1;
    const refusal = refuses(files, face, requests);
    const words = refusal === true ? { status: 400, words: "no" } : refusal === false ? undefined : refusal;
    return Promise.resolve(answerTo(files, words, face));
  }, "run");
  return { found: await trial.found(known), requests };
}

const endsWith = (files: readonly FileSpec[], ...ends: readonly string[]): boolean =>
  files.every(({ fileName }) => ends.some((end) => fileName?.endsWith(end)));

test("an action that takes two texts takes any, and costs one request", async () => {
  expect(await foundWhere(() => false)).toEqual({ found: "any", requests: 1 });
  expect((await foundWhere((files) => files.length === 0, { needed: true })).found).toBe("some");
});

test("one that takes one text alone takes one at most", async () => {
  expect((await foundWhere((files) => files.length > 1)).found).toEqual({ most: 1 });
  const needs = await foundWhere((files) => files.length !== 1, { needed: true });
  expect(needs.found).toEqual({ needed: true, most: 1 });
});

test("one that takes files of a type is found by the end of the name, and whether it looks into them", async () => {
  expect((await foundWhere((files) => !endsWith(files, ".jpg", ".png"))).found).toEqual({ types: [".png"] });
  const isPdf = ({ content, contentType }: FileSpec): boolean =>
    contentType === "application/pdf" && "text" in content && content.text.startsWith("%PDF");
  const looks = await foundWhere((files) => files.length === 0 || !files.every(isPdf), { needed: true });
  expect(looks.found).toEqual({ needed: true, types: [".pdf"], genuine: true });
  const single = await foundWhere((files) => !endsWith(files, ".csv") || files.length > 1);
  expect(single.found).toEqual({ types: [".csv"], most: 1 });
});

test("one that takes nothing but none takes none, and costs few requests where refusals speak of no type", async () => {
  expect((await foundWhere((files) => files.length > 0)).found).toBe("none");
  const words = { status: 400, words: "it takes no files" };
  const told = await foundWhere((files) => (files.length > 0 ? words : undefined));
  expect(told.found).toBe("none");
  expect(told.requests).toBeLessThan(8);
});

test("nothing follows from a passing refusal, or from that of one face", async () => {
  expect((await foundWhere((files, face) => face === "legacy" && files.length > 0)).found).toBe("any");
  expect((await foundWhere((_, __, number) => number <= 2)).found).toBeUndefined();
  expect((await foundWhere(() => true, { needed: true })).found).toBeUndefined();
});

test("a type that is refused for something else than files is taken for one that is let past", async () => {
  const refuses = (files: readonly FileSpec[]): Answer =>
    endsWith(files, ".png")
      ? { status: 409, words: "this number was used before" }
      : { status: 400, words: "the file type is not accepted" };
  expect((await foundWhere(refuses)).found).toEqual({ types: [".png"], genuine: true });
  const byCode = (files: readonly FileSpec[]): Answer => {
    const isPhoto = endsWith(files, ".png");
    const message = isPhoto ? "what was done is missing" : "the file type is not accepted";
    return { status: 400, words: { code: isPhoto ? "002" : "008", message } };
  };
  expect((await foundWhere(byCode)).found).toEqual({ types: [".png"], genuine: true });
});

test("types that a refusal names are tried first, and never that of the file that was refused", () => {
  const refused = (words: string) => [
    answerTo([{ partName: "a", fileName: "alpha.txt", content: { text: "" } }], { status: 400, words }, "v2"),
  ];
  expect(typesToTry(refused("alpha.txt: only .dwg or JPEG")).slice(0, 2)).toEqual([".dwg", ".jpeg"]);
  expect(typesToTry(refused("file type of alpha.txt is not accepted"))).not.toContain(".txt");
  expect(typesToTry(refused("file alpha.txt is too much"))).toEqual([".pdf"]);
  const problem = { type: "about:blank", title: "Refused", detail: "it takes no files" };
  const [exchange] = refused("");
  const told = { ...exchange, response: { ...exchange?.response, json: { value: problem } } } as unknown as Exchange;
  expect(typesToTry([told])).toEqual([".pdf"]);
});
