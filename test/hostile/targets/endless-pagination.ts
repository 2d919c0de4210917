import type { HostileTarget } from "../lib/hostile-target.ts";
import { jsonReply, faultyIn, startProxy, type Reply } from "../lib/proxy.ts";

interface Info {
  startCursor?: string | null;
  endCursor?: string | null;
}
interface Page {
  links?: unknown[];
  info?: Info;
}

/** What marks a cursor as one of this target's own. */
const seam = "~endless-";

export const endlessPagination: HostileTarget = {
  id: "endless-pagination",
  behaviour: "Every page says that others follow and precede, under cursors never seen before, also the empty ones.",
  start(honestUrl) {
    let count = 0;
    const fresh = (cursor: string | null | undefined): string => `${cursor ?? ""}${seam}${String(++count)}`;
    return startProxy(
      honestUrl,
      faultyIn(["v2TraceDetails", "legacyTraceDetails"], async (request, { send, honest }) => {
        const body = Buffer.from(request.body.toString().replace(/~endless-\d+/g, ""));
        const reply = await honest(body);
        const page = reply.status === 200 ? pageOf(reply) : undefined;
        if (!page?.info) return send(reply);
        const { startCursor, endCursor } = page.info;
        const asked = /"(?:after|before)":"([^"]*)"/.exec(body.toString())?.[1];
        Object.assign(page.info, {
          hasNext: true,
          hasPrevious: true,
          startCursor: fresh(startCursor ?? asked),
          endCursor: fresh(endCursor ?? asked),
        });
        send(jsonReply(documents.get(page) ?? page));
      }),
    );
  },
  verdict: "non-conformant",
  findings: ["PAGE-07", "PAGE-08"],
  // A walk that never comes to its end.
  alsoAllowed: ["PAGE-05", "PAGE-06", "PAGE-11"],
};

/** The whole document of a page, where that has an envelope. */
const documents = new WeakMap<Page, object>();

function pageOf(reply: Reply): Page {
  const document = JSON.parse(reply.body.toString()) as Page & { data?: Page };
  const page = document.data ?? document;
  documents.set(page, document);
  return page;
}
