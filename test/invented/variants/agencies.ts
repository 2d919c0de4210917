import { randomUUID } from "node:crypto";
import { own, parseJson } from "../../lib/service/json.ts";
import { defaultPages, indexLater } from "../habits.ts";
import { actionsOf, follow, keysOf, present, refuse } from "../process.ts";
import { onEveryAnswer, type Variants } from "../tools.ts";
import { typedMembers } from "./notations.ts";

/** Services in use that choose at several open points at once. */
export const agencies: Variants = {
  "two-systems-in-one": {
    title:
      "The ids of traces made through the legacy set are in capitals; links are listed newest first; v2 actions answer " +
      "with the number of a receipt; success has the error { code: 0, message: 'OK' }; and pages are of three and of seven links by default.",
    why: "Letters of UUIDs, link order, what the UUID of an action identifies, the type of error and the default page.",
    apply(s) {
      const { findTrace, linksOf, newTrace, record, ok } = s;
      s.record = (call, user, workflow, input, known) => {
        if (known || call.face === "v2") return record(call, user, workflow, input, known);
        const made = newTrace(workflow);
        return record(call, user, workflow, input, { ...made, id: made.id.toUpperCase() });
      };
      s.findTrace = (user, id, call) => {
        const known = s.traces.get(id.toUpperCase());
        return known?.workflow.organization === user.organization ? known : findTrace(user, id, call);
      };
      s.linksOf = (trace, call) => linksOf(trace, call).toReversed();
      s.actionAnswer = () => randomUUID();
      s.ok = (call, data) => {
        const reply = ok(call, data);
        if (call.face === "legacy") return reply;
        return { ...reply, body: JSON.stringify({ data, error: { code: 0, message: "OK", details: [] } }) };
      };
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
      const { search } = s;
      s.search = (...args) =>
        search(...args)
          .toReversed()
          .slice(0, 40);
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
      const { digest, listing, fileReply } = s;
      s.digest = (data) => digest(data).slice(0, 12);
      s.listing = (...args) =>
        listing(...args)
          .map((item) => ({ version: 3, retired: false, labels: [], ...item }))
          .map((item) => ({ item, place: Math.random() }))
          .sort((one, other) => one.place - other.place)
          .map(({ item }) => item);
      s.fileReply = (file, call) => ({
        ...fileReply(file, call),
        headers: { "Content-Type": "text/plain", "Content-Disposition": "inline", ETag: `"${file.digest}"` },
      });
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
};
