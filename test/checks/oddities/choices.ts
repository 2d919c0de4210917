/** Services that chose otherwise where the interface leaves it open: everything about them is conformant. */
import type { Traits } from "../support/traits.ts";

const whole: Partial<Traits> = { order: "newest-first", cursors: "fresh", looksBack: false, legacyPages: false };

export const choices: { readonly [title: string]: Partial<Traits> } = {
  "the newest link first": { order: "newest-first" },
  "an opaque state": { statePath: null },
  "data in no link": { linkPath: null },
  "data nowhere": { statePath: null, linkPath: null },
  "the state is the data": { statePath: [] },
  "the state keeps the data of each action apart": {
    fold: "keyed-by-action",
    statePath: ["data"],
    searchPath: ["open"],
  },
  "null takes members away": { fold: "merge-patch" },
  "the state is the data of the last action": { fold: "replace" },
  "the state is a list of the actions": { fold: "list-of-actions" },
  "page sizes are clamped": { cap: 2, defaultSize: 2 },
  "no cursors": { cursors: "none" },
  "null cursors": { cursors: "null" },
  "other cursors at every read": { cursors: "fresh" },
  "offsets for cursors": { cursors: "offset" },
  "no look against the direction of travel": { looksBack: false },
  "the last page by default": { defaultEnd: "end", defaultSize: 2 },
  "the last page by default, and data in no link": { defaultEnd: "end", defaultSize: 2, linkPath: null },
  "a legacy input that is ignored": { legacyPages: false, defaultSize: 3 },
  "members beyond the interface": { extras: true },
  "members of the time of the read": { volatile: true },
  "texts compared but for case": { text: "case-insensitive" },
  "texts compared by their beginning": { text: "prefix" },
  "texts compared by a part": { text: "substring" },
  "opaque digests, one per content": { digests: "opaque" },
  "opaque digests, one per file": { digests: "each" },
  "digests shown nowhere": { digestsShown: false },
  "an archive of every file that has a digest": { zipsEveryHolder: true },
  "the action names the trace": { actionUuid: "trace" },
  "the action names something else": { actionUuid: "other" },
  "ids in capitals": { upperCaseUuids: true },
  "ids of traces in capitals": { upperCaseUuids: true, actionUuid: "trace" },
  "users of one organization": { sharesOrganization: true },
  "refusals by 404 without a body of JSON": { refusal: { status: 404, v2: "no", legacy: "no" } },
  "refusals by redirection": { refusal: { status: 302, v2: {}, legacy: {} } },
  "refusals by 200 with an error": {
    refusal: { status: 200, v2: { error: "refused", data: null }, legacy: { error: { code: 7 } } },
  },
  "refusals by 200 with an error and no data": {
    refusal: { status: 200, v2: { error: 3 }, legacy: { errors: ["no"] } },
  },
  "much at once": whole,
  "much at once, and nothing to see": { ...whole, linkPath: null, statePath: null, volatile: true, extras: true },
};
