/** Which requirements are shown. */
import { operationById, type Face } from "../../../../spec/operations.ts";
import type { RequirementStatus } from "../../../results/model.ts";
import type { PageData, PageRequirement } from "./data.ts";

export interface Filter {
  /** Empty: all. */
  readonly statuses: readonly RequirementStatus[];
  readonly level: string;
  readonly basis: string;
  readonly face: Face | "";
  readonly operation: string;
  readonly text: string;
}

export const noFilter: Filter = { statuses: [], level: "", basis: "", face: "", operation: "", text: "" };

const attention: readonly RequirementStatus[] = ["failed", "error", "warned", "waived", "inconclusive"];

/** A page that has something to say opens with that alone. */
export function firstFilter(data: PageData): Filter {
  const present = attention.filter((status) => data.summary.requirements[status] > 0);
  return present.length > 0 ? { ...noFilter, statuses: present } : noFilter;
}

export function matches(requirement: PageRequirement, filter: Filter): boolean {
  return (
    (filter.statuses.length === 0 || filter.statuses.includes(requirement.status)) &&
    matchesOtherThanStatus(requirement, filter)
  );
}

export function matchesOtherThanStatus(requirement: PageRequirement, filter: Filter): boolean {
  return (
    (filter.level === "" || requirement.level === filter.level) &&
    (filter.basis === "" || requirement.basis === filter.basis) &&
    (filter.operation === "" || (requirement.operations ?? []).some((operation) => operation === filter.operation)) &&
    (filter.face === "" ||
      (requirement.operations ?? []).some((operation) => operationById(operation).face === filter.face)) &&
    matchesText(requirement, filter.text)
  );
}

const texts = new WeakMap<PageRequirement, string>();

function matchesText(requirement: PageRequirement, wanted: string): boolean {
  if (wanted.trim() === "") return true;
  let text = texts.get(requirement);
  if (text === undefined) {
    const { id, statement, section, quote = "", reason = "", operations = [], failures } = requirement;
    const messages = failures.map((failure) => failure.message);
    text = [id, statement, section, quote, reason, ...operations, ...messages].join("\n").toLowerCase();
    texts.set(requirement, text);
  }
  const haystack = text;
  return wanted
    .toLowerCase()
    .trim()
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}
