import type { Call } from "../../lib/service/http.ts";
import { type Faults } from "../tools.ts";

/** Which links come, in which order, and what is said of them. */
export const pages: Faults = {
  // "`totalCount`: integer", required beside the page information: the links of the trace, not of the page
  "total-of-the-page": {
    title: "The legacy totalCount is the number of links on the page.",
    apply(s) {
      const { page, total } = s;
      const sizes = new WeakMap<Call, number>();
      s.page = (links, args, trace, call) => {
        const found = page(links, args, trace, call);
        sizes.set(call, found.items.length);
        return found;
      };
      s.total = (trace, call) => (call.face === "v2" ? total(trace, call) : (sizes.get(call) ?? 0));
    },
  },
  // "`first` and `last` are the numbers of links to retrieve from the start or the end"
  "last-is-first": {
    title: "v2 takes `last`, given alone, for `first`.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const alone = args.last !== undefined && Object.keys(args).length === 1;
        return page(links, call.face === "v2" && alone ? { first: args.last ?? 0 } : args, trace, call);
      };
    },
  },
  // "hasNext: boolean", "hasPrevious: boolean"
  "flags-in-words": {
    title: 'The legacy page information has the texts "true" and "false".',
    apply(s) {
      const { info } = s;
      s.info = (found, args, trace, call) => {
        const told = info(found, args, trace, call);
        if (call.face === "v2") return told;
        return { ...told, hasNext: String(told["hasNext"]), hasPrevious: String(told["hasPrevious"]) };
      };
    },
  },
  // "startCursor: string, not required": absent or a string
  "cursors-are-null": {
    title: "The cursors of a v2 page without links are null.",
    choice: "Both cursors are not required, and null says what an absent member says: there is none.",
    apply(s) {
      const { info } = s;
      s.info = (found, args, trace, call) => {
        const none = call.face === "v2" && found.items.length === 0;
        return { ...info(found, args, trace, call), ...(none ? { startCursor: null, endCursor: null } : {}) };
      };
    },
  },
  // "hasNext": whether there is a next link
  "full-page-has-next": {
    title: "With `first`, hasNext says whether the page is full, so also on a full page that ends at the last link.",
    apply(s) {
      const { info } = s;
      s.info = (found, args, trace, call) => ({
        ...info(found, args, trace, call),
        ...(args.first === undefined ? {} : { hasNext: found.items.length === args.first || found.hasNext }),
      });
    },
  },
  // "`last`: the number of links to retrieve from the end"
  "start-below-zero": {
    title:
      "The last links are cut off at length less `last`: below zero that counts from the end, and links are missing.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const alone = args.last !== undefined && Object.keys(args).length === 1;
        if (!alone || (args.last ?? 0) <= links.length) return page(links, args, trace, call);
        return { items: links.slice(links.length - (args.last ?? 0)), hasNext: false, hasPrevious: false };
      };
    },
  },
  // "retrieve from the start or the end": each trace has one start and one end
  "turned-around-in-place": {
    title: "To give the last links, the legacy details turn the stored list around, and leave it so.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const alone = args.last !== undefined && Object.keys(args).length === 1;
        const found = page(links, args, trace, call);
        if (call.face === "legacy" && alone) trace.links.reverse();
        return found;
      };
    },
  },
};
