/** Open point `link-order`: whether the links of a trace are listed from the oldest or from the newest. */
import { sameJson } from "../../spec/readings/equal.ts";
import { dataOfLink } from "../../spec/readings/link-data.ts";
import type { Json } from "../../spec/json.ts";
import type { Reading } from "../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { actionData, fitting } from "../fixture/fixture-data.ts";
import { likeness, memberNames } from "../lib/likeness.ts";
import { best } from "../lib/tally.ts";
import { countText } from "../lib/wording.ts";
import { onePoint, unknown, type ProbeContext } from "../probe.ts";
import { inOrder } from "../seen/known-traces.ts";
import { pageIn, plainPages } from "../seen/pages.ts";

type Found = Reading<"link-order">;

export const linkOrder = onePoint("link-order", { needs: ["link-data"] }, async (context) => {
  const { fixture } = context;
  if (fixture.found) return orderByTime(context);
  return orderByData(context) ?? (await orderByGrowth(context));
});

/** Steps up and down between neighbours, over all pages. */
export function orderOf(rows: readonly (readonly number[])[]): { readonly up: number; readonly down: number } {
  let up = 0;
  let down = 0;
  for (const row of rows) {
    row.slice(1).forEach((place, index) => {
      const before = row[index] ?? place;
      if (place > before) up++;
      if (place < before) down++;
    });
  }
  return { up, down };
}

function said({ up, down }: { readonly up: number; readonly down: number }, by: string): Found | undefined {
  if (up + down === 0) return undefined;
  const order = up >= down ? "oldest-first" : "newest-first";
  const evidence = `${by}: ${countText(up, "neighbour")} in the order of the actions, ${String(down)} against it.`;
  return { value: { order }, evidence };
}

function orderByData({ fixture, histories, reading }: ProbeContext): Found | undefined {
  const where = reading("link-data");
  if (!where || where.path === null) return undefined;
  const ours = memberNames(fixture.traces.flatMap(({ actions }) => actions.map(({ data }) => data)));
  const rows = plainPages(inOrder(histories())).map((page) => {
    const actions = fixture.traces.find(({ traceId }) => traceId === page.traceId)?.actions ?? [];
    return page.links.flatMap((link) => {
      const shown = dataOfLink(link, where);
      const scores = actions.map(({ data }) => likeness(shown, data, ours).score);
      const index = best([...scores.keys()], (at) => scores[at] ?? 0);
      return index !== undefined && (scores[index] ?? 0) >= 0.9 ? [index] : [];
    });
  });
  return said(orderOf(rows), "Links matched with actions by their data");
}

/** Where no data are shown: at which end the links of a growing trace change. */
async function orderByGrowth({ fixture, runId, target, run }: ProbeContext): Promise<Found> {
  const { createAction, appendAction, workflow } = fixture;
  if (createAction === undefined || appendAction === undefined) {
    return { value: { order: "unknown" }, evidence: "No trace with several links could be written." };
  }
  const description = (key: string) => target.workflows[workflow]?.actions.find((action) => action.key === key);
  const details: OperationStep = { op: "details", face: "v2", trace: "$trace" };
  const act = (index: number): OperationStep => ({
    op: "act",
    face: "v2",
    trace: "$trace",
    workflow,
    action: appendAction,
    ...fitting(description(appendAction), actionData(runId, "order", index)),
  });
  const input = fitting(description(createAction), actionData(runId, "order", 0));
  const create: OperationStep = { op: "create", face: "v2", as: "trace", workflow, action: createAction, ...input };
  const exchanges = await run("a growing trace", [create, details, act(1), details, act(2), details]);
  const lists = exchanges.flatMap((exchange) => {
    const page = pageIn(exchange);
    return page ? [page.links] : [];
  });
  let up = 0;
  let down = 0;
  lists.slice(1).forEach((links, index) => {
    const before = lists[index] ?? [];
    if (before.length === 0 || links.length !== before.length + 1) return;
    const kept = (start: number) => before.every((link, at) => sameJson(link, links[at + start]));
    const atEnd = kept(0);
    const atStart = kept(1);
    if (atEnd && !atStart) up++;
    if (atStart && !atEnd) down++;
  });
  const by = "New links of a growing trace came at the end or at the start";
  return (
    said({ up, down }, by) ?? {
      value: { order: "unknown" },
      evidence: `${countText(lists.length, "page")} of a growing trace do not show which of the links is new.`,
    }
  );
}

/** On found traces: by members that are times. */
function orderByTime({ histories }: ProbeContext): Found {
  const rows = plainPages(inOrder(histories())).map((page) =>
    page.links.flatMap((link) => {
      const time = timeIn(link);
      return time === undefined ? [] : [time];
    }),
  );
  return (
    said(orderOf(rows), "Links of found traces sorted by their times") ??
    unknown("Nothing in the links tells their age.")
  );
}

function timeIn(link: Json): number | undefined {
  if (typeof link !== "object" || link === null) return undefined;
  const entries = Object.entries(link).filter(([key]) => /creat|time|date|at$/i.test(key));
  const times = entries.map(([, value]) => (typeof value === "string" ? Date.parse(value) : Number.NaN));
  return times.find((time) => Number.isFinite(time));
}
