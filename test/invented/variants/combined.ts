import type { Service } from "../service.ts";
import type { Variants } from "../tools.ts";
import { access } from "./access.ts";
import { answers } from "./answers.ts";
import { details } from "./details.ts";
import { files } from "./files.ts";
import { limits } from "./limits.ts";
import { search } from "./search.ts";
import { state } from "./state.ts";

const single: Variants = { ...access, ...answers, ...details, ...files, ...limits, ...search, ...state };

/** The choices of several variants one upon the other. */
const all =
  (...names: string[]) =>
  (service: Service): void => {
    for (const name of names) {
      const part = single[name];
      if (!part) throw new Error(`no variant is called ${name}`);
      part.apply(service);
    }
  };

const open = "Each choice is open by itself";

export const combined: Variants = {
  "data-nowhere": {
    title:
      "The data come back nowhere whole: the state is computed, links have previews, and tokens live for three seconds.",
    why: `${open}, and no sentence says where data are read; a register of confidential cases is built so.`,
    apply: all("computed-state", "links-with-previews", "short-tokens"),
  },
  "audit-file": {
    title:
      "The state tells the past of each member, cursors are numbers and pages hold 25 links, digests are another for " +
      "every upload, and refusals are problem details.",
    why: `${open}; who answers to auditors numbers everything and explains every refusal.`,
    apply: all("state-with-past", "numbers-as-cursors", "digest-per-upload", "problem-details"),
  },
  "busy-index": {
    title:
      "Search is refreshed every 1.2 seconds, twelve requests are answered at once and others with 503, and error is " +
      "a list.",
    why: `${open}; a search engine beside a small server of applications behaves so.`,
    apply: all("errors-as-list", "search-index-refreshed", "twelve-at-once"),
  },
  "behind-a-gateway": {
    title:
      "JSON is escaped, then compressed, one answer a connection; refusals are pages in HTML or plain text, compressed too.",
    why: `${open}; the gateway in front of an older framework adds its manners to those of the service.`,
    apply: all("html-refusals", "escaped-json", "compressed"),
  },
  "sealed-archive": {
    title:
      "Digests are another in every trace, archives have the records of Zip64, files are few and small, and cursors " +
      "are sealed.",
    why: `${open}; such a service lets nothing be compared across traces.`,
    apply: all("digests-per-trace", "zip64-archive", "small-files-only", "sealed-cursors"),
  },
  "metered-by-session": {
    title:
      "Thirty requests a second with one token, three tokens a user, whose end is 403, and a search by paths that is " +
      "300 ms behind.",
    why: `${open}; a service sold by the request counts sessions and asks for exact paths.`,
    apply: all("three-sessions", "search-by-paths", "thirty-a-second"),
  },
  "latest-first": {
    title:
      "Links come newest first, a page without size is the last three of these, thus the oldest links of the trace, " +
      "and a page names its cursors only to go on.",
    why: `${open}; each of the three was decided by another team.`,
    apply: all("newest-first-patch", "cursors-only-to-go-on", "latest-page-by-default"),
  },
  "forms-by-action": {
    title:
      "The state has the forms by action, links their data as text under ULIDs, the action answers with a receipt, the " +
      "zip is foldered, the v2 search takes names alone, and what no form could show is refused.",
    why: `${open}; a builder of forms keeps each form apart.`,
    apply: all("state-by-action", "links-with-data-text", "foldered-archive", "search-by-name-only", "forms-only"),
  },
};
