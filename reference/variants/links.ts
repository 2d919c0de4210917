import { createHash, randomUUID } from "node:crypto";
import type { JsonObject } from "../core/json.ts";
import type { LinkRecord } from "../core/records.ts";
import type { Hooks } from "../hooks/hooks.ts";
import { onWritten } from "../hooks/rewrite.ts";
import type { VariantEntries, VariantEntry } from "./variant.ts";
import { variant } from "./variant.ts";

/** Shows links in another form. @param present gets what is shown otherwise, and the link */
const shown = (title: string, present: (shown: JsonObject, link: LinkRecord) => JsonObject): VariantEntry =>
  variant(title, (hooks) => presentLinks(hooks, present));

function presentLinks({ policy }: Hooks, change: (shown: JsonObject, link: LinkRecord) => JsonObject): void {
  const { present } = policy.link;
  policy.link.present = (link) => change(present(link), link);
}

const withoutFiles = ({ files: _hidden, ...rest }: JsonObject): JsonObject => rest;

const hashOf = ({ linkId }: LinkRecord): string => createHash("sha256").update(linkId).digest("hex");

/** Where a link stands on its trace now. */
interface Place {
  readonly position: number;
  readonly count: number;
  readonly isNewest: boolean;
  /** The ids of the links beside it. */
  readonly before: string | undefined;
  readonly behind: string | undefined;
}

/** Shows links with what depends on the others of their trace. */
const withNeighbours = (title: string, present: (shown: JsonObject, place: Place) => JsonObject): VariantEntry =>
  variant(title, (hooks) => {
    const ids = new Map<string, string[]>();
    onWritten(hooks, ({ link: { traceId, linkId, position } }) => {
      const own = ids.get(traceId) ?? [];
      own[position] = linkId;
      ids.set(traceId, own);
    });
    presentLinks(hooks, (shown, { traceId, position }) => {
      const own = ids.get(traceId) ?? [];
      const count = Math.max(position, own.length - 1);
      const beside = { before: own[position - 1], behind: own[position + 1] };
      return present(shown, { position, count, isNewest: position === count, ...beside });
    });
  });

/** Links come from a copy that is so far behind; states do not. */
function linksLater(hooks: Hooks, ms: number): void {
  const written = new Map<string, number[]>();
  onWritten(hooks, ({ link: { traceId } }) => void written.set(traceId, [...(written.get(traceId) ?? []), Date.now()]));
  hooks.around("links", (inner) => async (call, traceId, window) => {
    const times = written.get(traceId) ?? [];
    const unseen = times.filter((at) => Date.now() < at + ms).length;
    const trace = unseen === 0 ? undefined : await hooks.store.trace(traceId);
    if (!trace) return inner(call, traceId, window);
    const linkCount = trace.linkCount - unseen;
    const end = linkCount + 1;
    const found = await inner(call, traceId, { ...window, before: Math.min(window.before ?? end, end) });
    return found && linkCount > 0 ? { ...found, trace: { ...found.trace, linkCount } } : undefined;
  });
}

