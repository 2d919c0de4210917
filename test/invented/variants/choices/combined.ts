/** Services that settle many open points in unusual ways at once. */
import type { Service } from "../../service.ts";
import { randomBytes, randomUUID } from "node:crypto";
import { own, parseJson } from "../../../lib/service/json.ts";
import { sealLinks } from "../../changes/links.ts";
import { typedMembers } from "../../changes/states.ts";
import { defaultPages, indexLater } from "../../habits.ts";
import { actionsOf, follow, keysOf, present, refuse } from "../../process.ts";
import { changeResult, beforehand, onEveryAnswer, type Variant, type Variants } from "../../tools.ts";
import { archives } from "./archives.ts";
import { computedStates } from "./computed-states.ts";
import { cursors } from "./cursors.ts";
import { digests } from "./digests.ts";
import { limits } from "./limits.ts";
import { links } from "./links.ts";
import { pages } from "./pages.ts";
import { refusals } from "./refusals.ts";
import { search } from "./search.ts";
import { states } from "./states.ts";
import { tokens } from "./tokens.ts";
import { transport } from "./transport.ts";

/** The choices of several variants one upon the other. */
const all =
  (...parts: (Variant | undefined)[]) =>
  (service: Service): void => {
    for (const part of parts) {
      if (!part) throw new Error("a part of a combined variant is gone");
      part.apply(service);
    }
  };

const open = "Each choice is open by itself";

