/** Links in an order that is not kept. */
import type { PageArgs } from "../../../lib/service/domain.ts";
import type { Link } from "../../service.ts";
import { aroundStep, changeResult, after, type Faults, onRecord } from "../../tools.ts";

export const order: Faults = {
  "last-newest-first": {
    title: "With `last`, the links of the page come in the reverse of the order that `first` gives.",
    apply(s) {
      const { info } = s;
      const turned = new WeakSet<object>();
      changeResult(s, "page", (found, _links, args) => {
        if (args.last === undefined || args.first !== undefined) return found;
        const reversed = { ...found, items: found.items.toReversed() };
        turned.add(reversed);
        return reversed;
      });
      s.info = (found, args, trace, call) =>
        info(turned.has(found) ? { ...found, items: found.items.toReversed() } : found, args, trace, call);
    },
  },
  "ties-in-any-order": {
    title: "Links appended within one second come in one order on the first page and in another on the next ones.",
    apply(s) {
      const seconds = new WeakMap<Link, number>();
      const secondOf = (link: Link) => seconds.get(link) ?? 0;
      after(s, "record", (result) => {
        seconds.set(result.link, Math.floor(Date.now() / 1000));
      });
      aroundStep(s, "page", (page) => (links, args: PageArgs, trace, call) => {
        if (args.after === undefined) return page(links, args, trace, call);
        return page(
          links.toReversed().sort((a, b) => secondOf(a) - secondOf(b)),
          args,
          trace,
          call,
        );
      });
    },
  },
  "links-sorted-as-text": {
    title: "Links are numbered and sorted by the text of the number: the tenth one comes behind the first.",
    apply(s) {
      changeResult(s, "linksOf", (links) =>
        links
          .map((item, index) => ({ item, number: String(index + 1) }))
          .sort((a, b) => (a.number < b.number ? -1 : 1))
          .map(({ item }) => item),
      );
    },
  },
  // the same sentence: one list has one start and one end
  "ties-turned-around": {
    title: "Links are sorted by the second, downwards from the end: what came in one second has another order there.",
    apply(s) {
      const { page } = s;
      const seconds = new WeakMap<Link, number>();
      onRecord(s, (link) => seconds.set(link, Math.floor(Date.now() / 1000)));
      s.page = (links, args, trace, call) => {
        if (args.last === undefined || args.first !== undefined) return page(links, args, trace, call);
        const downwards = [...links].sort((a, b) => (seconds.get(b) ?? 0) - (seconds.get(a) ?? 0));
        return page(downwards.reverse(), args, trace, call);
      };
    },
  },
  // "retrieve from the start or the end": each trace has one start and one end
  "turned-around-in-place": {
    title: "To give the last links, the legacy details turn the stored list around, and leave it so.",
    apply(s) {
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        const alone = args.last !== undefined && Object.keys(args).length === 1;
        const found = page(links, args, trace, call);
        if (call.face === "legacy" && alone) trace.links.reverse();
        return found;
      });
    },
  },
  "numbered-as-text": {
    title: "Links are put in order by their number, read as text: the tenth and eleventh stand after the first.",
    apply(s) {
      changeResult(s, "linksOf", (links) =>
        links
          .map((link, at) => [String(at + 1), link] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([, link]) => link),
      );
    },
  },
  "turned-and-left-so": {
    title: "To take the last links it turns their list around; where that is all of them it forgets to turn it back.",
    apply(s) {
      after(s, "page", (_part, links, args) => {
        if (args.last !== undefined && args.first === undefined && args.last >= links.length) links.reverse();
      });
    },
  },
};
