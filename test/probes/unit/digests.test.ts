/** Digests in documents, and how well an archive answers. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { computedPlaces } from "../../../probes/digests/computed.ts";
import type { DigestDocument } from "../../../probes/digests/documents.ts";
import { besideItsAction, opaquePlaces } from "../../../probes/digests/opaque.ts";
import { exactly, zipScore } from "../../../probes/digests/zip-score.ts";
import { digestsAt } from "../../../spec/readings/digest.ts";
import type { Exchange, SentFile } from "../../../spec/vocabulary/history.ts";
import type { Json } from "../../../spec/json.ts";

const fileOf = (name: string): SentFile => {
  const bytes = Buffer.from(`content of ${name}`);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return {
    partName: `${name}Part`,
    fileName: `${name}.txt`,
    contentType: "text/plain",
    size: bytes.length,
    sha256,
    bytes,
  };
};
const [alpha, beta] = [fileOf("alpha"), fileOf("beta")];
const names = new Set(["alpha.txt", "beta.txt", "alphaPart", "betaPart"]);
const link = (document: Json): DigestDocument => ({ where: "links", traceId: "t", document, files: [alpha, beta] });
const sha1 = ({ bytes = new Uint8Array() }: SentFile, encoding: "hex" | "base64" = "hex") =>
  createHash("sha1").update(bytes).digest(encoding);

describe("digests of the content", () => {
  it.each<readonly [string, Json, readonly string[]]>([
    ["in a list", { files: [{ sum: sha1(alpha) }, { sum: sha1(beta) }] }, ["files", "*", "sum"]],
    [
      "by file name",
      { files: { "alpha.txt": { sum: sha1(alpha) }, "beta.txt": { sum: sha1(beta) } } },
      ["files", "{*}", "sum"],
    ],
    ["by a name of the target's own", { files: { alpha_txt: sha1(alpha), beta_txt: sha1(beta) } }, ["files", "{*}"]],
    ["as keys", { files: { [sha1(alpha)]: "alpha.txt", [sha1(beta)]: "beta.txt" } }, ["files", "{*}"]],
  ])("are found %s", (_, document, path) => {
    const [place] = computedPlaces([link(document)], names);
    expect(place).toMatchObject({
      where: "links",
      path,
      algorithm: { algorithm: "sha1", encoding: "hex", prefix: "" },
    });
    expect(new Set(place?.hits.map(({ file }) => file.fileName))).toEqual(new Set(["alpha.txt", "beta.txt"]));
  });

  it("are told from the keys under which they stand", () => {
    const byName = { "alpha.txt": sha1(alpha), "beta.txt": sha1(beta) };
    const byDigest = { [sha1(alpha)]: "alpha.txt", [sha1(beta)]: "beta.txt" };
    expect(computedPlaces([link(byName)], names)[0]?.of).toBe("values");
    expect(computedPlaces([link({ alpha_txt: sha1(alpha), beta_txt: sha1(beta) })], names)[0]?.of).toBe("values");
    expect(computedPlaces([link(byDigest)], names)[0]?.of).toBeUndefined();
  });

  it("are found behind a prefix, and in base64", () => {
    const [place] = computedPlaces([link({ files: [`sha1-${sha1(alpha, "base64")}`] })], names);
    expect(place?.algorithm).toEqual({ algorithm: "sha1", encoding: "base64", prefix: "sha1-" });
  });

  it("are not found inside a longer run of digits", () => {
    expect(computedPlaces([link({ files: [`abcdef01${sha1(alpha)}`] })], names)).toEqual([]);
  });
});

describe("digests that do not follow from the content", () => {
  it("are read in links, which tell of whom they are, where these show as many as the state", () => {
    const at = (where: "links" | "state", ...digests: readonly string[]) => ({
      place: { where, texts: digests.map((digest) => ({ traceId: digest === "c" ? "other" : "t", digest })) },
    });
    const state = at("state", "a", "b");
    const links = at("links", "a", "b", "a");
    const [ofLinks, ofState] = (["links", "state"] as const).map((where) => ({ where, traceId: "t" }));
    const documents = [ofLinks, ofState, { where: "state" as const, traceId: "other" }].filter(
      (one) => one !== undefined,
    );
    expect(besideItsAction([state, links], documents)).toBe(links);
    // Of another trace nobody read the links.
    expect(besideItsAction([at("state", "a", "b", "c"), links], documents)).toBe(links);
    expect(besideItsAction([state, at("links", "a", "a")], documents)).toBe(state);
    expect(besideItsAction([links, state], documents)).toBe(links);
    expect(besideItsAction([], documents)).toBeUndefined();
  });

  it("are looked for where names speak of files, before other ids", () => {
    const id = (n: number) => `${String(n)}b7c9c1e-52a4-4f0e-9d56-0c7a6f6a1f11`;
    const document = {
      linkId: id(1),
      author: "someone",
      files: [
        { name: "alpha.txt", id: id(2) },
        { name: "beta.txt", id: id(3) },
      ],
    };
    const context = {
      fixture: { found: false, traces: [], workflow: 0 },
      target: { name: "t", access: "read-write", workflows: [], timeoutMs: 1, searchLagMs: 1 },
    } as const;
    const [first] = opaquePlaces([link(document)], names, context);
    expect(first?.path).toEqual(["files", "*", "id"]);
  });

  it("may stand under the names of their parts, with a number before them", () => {
    const document = { attachments: { "0/alpha": { id: "b3:one" }, "1/beta": { id: "b3:two" } } };
    const context = {
      fixture: { found: false, traces: [], workflow: 0 },
      target: { name: "t", access: "read-write", workflows: [], timeoutMs: 1, searchLagMs: 1 },
    } as const;
    const [first] = opaquePlaces([link(document)], new Set(["alpha", "beta"]), context);
    expect(first?.path).toEqual(["attachments", "{*}", "id"]);
  });

  it("may be what stands under such names", () => {
    const context = {
      fixture: { found: false, traces: [], workflow: 0 },
      target: { name: "t", access: "read-write", workflows: [], timeoutMs: 1, searchLagMs: 1 },
    } as const;
    const document = {
      insured: { "0 alpha.txt": "8ef4a0b2c1d3e5f6a7b8c9d0", "1 beta.txt": "18ef4a0b2c1d3e5f6a7b8c9d" },
    };
    const [first] = opaquePlaces([link(document)], names, context);
    expect(first).toMatchObject({ path: ["insured", "{*}"], of: "values" });
    expect(digestsAt(document, first?.path ?? [], first?.of)).toEqual(Object.values(document.insured));
  });

  it("may stand beside the file names in records without names", () => {
    const context = {
      fixture: { found: false, traces: [], workflow: 0 },
      target: { name: "t", access: "read-write", workflows: [], timeoutMs: 1, searchLagMs: 1 },
    } as const;
    const own = ["8EF4A0B2C1D3E5F6A7B8", "18EF4A0B2C1D3E5F6A7B"];
    const document = { f: own.map((digest, index) => [digest, `${String(index)}.bin`]), notes: [["one"], ["two"]] };
    const places = opaquePlaces([link(document)], names, context);
    expect(places.map(({ path }) => path)).toEqual([
      ["f", "*", "0"],
      ["f", "*", "1"],
      ["notes", "*", "*"],
    ]);
    expect(digestsAt(document, places[0]?.path ?? [])).toEqual(own);
  });

  it("may be keys that name the algorithm first, whose length is its own", () => {
    const context = {
      fixture: { found: false, traces: [], workflow: 0 },
      target: { name: "t", access: "read-write", workflows: [], timeoutMs: 1, searchLagMs: 1 },
    } as const;
    const digest = "sha512t:4d304d26d8079e29a4d957acd33430ba8d9fdee9";
    const document = { position: "sha512t:none", drawings: { [digest]: "alpha.txt" } };
    const [first] = opaquePlaces([link(document)], names, context);
    expect(first).toMatchObject({ path: ["drawings", "{*}"], texts: [{ digest }] });
    expect(first).not.toHaveProperty("of");
  });

  it("may be serial numbers beside the files", () => {
    const document = { no: 7, papers: [{ no: 1 }] };
    const context = {
      fixture: { found: false, traces: [], workflow: 0 },
      target: { name: "t", access: "read-write", workflows: [], timeoutMs: 1, searchLagMs: 1 },
    } as const;
    const [first] = opaquePlaces([link(document)], names, context);
    expect(first).toMatchObject({ path: ["papers", "*", "no"], texts: [{ digest: "1" }] });
    expect(digestsAt(document, ["papers", "*", "no"])).toEqual(["1"]);
  });
});

function archive(...contents: readonly SentFile[]): Exchange {
  const entries = contents.map(({ fileName, size, sha256 }) => ({
    name: fileName ?? "",
    size,
    sha256,
    directory: false,
  }));
  return { response: { status: 200, headers: {}, bytes: 9, sha256: "", zip: { entries } } } as unknown as Exchange;
}

describe("an archive", () => {
  const wanted = [alpha.sha256, beta.sha256];
  it("counts most with exactly the files asked for", () => {
    expect(zipScore(archive(beta, alpha), wanted, undefined)).toBe(exactly);
  });
  it("counts nothing when a parameter that nobody knows brings the same", () => {
    expect(zipScore(archive(alpha, beta), wanted, archive(beta, alpha))).toBe(0);
  });
  it("counts less the less of the files it holds", () => {
    const scores = [[alpha, beta], [alpha, beta, fileOf("gamma")], [alpha], []].map((files) =>
      zipScore(archive(...files), wanted, undefined),
    );
    expect(scores).toEqual(scores.toSorted((left, right) => right - left));
    expect(new Set(scores).size).toBe(scores.length);
  });
});
