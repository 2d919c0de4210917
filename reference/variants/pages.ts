import type { Call } from "../core/call.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { getOwn, isJsonObject } from "../core/json.ts";
import type { PageRequest } from "../core/records.ts";
import { badRequest } from "../core/refusal.ts";
import { parseJsonObject } from "../faces/read-json.ts";
import { changeResult } from "../hooks/rewrite.ts";
import { objectOr } from "../policy/input.ts";
import type { PagePolicy } from "../policy/page.ts";
import { unknownCursor } from "../policy/page.ts";
import type { VariantEntries, VariantEntry } from "./variant.ts";
import { variant } from "./variant.ts";

/** Wants the request member `error` of the v2 details to be something. */
const errorMember = (wanted: string, isWanted: (value: Json | undefined) => boolean): VariantEntry =>
  variant(`The request member \`error\` of the v2 details must be ${wanted}.`, ({ policy }) => {
    policy.input.checkErrorMember = (value) => {
      if (!isWanted(value)) throw badRequest("error-member", `wanted \`error\` to be ${wanted}`, "body.error");
    };
  });

/** Reads the page arguments of the legacy details from elsewhere. */
const legacyInput = (title: string, read: (body: JsonObject) => JsonObject): VariantEntry =>
  variant(title, ({ policy }) => {
    policy.input.legacyDetails = read;
  });

/** Reads them from a member of `input`. */
const legacyInputBelow = (name: string): VariantEntry =>
  legacyInput(`Page arguments stand below \`input.${name}\`.`, (body) =>
    objectOr(getOwn(objectOr(getOwn(body, "input"), "body.input"), name), `body.input.${name}`),
  );

/** Refuses some combinations of page arguments. */
const refused = (title: string, message: string, when: (has: (name: keyof PageRequest) => boolean) => boolean) =>
  variant(title, ({ policy }) => {
    const { combine } = policy.page;
    policy.page.combine = (request) => {
      if (when((name) => request[name] !== undefined)) throw badRequest("page-arguments", message, "data");
      return combine(request);
    };
  });

/** Other settings of pages. */
const set = (title: string, settings: Partial<PagePolicy>): VariantEntry =>
  variant(title, ({ policy }) => Object.assign(policy.page, settings));

