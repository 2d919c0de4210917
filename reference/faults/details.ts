import type { Json } from "../core/json.ts";
import type { LinkRecord, TraceRecord } from "../core/records.ts";
import { badRequest } from "../core/refusal.ts";
import { members, onWritten, rewriteReply } from "../hooks/rewrite.ts";
import { jsonReply } from "../http/answer.ts";
import type { FaultEntries, FaultEntry } from "./fault.ts";
import { fault, faultMaker } from "./fault.ts";
import { counter } from "./support/counting.ts";
import { objects } from "./support/json-changes.ts";
import { inPage, inPageAnswer, inRequest } from "./support/paging.ts";
import { inFoundLinks, inLinkCount, inLinks } from "./support/places.ts";
import { acceptRefused } from "./support/refused.ts";

const page = faultMaker(inPageAnswer);
const legacyPage = faultMaker(inPageAnswer, { face: "legacy" });
const v2Page = faultMaker(inPageAnswer, { face: "v2" });

/** Refuses pages by how many links are asked for from the start. */
const sizesRefused = (title: string, isRefused: (size: number) => boolean, scope: { face?: "v2" } = {}): FaultEntry =>
  fault(title, ["DETAILS-04", "REFUSE-03", "DETAILS-05"], (hooks) =>
    inRequest(
      hooks,
      (request) => {
        if (request.first !== undefined && isRefused(request.first)) throw badRequest("page-arguments", "no", "first");
        return request;
      },
      scope,
    ),
  );

