/** The requirement register: every area once. Ids are frozen by a snapshot test and never reused. */
import { deepFreeze } from "../deep-freeze.ts";
import type { RequirementShape } from "./define.ts";
import { actions } from "./actions.ts";
import { authentication } from "./authentication.ts";
import { concurrency } from "./concurrency.ts";
import { creation } from "./creation.ts";
import { data } from "./data.ts";
import { details } from "./details.ts";
import { envelope } from "./envelope.ts";
import { equivalence } from "./equivalence.ts";
import { file } from "./file.ts";
import { files } from "./files.ts";
import { gating } from "./gating.ts";
import { isolation } from "./isolation.ts";
import { login } from "./login.ts";
import { pages } from "./pages.ts";
import { refusals } from "./refusals.ts";
import { robustness } from "./robustness.ts";
import { search } from "./search.ts";
import { state } from "./state.ts";
import { status } from "./status.ts";
import { workflows } from "./workflows.ts";

export type { Basis, Level } from "./define.ts";
export type { Need } from "./needs.ts";

const register = {
  ...envelope,
  ...status,
  ...login,
  ...authentication,
  ...creation,
  ...actions,
  ...details,
  ...pages,
  ...state,
  ...data,
  ...files,
  ...file,
  ...search,
  ...workflows,
  ...equivalence,
  ...gating,
  ...isolation,
  ...refusals,
  ...concurrency,
  ...robustness,
};

/** Id of a requirement that somebody else defined, such as `X-ACME-01`. */
export type OwnRequirementId = `X-${string}`;
export type RequirementId = keyof typeof register | OwnRequirementId;

export interface Requirement extends RequirementShape {
  readonly id: RequirementId;
  /** The part of the id before the number. */
  readonly area: string;
}

/** Every requirement, in the order of the register. */
export const requirements: readonly Requirement[] = deepFreeze(
  (Object.entries(register) as [RequirementId, RequirementShape][]).map(([id, shape]) => ({
    ...shape,
    id,
    area: id.slice(0, id.indexOf("-")),
  })),
);

const byId = new Map<string, Requirement>(requirements.map((requirement) => [requirement.id, requirement]));

/** The requirement with this id, or undefined. */
export function findRequirement(id: string): Requirement | undefined {
  return byId.get(id);
}

/** The requirement with this id. */
export function requirementById(id: RequirementId): Requirement {
  const requirement = byId.get(id);
  if (!requirement) throw new RangeError(`no requirement ${id}`);
  return requirement;
}