export const combined: Variants = {
  "data-nowhere": {
    title:
      "The data come back nowhere whole: the state is computed, links have previews, and tokens live for three seconds.",
    why: `${open}, and no sentence says where data are read; a register of confidential cases is built so.`,
    apply: all(computedStates["computed-state"], links["links-with-previews"], tokens["short-tokens"]),
  },
  "audit-file": {
    title:
      "The state tells the past of each member, cursors are numbers and pages hold 25 links, digests are another for " +
      "every upload, and refusals are problem details.",
    why: `${open}; who answers to auditors numbers everything and explains every refusal.`,
    apply: all(
      states["state-with-past"],
      cursors["numbers-as-cursors"],
      digests["digest-per-upload"],
      refusals["problem-details"],
    ),
  },
  "busy-index": {
    title:
      "Search is refreshed every 1.2 seconds, twelve requests are answered at once and others with 503, and error is " +
      "a list.",
    why: `${open}; a search engine beside a small server of applications behaves so.`,
    apply: all(refusals["errors-as-list"], search["search-index-refreshed"], limits["twelve-at-once"]),
  },
  "behind-a-gateway": {
    title:
      "JSON is escaped, then compressed, one answer a connection; refusals are pages in HTML or plain text, compressed too.",
    why: `${open}; the gateway in front of an older framework adds its manners to those of the service.`,
    apply: all(refusals["html-refusals"], transport["escaped-json"], transport["compressed"]),
  },
  "sealed-archive": {
    title:
      "Digests are another in every trace, archives have the records of Zip64, files are few and small, and cursors " +
      "are sealed.",
    why: `${open}; such a service lets nothing be compared across traces.`,
    apply: all(
      digests["digests-per-trace"],
      archives["zip64-archive"],
      limits["small-files-only"],
      cursors["cursors-sealed-for-a-trace"],
    ),
  },
  "metered-by-session": {
    title:
      "Thirty requests a second with one token, three tokens a user, whose end is 403, and a search by paths that is " +
      "300 ms behind.",
    why: `${open}; a service sold by the request counts sessions and asks for exact paths.`,
    apply: all(tokens["three-sessions"], search["search-by-paths"], limits["thirty-a-second"]),
  },
  "latest-first": {
    title:
      "Links come newest first, a page without size is the last three of these, thus the oldest links of the trace, " +
      "and a page names its cursors only to go on.",
    why: `${open}; each of the three was decided by another team.`,
    apply: all(pages["newest-first-patch"], cursors["cursors-only-to-go-on"], pages["latest-page-by-default"]),
  },
  "forms-by-action": {
    title:
      "The state has the forms by action, links their data as text under ULIDs, the action answers with a receipt, the " +
      "zip is foldered, the v2 search takes names alone, and what no form could show is refused.",
    why: `${open}; a builder of forms keeps each form apart.`,
    apply: all(
      states["state-by-action"],
      links["links-with-data-text"],
      archives["foldered-archive"],
      search["search-by-name-only"],
      limits["forms-only"],
    ),
  },
  "two-systems-in-one": {
    title:
      "The ids of traces made through the legacy set are in capitals; links are listed newest first; v2 actions answer " +
      "with the number of a receipt; success has the error { code: 0, message: 'OK' }; and pages are of three and of seven links by default.",
    why: "Letters of UUIDs, link order, what the UUID of an action identifies, the type of error and the default page.",
    apply(s) {
      const { findTrace, newTrace, record } = s;
      s.record = (call, user, workflow, input, known) => {
        if (known || call.face === "v2") return record(call, user, workflow, input, known);
        const made = newTrace(workflow);
        return record(call, user, workflow, input, { ...made, id: made.id.toUpperCase() });
      };
      s.findTrace = (user, id, call) => {
        const known = s.traces.get(id.toUpperCase());
        return known?.workflow.organization === user.organization ? known : findTrace(user, id, call);
      };
      changeResult(s, "linksOf", (links) => links.toReversed());
      s.actionAnswer = () => randomUUID();
      changeResult(s, "ok", (reply, call, data) => {
        if (call.face === "legacy") return reply;
        return { ...reply, body: JSON.stringify({ data, error: { code: 0, message: "OK", details: [] } }) };
      });
      defaultPages(s, 3, 7);
    },
  },
  "reading-room": {
    title:
      "Values of state and links have their types beside them; a page has three links at most, and no cursors where " +
      "it is the whole trace; searches find the newest forty, oldest last, a second after the action.",
    why: "Keys and values of the state, page size bounds, cursors (not required), and limits of a search.",
    apply(s) {
      present(s, (state) => typedMembers(state));
      s.linkView = (link) => ({ item: typedMembers({ ...link }) });
      const { page, info } = s;
      const capped = (size: number | undefined): number | undefined => (size === undefined ? size : Math.min(size, 3));
      s.page = (links, args, trace, call) => {
        const { first, last, ...bounds } = args;
        const [most, least] = [capped(first ?? (last === undefined ? 3 : undefined)), capped(last)];
        const sizes = {
          ...(most === undefined ? {} : { first: most }),
          ...(least === undefined ? {} : { last: least }),
        };
        return page(links, { ...bounds, ...sizes }, trace, call);
      };
      s.info = (cut, args, trace, call) =>
        cut.hasNext || cut.hasPrevious ? info(cut, args, trace, call) : { hasNext: false, hasPrevious: false };
      indexLater(s, 1000);
      changeResult(s, "search", (found) => found.toReversed().slice(0, 40));
    },
  },
  "customs-house": {
    title:
      "A declaration is inspected twice at most and released once, and then nothing follows; every field of the form " +
      "is required; a link holds its content as base64; archive entries are named by digests; refusals are 409.",
    why: "What may follow is the workflow's own; required fields, fields of a link, names and statuses are not shown.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("declare of traders", "inspect of customs", "release of customs", "note of traders"),
        next: (done) =>
          done.includes("release")
            ? []
            : [...(done.filter((key) => key === "inspect").length < 2 ? ["inspect"] : []), "note", "release"],
      });
      present(s, (data, trace) => ({
        phase: keysOf(trace).includes("release") ? "released" : "held",
        nextActions: running.byGroup(trace),
        data,
      }));
      const { checkAction, zipEntries } = s;
      s.checkAction = (user, input, known, call) => {
        const { data, actionKey, workflowId, groupLabel } = input;
        refuse([data, actionKey, workflowId, groupLabel].includes(undefined), "a field is missing");
        return checkAction(user, input, known, call);
      };
      s.linkView = ({ files, ...link }) => ({
        node: { payload: Buffer.from(JSON.stringify(link)).toString("base64"), exhibits: files },
      });
      s.zipEntries = (trace, digests, call) => {
        const unique = [...new Set(digests)];
        return zipEntries(trace, unique, call).map(({ data }, at) => ({ name: unique[at] ?? "", data }));
      };
      Object.assign(s.statuses, { invalid: 409, missing: 409, foreign: 409 });
    },
  },
  "notice-board": {
    title:
      "JSON is indented and ends with line breaks, every connection ends with its answer, headers tell of cookies and " +
      "of the end of the service, digests have twelve letters, downloads are shown as text, and the list of workflows " +
      "has more members and another order every time.",
    why: "Headers of answers and downloads, digests, and the order of workflows are not shown.",
    apply(s) {
      changeResult(s, "digest", (digest) => digest.slice(0, 12));
      changeResult(s, "listing", (listed) =>
        listed
          .map((item) => ({ version: 3, retired: false, labels: [], ...item }))
          .map((item) => ({ item, place: Math.random() }))
          .sort((one, other) => one.place - other.place)
          .map(({ item }) => item),
      );
      changeResult(s, "fileReply", (reply, file) => ({
        ...reply,
        headers: { "Content-Type": "text/plain", "Content-Disposition": "inline", ETag: `"${file.digest}"` },
      }));
      onEveryAnswer(s, (reply) => {
        const isJson = typeof reply.body === "string" || /json/.test(String(own({ ...reply.headers }, "Content-Type")));
        return {
          ...reply,
          ...(isJson ? { body: `${JSON.stringify(parseJson(String(reply.body)), null, 4)}\r\n\r\n` } : {}),
          headers: {
            ...reply.headers,
            Connection: "close",
            Deprecation: "@1767225600",
            Sunset: "Fri, 01 Jan 2038 00:00:00 GMT",
            "Set-Cookie": "visited=1; Path=/; SameSite=Lax",
          },
        };
      });
    },
  },
  "insured-parcels": {
    title:
      "Links are encrypted anew at every reading, digests are random and stand in the state alone, searches take " +
      "texts only, first and last together are refused, and everything that is refused was not found (404).",
    why: "Fields of a link, keys of the state, rules for combining first and last, and error statuses are not shown.",
    apply(s) {
      sealLinks(s);
      const digests = new WeakMap<Buffer, string>();
      s.digest = (data) => {
        const known = digests.get(data) ?? randomBytes(15).toString("hex");
        digests.set(data, known);
        return known;
      };
      present(s, (state, trace) => ({
        parcel: state,
        insured: Object.fromEntries(
          [...trace.files.values()].map(({ digest, name }, at) => [`${String(at)} ${name}`, digest]),
        ),
      }));
      Object.assign(s.statuses, { invalid: 404, missing: 404, foreign: 404 });
      beforehand(s, "search", (_workflow, filters) => {
        refuse(
          Object.keys(filters).some((key) => typeof own(filters, key) !== "string"),
          "filters are texts",
        );
      });
      beforehand(s, "page", (_links, args) => {
        refuse(args.first !== undefined && args.last !== undefined, "first and last exclude each other");
      });
    },
  },
};