/** Other readings of what links show, and of the UUID by which an action is answered. */
export const links: VariantEntries = {
  "action-uuid/link-hidden": shown(
    "The v2 action answers the id of the new link, which links do not show.",
    ({ linkId: _hidden, ...rest }) => rest,
  ),
  "action-uuid/other": variant("The v2 action answers the id of a receipt, new each time.", ({ policy }) => {
    policy.actionResult = () => randomUUID();
  }),
  "action-uuid/trace": variant("The v2 action answers the id of the trace.", ({ policy }) => {
    policy.actionResult = ({ trace }) => trace.traceId;
  }),

  "digest-location/computed": shown("Digests are shown nowhere; clients compute them.", withoutFiles),
  "digest-location/links-keyed-by-digest": shown(
    "Files stand in an object whose keys are the digests.",
    (shown, { files }) => ({
      ...shown,
      files: Object.fromEntries(files.map(({ digest, fileName, size }) => [digest, { fileName, size }])),
    }),
  ),
  "digest-location/links-meta": shown(
    "Files stand at `meta.attachments`, with the digest as `sha256`.",
    (shown, { files }) => ({
      ...withoutFiles(shown),
      meta: { attachments: files.map(({ digest, fileName }) => ({ sha256: digest, fileName })) },
    }),
  ),
  "digest-location/links-plain-list": shown("Files are a plain list of digests.", (shown, { files }) => ({
    ...shown,
    files: files.map(({ digest }) => digest),
  })),
  "digest-location/state": variant("The files are listed in the state of the trace and not in its links.", (hooks) => {
    // Remembered here rather than stored, so that it goes with every way of folding the data.
    const attached = new Map<string, JsonObject[]>();
    onWritten(hooks, ({ trace: { traceId }, files }) => {
      const added = files.map(({ digest, fileName, size }) => ({ digest, fileName, size }));
      attached.set(traceId, [...(attached.get(traceId) ?? []), ...added]);
    });
    hooks.around("presentState", (inner) => (call, trace) => ({
      ...inner(call, trace),
      attachedFiles: attached.get(trace.traceId) ?? [],
    }));
    presentLinks(hooks, withoutFiles);
  }),

  "link-data/among-other-members": shown(
    "The data stands with a member of the service beside it.",
    ({ data: _moved, ...rest }, { data, position }) => ({ ...rest, state: { data, revision: position } }),
  ),
  "link-data/base64": shown("The data is base64 of JSON text.", (shown, { data }) => ({
    ...shown,
    data: Buffer.from(JSON.stringify(data)).toString("base64"),
  })),
  "link-data/json-text": shown("The data is a text that holds JSON.", (shown, { data }) => ({
    ...shown,
    data: JSON.stringify(data),
  })),
  "link-data/nested": shown("The data stands at `payload.body`.", ({ data: _moved, ...rest }, { data }) => ({
    ...rest,
    payload: { body: data },
  })),
  "link-data/nowhere": shown("A link does not show the data.", ({ data: _hidden, ...rest }) => rest),
  "link-data/split-meta": shown("A link has the parts `meta` and `data`.", (_shown, link) => ({
    meta: {
      linkHash: link.linkId,
      action: link.actionKey,
      group: link.groupLabel,
      createdAt: link.createdAt.getTime(),
      attachments: link.files.map(({ digest, fileName }) => ({ digest, name: fileName })),
    },
    data: link.data,
  })),
  "link-data/spread": shown(
    "The members of the data are members of the link itself, the rest stands below `$link`.",
    ({ data: _moved, ...rest }, { data }) => ({ ...data, $link: rest }),
  ),

  "link-order/newest-first": variant("The newest link comes first.", ({ policy }) => {
    policy.page.order = "newest-first";
  }),

  "read-lag/links-alone": variant("Links are read from a copy that is 200 ms behind, states are not.", (hooks) =>
    linksLater(hooks, 200),
  ),

  "volatile-members/link-flag-of-the-newest": withNeighbours("The newest link is marked.", (shown, { isNewest }) => ({
    ...shown,
    isNewest,
  })),
  "volatile-members/link-number-of-all": withNeighbours(
    "Each link tells its number, and how many there are.",
    (shown, { position, count }) => ({ ...shown, place: `${String(position)} of ${String(count)}` }),
  ),
  "volatile-members/link-proof-made-later": shown("A link is proven some time after its action.", (shown, link) => ({
    ...shown,
    proof: Date.now() - link.createdAt.getTime() > 400 ? { ledger: "main", block: 812_345, hash: hashOf(link) } : null,
  })),
  "volatile-members/link-to-its-neighbours": withNeighbours(
    "Each link names the one before and the one behind it.",
    (shown, { before, behind }) => ({ ...shown, previous: before ?? null, next: behind ?? null }),
  ),
  "volatile-members/link-request-id": shown("Each link tells in which answer it was sent.", (shown) => ({
    ...shown,
    delivery: randomUUID(),
  })),
};