/** Other readings of how details are asked for and cut into pages. */
export const pages: VariantEntries = {
  "details-error-member/empty-object": errorMember(
    "an empty object",
    (value) => isJsonObject(value) && Object.keys(value).length === 0,
  ),
  "details-error-member/empty-text": errorMember("an empty text", (value) => value === ""),
  "details-error-member/false-only": errorMember("false", (value) => value === false),
  "details-error-member/null-only": errorMember("null", (value) => value === null),
  "details-error-member/optional": variant(
    "The request member `error` of the v2 details may be left out.",
    ({ policy }) => {
      policy.input.checkErrorMember = () => undefined;
    },
  ),
  "details-error-member/text": errorMember("a text", (value) => typeof value === "string"),

  "legacy-details-input/data": legacyInputBelow("data"),
  "legacy-details-input/envelope": legacyInput(
    "`input` is the request of v2, with its required member `error`.",
    (body) => {
      const input = objectOr(getOwn(body, "input"), "body.input");
      if (!Object.hasOwn(input, "error"))
        throw badRequest("member-missing", "wanted `input.error`", "body.input.error");
      return objectOr(getOwn(input, "data"), "body.input.data");
    },
  ),
  "legacy-details-input/ignored": legacyInput("`input` has no effect.", () => ({})),
  "legacy-details-input/page": legacyInputBelow("page"),
  "legacy-details-input/pagination": legacyInputBelow("pagination"),
  "legacy-details-input/required": legacyInput("`input` must be an object.", (body) => {
    const input = getOwn(body, "input");
    if (!isJsonObject(input)) throw badRequest("not-an-object", "wanted an object in `input`", "body.input");
    return input;
  }),
  "legacy-details-input/text": legacyInput("`input` is a text that holds the page arguments as JSON.", (body) => {
    const input = getOwn(body, "input");
    if (input === undefined || input === null || input === "") return {};
    if (typeof input !== "string") throw badRequest("not-a-text", "wanted a text in `input`", "body.input");
    return parseJsonObject(input, "body.input", 10);
  }),

  "page-combinations/cursor-needs-a-number": refused(
    "A cursor without a number is refused.",
    "give `first` or `last` with a cursor",
    (has) => (has("after") || has("before")) && !has("first") && !has("last"),
  ),
  "page-combinations/first-then-last": variant("With both, `last` is taken from the `first` links.", (hooks) => {
    const wanted = new WeakMap<Call, number>();
    changeResult(hooks, "readPage", (request, call) => {
      if (request.first === undefined || request.last === undefined) return request;
      wanted.set(call, request.last);
      return { ...request, last: undefined };
    });
    hooks.around("links", (inner) => async (call, traceId, window) => {
      const found = await inner(call, traceId, window);
      const last = wanted.get(call);
      return found === undefined || last === undefined ? found : { ...found, links: found.links.slice(-last) };
    });
  }),
  "page-combinations/first-wins-over-last": variant("With `first` and `last` the latter is ignored.", ({ policy }) => {
    policy.page.combine = (request) => (request.first === undefined ? request : { ...request, last: undefined });
  }),
  "page-combinations/one-direction": refused(
    "Only `first` with `after` and `last` with `before` go together.",
    "go forward (`first`, `after`) or backward (`last`, `before`)",
    (has) => (has("first") && has("before")) || (has("last") && has("after")) || (has("after") && has("before")),
  ),

  "page-cursors/link-ids": variant("A cursor is the id of a link.", ({ policy }) => {
    // Cursors are remembered as they are given out; a service with its own tables would look the link up.
    const positions = new Map<string, { position: number; traceId: string }>();
    policy.page.encodeCursor = ({ linkId, position, traceId }) => {
      positions.set(linkId, { position, traceId });
      return linkId;
    };
    policy.page.decodeCursor = (cursor, traceId) => {
      const known = positions.get(cursor);
      if (known?.traceId !== traceId) throw unknownCursor();
      return known.position;
    };
  }),
  "page-cursors/none": set("Pages carry no cursors.", { cursors: { start: false, end: false } }),
  "page-cursors/offsets": variant("A cursor is the number of the link, as text.", ({ policy }) => {
    policy.page.encodeCursor = ({ position }) => String(position);
    policy.page.decodeCursor = (cursor) => {
      if (!/^[1-9]\d{0,8}$/.test(cursor)) throw unknownCursor();
      return Number(cursor);
    };
  }),
  "page-cursors/only-end": set("Pages carry only `endCursor`.", { cursors: { start: false, end: true } }),
  "page-cursors/only-start": set("Pages carry only `startCursor`.", { cursors: { start: true, end: false } }),

  "page-size/capped-refused": set("More than 50 links in a page are refused.", {
    defaultSize: 10,
    maxSize: 50,
    beyondMax: "refuse",
  }),
  "page-size/default-is-all": set("All links come in one page unless asked otherwise.", {
    defaultSize: 1_000_000,
    maxSize: 1_000_000,
  }),
  "page-size/default-of-one": set("A page has one link unless asked.", { defaultSize: 1 }),
  "page-size/one-refused": set("A page has one link, and more are refused.", {
    defaultSize: 1,
    maxSize: 1,
    beyondMax: "refuse",
  }),
  "page-size/small-refused": set("A page has 2 links unless asked, and more than 6 are refused.", {
    defaultSize: 2,
    maxSize: 6,
    beyondMax: "refuse",
  }),
  "page-size/small-refused-through-legacy": variant("More than 4 links in a legacy page are refused.", (hooks) =>
    changeResult(
      hooks,
      "readPage",
      (request) => {
        if (Math.max(request.first ?? 0, request.last ?? 0) > 4)
          throw badRequest("page-arguments", "4 at most", "first");
        return request;
      },
      { face: "legacy" },
    ),
  ),
  "page-size/small-clamped": set("A page has 3 links unless asked, and never more than 5.", {
    defaultSize: 3,
    maxSize: 5,
    beyondMax: "clamp",
  }),
};
