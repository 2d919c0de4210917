/** Reads that name the ETag of an earlier answer, which a target may then answer with 304. */
import { expect, test } from "vitest";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { service } from "./lib/service.ts";
import { driverOf, environmentAt, json, script, startTarget, traceId } from "./lib/target.ts";

const read = (face: "v2" | "legacy" = "legacy"): OperationStep => ({
  op: "state",
  face,
  trace: traceId,
  revalidate: true,
});

/** A target with these tags for its states, in turn; the number in each state says which answer it is. */
async function asked(tags: readonly (string | undefined)[], steps: readonly OperationStep[], status = 304) {
  let answers = 0;
  const target = await startTarget(
    service({
      before({ url, headers }, response) {
        if (!url.endsWith("/state")) return false;
        const tag = tags[answers % tags.length];
        answers += 1;
        if (tag !== undefined) response.setHeader("etag", tag);
        if (tag !== undefined && headers["if-none-match"] === tag) response.writeHead(status).end();
        else json(response, { state: { answers } });
        return true;
      },
    }),
  );
  const { exchanges } = await (await driverOf(environmentAt(target.baseUrl))).run(script(...steps));
  const named = target.received
    .filter(({ url }) => url.endsWith("/state"))
    .map(({ headers }) => headers["if-none-match"]);
  return { exchanges, named };
}

test.each(['"1"', 'W/"1"'])("the answer whose ETag %s is named stands where the target answers 304", async (tag) => {
  const { exchanges, named } = await asked([tag], [read(), read(), read()]);
  expect(named).toEqual([undefined, tag, tag]);
  expect(exchanges.map(({ response }) => [response?.status, response?.notModified, response?.json?.value])).toEqual([
    [200, undefined, { state: { answers: 1 } }],
    [200, 0, { state: { answers: 1 } }],
    [200, 0, { state: { answers: 1 } }],
  ]);
  expect(exchanges[1]?.request.headers["if-none-match"]).toBe(tag);
});

test("another ETag brings the new state, which is named from then on", async () => {
  const { exchanges, named } = await asked(['"a"', '"b"', '"b"'], [read(), read(), read()]);
  expect(named).toEqual([undefined, '"a"', '"b"']);
  expect(exchanges.map(({ response }) => response?.notModified)).toEqual([undefined, undefined, 1]);
});

test("what has no ETag, or none in the form of one, is read as usual", async () => {
  expect((await asked([undefined], [read(), read()])).named).toEqual([undefined, undefined]);
  expect((await asked(["bare"], [read(), read()])).named).toEqual([undefined, undefined]);
});

test("each face has its own, and other reads name none", async () => {
  const plain: OperationStep = { op: "state", face: "legacy", trace: traceId };
  expect((await asked(['"1"'], [read(), read("v2"), plain])).named).toEqual([undefined, undefined, undefined]);
});