/** Faults in the details of a trace: the links and what stands beside them. */
export const details: FaultEntries<"details"> = {
  "details/every-second-read-is-reversed": fault(
    "Every second read of a trace's details gives the links in reverse.",
    ["DETAILS-09", "DETAILS-08"],
    (hooks) => {
      const count = counter();
      inFoundLinks(hooks, (links, { traceId }) => (count(traceId) % 2 === 0 ? links.toReversed() : links));
    },
  ),
  "details/has-next-is-null-on-the-last-page": page(
    "The last page says null for `hasNext`.",
    ["DETAILS-03", "DETAILS-01", "DETAILS-02"],
    (page, info) => ({ ...page, info: { ...info, hasNext: info["hasNext"] === true ? true : null } }),
  ),
  "details/later-links-show-the-state": fault(
    "Links after the first show the state of the trace in place of the data of their action.",
    "DETAILS-07",
    (hooks) =>
      inFoundLinks(hooks, (links, trace) =>
        links.map((link) => (link.position === 1 ? link : { ...link, data: trace.data })),
      ),
  ),
  "details/legacy-first-page-lacks-has-previous": legacyPage(
    "The legacy details leave out `hasPrevious` where it would be false.",
    ["DETAILS-03", "DETAILS-02"],
    (page, { hasPrevious, ...info }) => (hasPrevious === true ? page : { ...page, info }),
  ),
  "details/legacy-links-by-number": legacyPage(
    "The legacy details give the links as an object, by their number.",
    "DETAILS-02",
    (page) => ({ ...page, links: { ...(page["links"] as Json[]) } }),
  ),
  "details/legacy-newest-links-change-places": fault(
    "On a legacy page of three links or more the last two change places.",
    ["DETAILS-08", "EQUIV-02"],
    (hooks) => {
      const changed = (links: LinkRecord[]): LinkRecord[] =>
        links.length < 3 ? links : [...links.slice(0, -2), ...links.slice(-2).reverse()];
      inFoundLinks(hooks, changed, { face: "legacy" });
    },
  ),
  "details/legacy-refuses-traces-without-files": fault(
    "The legacy details refuse a trace to which no file is attached.",
    ["DETAILS-05", "REFUSE-03"],
    (hooks) =>
      rewriteReply(hooks, { face: "legacy", kind: "details" }, (reply) => {
        const list = reply.body.kind === "json" ? members(reply.body.value)["links"] : undefined;
        const links = Array.isArray(list) ? list : [];
        const bare = links.length > 0 && links.every((link) => JSON.stringify(members(link)["files"]) === "[]");
        return bare ? jsonReply(400, { message: "the trace has no register of files" }) : reply;
      }),
  ),
  "details/legacy-single-page-has-no-info": legacyPage(
    "The legacy details leave out `info` when all links are on one page.",
    ["DETAILS-02", "DETAILS-03"],
    ({ info, ...rest }, { hasNext, hasPrevious }) =>
      hasNext === false && hasPrevious === false ? rest : { ...rest, info },
  ),
  "details/legacy-total-count-is-that-of-the-last-read": fault(
    "The legacy `totalCount` is the one that was true at the read before.",
    ["DETAILS-06", "EQUIV-02"],
    (hooks) => {
      const counts = new Map<string, number>();
      const count = (_links: unknown, { traceId, linkCount }: TraceRecord): number => {
        const before = counts.get(traceId) ?? linkCount;
        counts.set(traceId, linkCount);
        return before;
      };
      inLinkCount(hooks, count, { face: "legacy" });
    },
  ),
  "details/link-of-another-trace-slips-in": fault(
    "A page of three links or more ends with the first link of the trace that was created before.",
    ["DETAILS-11", "DETAILS-06"],
    (hooks) => {
      const neighbours = new Map<string, LinkRecord>();
      let newest: LinkRecord | undefined;
      onWritten(
        hooks,
        ({ link }) => {
          if (newest !== undefined) neighbours.set(link.traceId, newest);
          newest = link;
        },
        { kind: "create" },
      );
      inFoundLinks(hooks, (links, { traceId }) => {
        const neighbour = neighbours.get(traceId);
        return neighbour === undefined || links.length < 3 ? links : links.toSpliced(-1, 1, neighbour);
      });
    },
  ),
  "details/links-lose-nested-objects": fault(
    "Links show objects inside the data as empty ones.",
    ["DETAILS-07", "DATA-05"],
    (hooks) => {
      const emptied = objects(() => ({}));
      inLinks(hooks, (data) => emptied(data));
    },
  ),
  "details/links-with-files-come-first": fault(
    "On every page the links with files come first.",
    "DETAILS-08",
    (hooks) =>
      inFoundLinks(hooks, (links) => links.toSorted((a, b) => Math.sign(b.files.length) - Math.sign(a.files.length))),
  ),
  "details/second-read-lacks-the-newest-link": fault(
    "Every second read of a trace's details lacks the last link of the page.",
    ["DETAILS-09", "ACT-05"],
    (hooks) => {
      const count = counter();
      inFoundLinks(hooks, (links, { traceId }) => (count(traceId) % 2 === 0 ? links.slice(0, -1) : links));
    },
  ),
  "details/total-count-counts-files-too": fault(
    "`totalCount` counts the files of the links on the page beside the links.",
    "DETAILS-06",
    (hooks) =>
      inLinkCount(hooks, (links, { linkCount }) => links.reduce((sum, { files }) => sum + files.length, linkCount)),
  ),
  "details/total-count-stops-at-five": fault(
    "`totalCount` never goes beyond five.",
    ["DETAILS-06", "PAGE-09"],
    (hooks) => inPage(hooks, (page) => ({ ...page, totalCount: Math.min(page.totalCount, 5) })),
  ),
  "details/unknown-trace-has-no-links": fault(
    "The details of an unknown trace are an empty page.",
    "DETAILS-10",
    (hooks) => {
      const page = { links: [], totalCount: 0, info: { hasNext: false, hasPrevious: false } };
      acceptRefused(hooks, { code: "unknown-trace", kind: "details" }, page);
    },
  ),
  "details/v2-empty-page-has-no-list": v2Page(
    "On a page without links the v2 details write null for `links`.",
    "DETAILS-01",
    (page) => ({ ...page, links: JSON.stringify(page["links"]) === "[]" ? null : page["links"] }),
  ),
  "details/v2-has-next-is-a-text": v2Page(
    "The v2 details write `hasNext` as a text.",
    ["DETAILS-03", "DETAILS-01"],
    (page, info) => ({ ...page, info: { ...info, hasNext: String(info["hasNext"]) } }),
  ),
  "details/v2-reads-arguments-beside-data": fault(
    "The v2 details look for the page arguments beside `data` and ignore those inside.",
    ["DETAILS-04", "PAGE-01", "PAGE-02", "EQUIV-09"],
    (hooks) => inRequest(hooks, () => ({}), { face: "v2" }),
  ),
  "details/v2-refuses-the-error-member": fault(
    "The v2 details refuse the request member `error`, which they must have.",
    ["DETAILS-04", "REFUSE-03"],
    (hooks) =>
      rewriteReply(hooks, { face: "v2", kind: "details" }, (reply, call) => {
        const refused = Object.hasOwn(members(call.body), "error");
        return refused ? jsonReply(400, { error: "unexpected member `error`", data: null }) : reply;
      }),
  ),
  "details/refuses-a-page-of-three": sizesRefused("A page of three links is refused.", (size) => size === 3),
  "details/refuses-every-first-of-v2": sizesRefused("The v2 details refuse `first`, however small.", () => true, {
    face: "v2",
  }),
  "details/v2-total-count-is-a-text": v2Page("The v2 details write `totalCount` as a text.", "DETAILS-01", (page) => ({
    ...page,
    totalCount: String(page["totalCount"]),
  })),
};
