/** What counts against `limits.maxTraces`. */
import { describe, expect, test } from "vitest";
import { driverOf, environmentAt, script, startTarget } from "./lib/target.ts";

const create = { op: "create", face: "v2", data: { k: 1 } } as const;

describe("limits.maxTraces where a creation is carried out and then", () => {
  const busy = { "retry-after": "0" };
  test.each([
    ["answered with 502", 502, {}],
    ["answered with 503 and Retry-After", 503, busy],
    ["answered with a redirect", 303, { location: "/elsewhere" }],
    ["not answered", 0, {}],
  ])("%s: every attempt counts", async (_, status, headers: Record<string, string>) => {
    const target = await startTarget((_request, response) => {
      if (status === 0) response.destroy();
      else response.writeHead(status, headers).end();
    });
    const driver = await driverOf(environmentAt(target.baseUrl, { limits: { maxTraces: 10 } }));
    const histories = [];
    for (let round = 0; round < 6; round++)
      histories.push(...(await Promise.all(Array.from({ length: 5 }, () => driver.run(script(create))))));
    expect(target.received).toHaveLength(10);
    const exchanges = histories.flatMap((history) => history.exchanges);
    expect(exchanges.reduce((sum, { unsettled = 0 }) => sum + 1 + unsettled, 0)).toBe(10);
    expect(histories.at(-1)?.unsent[0]?.reason).toContain("limits.maxTraces (10)");
  });

  test("answered with 503 and Retry-After: it is never sent again, and told as perhaps carried out", async () => {
    const target = await startTarget((_, response) => void response.writeHead(503, busy).end());
    const driver = await driverOf(environmentAt(target.baseUrl));
    const { exchanges } = await driver.run(script(create, { ...create, face: "legacy" }));
    expect(target.received).toHaveLength(2);
    expect(exchanges.map(({ attempts = 1, response }) => [attempts, response?.status])).toEqual([
      [1, 503],
      [1, 503],
    ]);
  });

  test("refused with 400 or 429: nothing counts", async () => {
    const target = await startTarget((_, response) => {
      const throttled = target.received.length % 3 === 0;
      response.writeHead(throttled ? 429 : 400, throttled ? busy : {}).end();
    });
    const driver = await driverOf(environmentAt(target.baseUrl, { limits: { maxTraces: 2 } }));
    for (let round = 0; round < 12; round++) expect((await driver.run(script(create))).unsent).toEqual([]);
  });
});
