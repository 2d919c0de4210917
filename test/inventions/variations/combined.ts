import type { Service } from "../service.ts";
import type { Variation } from "../tools.ts";
import { archives } from "./archives.ts";
import { content } from "./content.ts";
import { digests } from "./digests.ts";
import { limits } from "./limits.ts";
import { links } from "./links.ts";
import { manners } from "./manners.ts";
import { pages } from "./pages.ts";
import { refusals } from "./refusals.ts";
import { searches } from "./searches.ts";
import { states } from "./states.ts";
import { tokens } from "./tokens.ts";
import { transport } from "./transport.ts";

const single = [
  ...[content, manners, digests, states, links, pages],
  ...[archives, searches, transport, limits, tokens, refusals],
].flat();

/** The choices of several variations one upon the other. */
const all =
  (...ids: string[]) =>
  (service: Service): void => {
    for (const id of ids) {
      const part = single.find((one) => one.id === id);
      if (!part) throw new Error(`no variation is called ${id}`);
      part.apply(service);
    }
  };

const open = "Each choice is open by itself";

export const combined: Variation[] = [
  {
    id: "data-nowhere",
    choice:
      "The data come back nowhere whole: the state is computed, links have previews, and tokens live for three seconds.",
    why: `${open}, and no sentence says where data are read; a register of confidential cases is built so.`,
    apply: all("computed-state", "links-with-previews", "short-tokens"),
  },
  {
    id: "audit-file",
    choice:
      "The state tells the past of each member, cursors are numbers and pages hold 25 links, digests are another for " +
      "every upload, and refusals are problem details.",
    why: `${open}; who answers to auditors numbers everything and explains every refusal.`,
    apply: all("state-with-past", "numbers-as-cursors", "digest-per-upload", "problem-details"),
  },
  {
    id: "busy-index",
    choice:
      "Search is refreshed every 1.2 seconds, twelve requests are answered at once and others with 503, and error is " +
      "a list.",
    why: `${open}; a search engine beside a small server of applications behaves so.`,
    apply: all("errors-as-list", "search-index-refreshed", "twelve-at-once"),
  },
  {
    id: "behind-a-gateway",
    choice:
      "JSON is escaped, then compressed, one answer a connection; refusals are pages in HTML or plain text, compressed too.",
    why: `${open}; the gateway in front of an older framework adds its manners to those of the service.`,
    apply: all("html-refusals", "escaped-json", "compressed"),
  },
  {
    id: "sealed-archive",
    choice:
      "Digests are another in every trace, archives have the records of Zip64, files are few and small, and cursors " +
      "are sealed.",
    why: `${open}; such a service lets nothing be compared across traces.`,
    apply: all("digests-per-trace", "zip64-archive", "small-files-only", "sealed-cursors"),
  },
  {
    id: "metered-by-session",
    choice:
      "Thirty requests a second with one token, three tokens a user, whose end is 403, and a search by paths that is " +
      "300 ms behind.",
    why: `${open}; a service sold by the request counts sessions and asks for exact paths.`,
    apply: all("three-sessions", "search-by-paths", "thirty-a-second"),
  },
  {
    id: "latest-first",
    choice:
      "Links come newest first, a page without size is the last three of these, thus the oldest links of the trace, " +
      "and a page names its cursors only to go on.",
    why: `${open}; each of the three was decided by another team.`,
    apply: all("newest-first-patch", "cursors-only-to-go-on", "latest-page-by-default"),
  },
  {
    id: "forms-by-action",
    choice:
      "The state has the forms by action, links their data as text under ULIDs, the action answers with a receipt, the " +
      "zip is foldered, the v2 search takes names alone, and what no form could show is refused.",
    why: `${open}; a builder of forms keeps each form apart.`,
    apply: all("state-by-action", "links-with-data-text", "foldered-archive", "search-by-name-only", "forms-only"),
  },
];
