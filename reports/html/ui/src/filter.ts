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

interface SearchText {
  readonly fields: string;
  readonly messages: readonly string[];
}

const texts = new WeakMap<PageRequirement, SearchText>();

/** True when every word stands in the requirement, or in the requirement and one of its failures together. */
function matchesText(requirement: PageRequirement, wanted: string): boolean {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const { fields, messages } = searchText(requirement);
  const missing = words.filter((word) => !fields.includes(word));
  return missing.length === 0 || messages.some((message) => missing.every((word) => message.includes(word)));
}

function searchText(requirement: PageRequirement): SearchText {
  let text = texts.get(requirement);
  if (!text) {
    const { id, statement, section, quote = "", reason = "", operations = [], failures } = requirement;
    text = {
      fields: [id, statement, section, quote, reason, ...operations].join("\n").toLowerCase(),
      messages: failures.map((failure) => failure.message.toLowerCase()),
    };
    texts.set(requirement, text);
  }
  return text;
}
