import type { JsonObject } from "../core/json.ts";
import type { LinkRecord } from "../core/records.ts";

/** How a link is shown. Open points `link-data`, `digest-location`, `additional-members`. */
export interface LinkPolicy {
  present(link: LinkRecord): JsonObject;
}

/** One flat object; the data as it was sent, the files with their digests. */
export const flatLink: LinkPolicy = {
  present: (link) => ({
    linkId: link.linkId,
    index: link.position - 1,
    actionKey: link.actionKey,
    groupLabel: link.groupLabel,
    workflowId: link.workflowId,
    data: link.data,
    files: link.files.map(({ partName, fileName, size, digest }) => ({ partName, fileName, size, digest })),
    createdAt: link.createdAt.toISOString(),
    createdBy: link.createdBy,
  }),
};
