import type { ActionResultPolicy } from "./action-result.ts";
import { linkId } from "./action-result.ts";
import type { DigestPolicy } from "./digest.ts";
import { sha256Hex } from "./digest.ts";
import type { DigestQueryPolicy } from "./digest-query.ts";
import { repeatedParameter } from "./digest-query.ts";
import type { ErrorPolicy } from "./errors.ts";
import { plainErrors } from "./errors.ts";
import type { FileResponsePolicy } from "./file-response.ts";
import { attachment } from "./file-response.ts";
import type { FilterPolicy } from "./filters.ts";
import { dataKeys } from "./filters.ts";
import type { InputPolicy } from "./input.ts";
import { plainInput } from "./input.ts";
import type { LimitPolicy } from "./limits.ts";
import { defaultLimits } from "./limits.ts";
import type { LinkPolicy } from "./link.ts";
import { flatLink } from "./link.ts";
import type { PagePolicy } from "./page.ts";
import { oldestFirst } from "./page.ts";
import type { ProcessPolicy } from "./process.ts";
import { listedProcess } from "./process.ts";
import type { StatePolicy } from "./state.ts";
import { mergedData } from "./state.ts";
import type { TokenPolicy } from "./token.ts";
import { bearerJwt } from "./token.ts";
import type { WorkflowPolicy } from "./workflow-key.ts";
import { idOrName } from "./workflow-key.ts";
import type { ZipPolicy } from "./zip.ts";
import { fileNames } from "./zip.ts";

/**
 * Every choice that the interface leaves open, one member each. The service asks here and decides nothing of that kind
 * itself; a conformant variant swaps members.
 */
export interface Policy {
  actionResult: ActionResultPolicy;
  digest: DigestPolicy;
  digestQuery: DigestQueryPolicy;
  errors: ErrorPolicy;
  fileResponse: FileResponsePolicy;
  filters: FilterPolicy;
  input: InputPolicy;
  limits: LimitPolicy;
  link: LinkPolicy;
  page: PagePolicy;
  process: ProcessPolicy;
  state: StatePolicy;
  token: TokenPolicy;
  workflowKey: WorkflowPolicy;
  zip: ZipPolicy;
}

/** The choices of this service, a fresh copy for each instance. */
export function honestPolicy(): Policy {
  return {
    actionResult: linkId,
    digest: { ...sha256Hex },
    digestQuery: { ...repeatedParameter },
    errors: { ...plainErrors },
    fileResponse: { ...attachment },
    filters: { ...dataKeys },
    input: { ...plainInput },
    limits: { ...defaultLimits },
    link: { ...flatLink },
    page: { ...oldestFirst },
    process: { ...listedProcess },
    state: { ...mergedData },
    token: { ...bearerJwt },
    workflowKey: { ...idOrName },
    zip: { ...fileNames },
  };
}
