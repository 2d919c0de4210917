import { describe, expect, test } from "vitest";
import { maxJsonValues } from "../../driver/client/json-bounds.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import { service } from "./lib/service.ts";
import { driverOf, environmentAt, script, startTarget } from "./lib/target.ts";

const create = { op: "create", face: "v2", as: "a", data: { k: 1 } } as const;

describe("digests", () => {
  const files = [
    { partName: "x", fileName: "one.txt", content: { text: "hello" } },
    { partName: "y", fileName: "two.txt", content: { text: "other" } },
    { partName: "z", fileName: "three.txt", content: { text: "hello" } },
  ];
  const steps = [
    { ...create, files },
    { op: "files", face: "v2", trace: "$a", digests: [{ allOf: "$a" }] },
  ] as const;

  test("are computed where they follow from the content", async () => {
    const target = await startTarget(service());
    const driver = await driverOf(environmentAt(target.baseUrl));
    const readings = {
      "digest-algorithm": { value: { algorithm: "md5", encoding: "hex", prefix: "md5:" }, evidence: "" },
    } as const;
    const { exchanges } = await driver.run(script(...steps), { profile: { readings } });
    expect(exchanges).toHaveLength(2);
    expect(target.received[1]?.url).toContain("digests=md5%3A5d41402abc4b2a76b9719d911017c592&digests=md5%3A");
    expect(exchanges[1]?.intent).toMatchObject({
      requested: [{ file: { exchange: 0, position: 0 } }, {}, { file: { position: 2 } }],
    });
  });

  test("of an action that was not taken are left out of an archive, and one of nothing else is not asked for", async () => {
    const target = await startTarget(
      service({
        before: ({ url }, response) => {
          if (!url.endsWith("/action")) return false;
          response.writeHead(400, { "content-type": "application/json" }).end("{}");
          return true;
        },
      }),
    );
    const driver = await driverOf(environmentAt(target.baseUrl));
    const algorithm = { value: { algorithm: "md5", encoding: "hex", prefix: "" }, evidence: "" } as const;
    const refused = { op: "act", face: "v2", trace: "$a", data: {}, files, as: "b" } as const;
    const { exchanges, unsent } = await driver.run(
      script(
        { ...create, files },
        refused,
        { op: "files", face: "v2", trace: "$a", digests: [{ allOf: "$b" }, "$a.1", "$b.0"] },
        { op: "files", face: "legacy", trace: "$a", digests: [{ allOf: "$b" }] },
      ),
      { profile: { readings: { "digest-algorithm": algorithm } } },
    );
    expect(exchanges[2]?.intent).toMatchObject({ requested: [{ file: { exchange: 0, position: 1 } }] });
    expect(unsent).toEqual([
      { step: "3", reason: "its file was to come with a request that was not taken: status 400" },
    ]);
  });

  const opaque = (path: readonly string[], where: "links" | "state"): Profile => ({
    readings: {
      "digest-algorithm": { value: { algorithm: "opaque", encoding: "hex", prefix: "" }, evidence: "" },
      "digest-location": { value: { where, path }, evidence: "" },
    },
  });
  const requestedOf = (url: string | undefined): string[] => new URLSearchParams(url?.split("?")[1]).getAll("digests");

  test("are read beside the file names, in any order", async () => {
    const link = {
      files: [
        { digest: "D2", name: "two.txt" },
        { digest: "D3", name: "three.txt" },
        { digest: "D1", name: "one.txt" },
      ],
    };
    const target = await startTarget(service({ links: [link] }));
    const driver = await driverOf(environmentAt(target.baseUrl));
    const { exchanges } = await driver.run(script(...steps), { profile: opaque(["files", "*", "digest"], "links") });
    expect(exchanges.map(({ support }) => support)).toEqual([undefined, true, undefined]);
    expect(exchanges[1]?.step).toBe("1");
    expect(requestedOf(target.received.at(-1)?.url)).toEqual(["D1", "D2", "D3"]);
  });

  test("are read from a page of as many links as are read at all", async () => {
    const links = [{ files: ["D1", "D2"] }, ...Array.from({ length: maxJsonValues - 1_000 }, () => 1)];
    const target = await startTarget(service({ links, pageCap: 1_000_000 }));
    const driver = await driverOf(environmentAt(target.baseUrl));
    await driver.run(script(...steps), { profile: opaque(["files", "*"], "links") });
    expect(requestedOf(target.received.at(-1)?.url)).toEqual(["D1", "D2", "D1"]);
  });

  test("are taken by their order where no names stand, equal contents once", async () => {
    const target = await startTarget(service({ links: [{ files: ["D1", "D2"] }] }));
    const driver = await driverOf(environmentAt(target.baseUrl));
    await driver.run(script(...steps), { profile: opaque(["files", "*"], "links") });
    expect(requestedOf(target.received.at(-1)?.url)).toEqual(["D1", "D2", "D1"]);
  });

  test("are read as keys of the state", async () => {
    const target = await startTarget(service({ state: { files: { D1: "one.txt", D3: "three.txt", D2: "two.txt" } } }));
    const driver = await driverOf(environmentAt(target.baseUrl));
    await driver.run(script(...steps), { profile: opaque(["files", "{*}"], "state") });
    expect(requestedOf(target.received.at(-1)?.url)).toEqual(["D1", "D2", "D3"]);
  });

  test("that nobody knows keep the step from being sent", async () => {
    const target = await startTarget(service({ links: [{}] }));
    const driver = await driverOf(environmentAt(target.baseUrl));
    const { unsent } = await driver.run(script(...steps), { profile: opaque(["files", "*"], "links") });
    expect(unsent).toEqual([{ step: "1", reason: "the target shows no digest for file 0 of the action" }]);
  });
});
