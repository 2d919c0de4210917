/** Default pages, links told apart, and members that change by themselves. */
import { describe, expect, it } from "vitest";
import { sameLinks } from "../../../probes/lib/links.ts";
import { orderOf } from "../../../probes/points/link-order.ts";
import { defaultOf, type MeasuredPage } from "../../../probes/points/page-size.ts";
import { volatilePaths } from "../../../probes/points/volatile-members.ts";

function page(count: number, length: number, info: { readonly hasNext?: boolean } = {}): MeasuredPage {
  return {
    page: { face: "v2", traceId: "t", asked: {}, links: Array.from({ length: count }, () => ({})), ...info },
    length,
  };
}

describe("the default page", () => {
  it("is what a page holds that says more links follow", () => {
    expect(defaultOf([page(5, 12, { hasNext: true }), page(3, 3)])).toBe(5);
  });
  it("is not known where every trace was shown whole", () => {
    expect(defaultOf([page(12, 12), page(3, 3)])).toBeNull();
  });
  it("is no page that leaves links out without saying so", () => {
    expect(defaultOf([page(11, 12), page(2, 3)])).toBeNull();
  });
  it("is no page that another page exceeds, nor one under which a short trace is cut too", () => {
    expect(defaultOf([page(12, 12), page(11, 12, { hasNext: true })])).toBeNull();
    expect(defaultOf([page(11, 12, { hasNext: true }), page(2, 3, { hasNext: true })])).toBeNull();
  });
});

describe("lists of links", () => {
  it("are the same although times in them changed, and others where ids differ", () => {
    const link = (id: string, at: string) => ({ id, at });
    expect(sameLinks([link("a", "2026-01-01T00:00:00Z")], [link("a", "2026-01-01T00:00:09Z")])).toBe(true);
    expect(sameLinks([link("a", "2026-01-01T00:00:00Z")], [link("b", "2026-01-01T00:00:00Z")])).toBe(false);
  });
  it("count neighbours up and down", () => {
    expect(
      orderOf([
        [0, 1, 2],
        [3, 1],
      ]),
    ).toEqual({ up: 2, down: 1 });
  });
});

describe("volatile members", () => {
  it("are times, counters and ids that differ between two reads", () => {
    const before = {
      readAt: "2026-01-01T00:00:00Z",
      reads: 1,
      request: "0b7c9c1e-52a4-4f0e-9d56-0c7a6f6a1f11",
      kept: "x",
    };
    const after = {
      ...before,
      readAt: "2026-01-01T00:00:07Z",
      reads: 2,
      request: "1b7c9c1e-52a4-4f0e-9d56-0c7a6f6a1f11",
    };
    expect(volatilePaths([[before, after]])).toEqual([["readAt"], ["reads"], ["request"]]);
    expect(volatilePaths([[before, after, "a refusal"]])).toEqual([["readAt"], ["request"]]);
  });
  it("are not what else changes, nor a member that is missing at times", () => {
    expect(volatilePaths([[{ a: "x" }, { a: "y" }]])).toEqual([]);
    expect(volatilePaths([[{ a: "x", at: 1 }, { at: 2 }]])).toEqual([]);
  });
  it("are not the members of links that came in another order", () => {
    const links = [
      { index: 0, at: "2026-01-01T00:00:00Z" },
      { index: 1, at: "2026-01-01T00:00:07Z" },
    ];
    expect(volatilePaths([[links, links.toReversed()]])).toEqual([]);
  });
});
