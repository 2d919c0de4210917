/** Page information that says wrongly whether more follows or came before, or leaves it out. */
import { inState } from "../../rules.ts";
import { isObject, own } from "../../../lib/service/json.ts";
import { groupsOfReader } from "../../changes/people.ts";
import { follow, listNext, people, trade, trades } from "../../process.ts";
import { followListed, isOver, tender } from "../../processes/tenders.ts";
import { aroundStep, changeResult, after, type Faults } from "../../tools.ts";

export const flags: Faults = {
  "next-page-while-steps-are-left": {
    title:
      "hasNext tells whether the process goes on: true on the last page of an open trace, false inside ended ones.",
    apply(s) {
      const running = followListed(s, tender);
      changeResult(s, "info", (info, _page, _args, trace) => ({ ...info, hasNext: !isOver(running, trace) }));
    },
  },
  // "hasNext: boolean, required", "hasPrevious: boolean, required"
  "false-is-left-out": {
    title: "The v2 page information leaves out hasNext and hasPrevious where they are false.",
    apply(s) {
      changeResult(s, "info", (told, _found, _args, _trace, call) => {
        if (call.face === "legacy") return told;
        return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== false));
      });
    },
  },
  "full-page-has-previous": {
    title:
      "With `last`, hasPrevious says whether the page is full, so also on a full page that begins at the first link.",
    apply(s) {
      changeResult(s, "info", (info, page, args) => ({
        ...info,
        ...(args.last === undefined ? {} : { hasPrevious: page.items.length === args.last || page.hasPrevious }),
      }));
    },
  },
  "empty-page-without-flags": {
    title: "The page information of a page without links is an empty object.",
    apply(s) {
      const { info } = s;
      s.info = (page, ...rest) => (page.items.length === 0 ? {} : info(page, ...rest));
    },
  },
  "walk-ends-at-eighth": {
    title: "A page asked for by `after` that ends with the eighth link of the trace says that it is the last one.",
    apply(s) {
      changeResult(s, "page", (found, links, args) => {
        const tail = found.items.at(-1);
        return args.after !== undefined && tail !== undefined && tail === links[7]
          ? { ...found, hasNext: false }
          : found;
      });
    },
  },
  "default-page-hides-more": {
    title: "The page of details asked for without bounds never says that there is more, though it ends at ten links.",
    apply(s) {
      changeResult(s, "info", (found, _page, args) =>
        Object.keys(args).length === 0 ? { ...found, hasNext: false } : found,
      );
    },
  },
  "more-to-come": {
    title: "What the legacy set calls hasNext is whether the order can go on, not whether links follow the page.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, nextActions: inState });
      listNext(s, running);
      changeResult(s, "info", (said, _page, _args, trace, call) =>
        call.face === "v2" || trace.workflow !== running.workflow
          ? said
          : { ...said, hasNext: running.next(trace).length > 0 },
      );
    },
  },
  // "hasNext boolean, required: yes; hasPrevious boolean, required: yes"
  "false-left-out": {
    title: "Members of the page information that are false are left out.",
    apply(s) {
      changeResult(s, "info", (info) =>
        Object.fromEntries(Object.entries(info).filter(([, value]) => value !== false)),
      );
    },
  },
  "flags-as-digits": {
    title: "The v2 hasNext and hasPrevious are 0 and 1, as the database keeps them.",
    apply(s) {
      changeResult(s, "info", (found, page, _args, _trace, call) => {
        if (call.face === "legacy") return found;
        return { ...found, hasNext: Number(page.hasNext), hasPrevious: Number(page.hasPrevious) };
      });
    },
  },
  "false-flags-left-out": {
    title: "The v2 page information leaves out the flags that are false, as an encoder of empty values does.",
    apply(s) {
      changeResult(s, "info", (found, _page, _args, _trace, call) => {
        if (call.face === "legacy") return found;
        return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== false));
      });
    },
  },
  // "hasNext | boolean | yes"; "hasPrevious | boolean | yes"
  "false-is-null": {
    title: "hasNext and hasPrevious are true or null.",
    apply(s) {
      changeResult(s, "info", (shown) => ({
        ...shown,
        hasNext: own(shown, "hasNext") || null,
        hasPrevious: own(shown, "hasPrevious") || null,
      }));
    },
  },
  // "Within data, `links`, `totalCount` and `info` are required."
  "no-info-when-all-fits": {
    title: "Legacy details leave info out where the page is the whole trace.",
    apply(s) {
      aroundStep(s, "ok", (ok) => (call, data) => {
        const info = isObject(data) ? own(data, "info") : undefined;
        if (call.face !== "legacy" || !isObject(data) || !isObject(info)) return ok(call, data);
        const whole = own(info, "hasNext") === false && own(info, "hasPrevious") === false;
        const { links = null, totalCount = null } = data;
        return ok(call, whole ? { links, totalCount } : data);
      });
    },
  },
  // "hasNext: boolean", "hasPrevious: boolean"
  "flags-in-words": {
    title: 'The legacy page information has the texts "true" and "false".',
    apply(s) {
      changeResult(s, "info", (told, _found, _args, _trace, call) => {
        if (call.face === "v2") return told;
        return { ...told, hasNext: String(told["hasNext"]), hasPrevious: String(told["hasPrevious"]) };
      });
    },
  },
  // "hasNext": whether there is a next link
  "full-page-has-next": {
    title: "With `first`, hasNext says whether the page is full, so also on a full page that ends at the last link.",
    apply(s) {
      changeResult(s, "info", (info, found, args) => ({
        ...info,
        ...(args.first === undefined ? {} : { hasNext: found.items.length === args.first || found.hasNext }),
      }));
    },
  },
  "more-pages-of-what-others-did": {
    title:
      "A reader sees the links of the own groups alone, and hasNext still counts those of others: nothing follows.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, people });
      listNext(s, running);
      const groupOf = (key: string) => trades.find((one) => one.key === key)?.groupLabel ?? "";
      changeResult(s, "linksOf", (links, _trace, call) =>
        links.filter(({ actionKey }) => groupsOfReader(running, call).includes(groupOf(actionKey))),
      );
      aroundStep(s, "info", (info) => (page, args, trace, call) => {
        const last = page.items.at(-1);
        return { ...info(page, args, trace, call), hasNext: last ? last !== trace.links.at(-1) : page.hasNext };
      });
    },
  },
  "full-from-the-end": {
    title: "A page from the end that is as long as was asked for says that links come before it, also where none do.",
    apply(s) {
      changeResult(s, "page", (cut, _links, args) => ({
        ...cut,
        hasPrevious: cut.hasPrevious || (args.last !== undefined && cut.items.length === args.last),
      }));
    },
  },
  "omitted-when-false": {
    title: "In v2 page information `hasNext` and `hasPrevious` are left out where they are false.",
    apply(s) {
      after(s, "info", (said, _cut, _args, _trace, call) => {
        if (call.face === "v2") for (const key of Object.keys(said)) if (own(said, key) === false) delete said[key];
      });
    },
  },
  // "hasNext: boolean", beside "`first`: the number of links to retrieve from the start"
  "cap-says-the-end": {
    title: "A page has twelve links at most; where `first` asks for more, it says that it is the last one.",
    apply(s) {
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        if (args.first === undefined || args.first <= 12) return page(links, args, trace, call);
        const found = page(links, { ...args, first: 12 }, trace, call);
        return { ...found, hasNext: false };
      });
    },
  },
};
