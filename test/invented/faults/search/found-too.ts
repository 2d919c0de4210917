/** Traces that are found though they do not fit or do not exist. */
import { randomUUID } from "node:crypto";
import { follow, trade, trades } from "../../process.ts";
import type { Trace } from "../../service.ts";
import { aroundStep, changeResult, type Faults, onRecord } from "../../tools.ts";

export const foundToo: Faults = {
  "no-filter-no-workflow": {
    title: "A search without any filter finds the traces of all workflows of the organization.",
    apply(s) {
      const { search } = s;
      s.search = (workflow, filters, call) =>
        Object.keys(filters).length > 0
          ? search(workflow, filters, call)
          : s.workflows
              .filter(({ organization }) => organization === workflow.organization)
              .flatMap((one) => search(one, filters, call));
    },
  },
  "reserved-and-never-begun": {
    // "the result is a list of trace UUIDs"; "traceId … identifies a trace".
    title:
      "For each shipment the id of a delivery is reserved, which searches find with the order, and no trace has it.",
    apply(s) {
      follow(s, { actions: trades, next: trade });
      const reserved = new Map<Trace, string[]>();
      onRecord(s, (link, trace) => {
        if (link.actionKey === "ship") reserved.set(trace, [...(reserved.get(trace) ?? []), randomUUID()]);
      });
      changeResult(s, "search", (found) =>
        found.flatMap((id) => {
          const trace = s.traces.get(id);
          return [id, ...((trace && reserved.get(trace)) ?? [])];
        }),
      );
    },
  },
  "name-begins-so": {
    title: "The v2 search by name takes the newest workflow whose name begins so, where another has that very name.",
    choice: "A target that wants the id there finds nothing by the name, too; the interface describes it in two ways.",
    apply(s) {
      const [first] = s.workflows;
      if (!first) return;
      s.workflows.splice(2, 0, {
        ...first,
        id: "5f0d7c52-6a1e-4d0b-9a55-1d1f6b0c7a09",
        name: `${first.name} (Overseas)`,
      });
      aroundStep(s, "findWorkflow", (findWorkflow) => (user, which, call) => {
        const theirs = s.workflows.filter(({ organization }) => organization === user.organization);
        const byName = call.face === "v2" && call.path.at(-1) === "search" && !theirs.some(({ id }) => id === which);
        const found = byName ? theirs.findLast(({ name }) => name.startsWith(which)) : undefined;
        return found ?? findWorkflow(user, which, call);
      });
    },
  },
  "whole-organization": {
    title: "The legacy search finds traces of all workflows of the organization.",
    apply(s) {
      const { search } = s;
      s.search = (workflow, filters, call) =>
        call.face === "v2"
          ? search(workflow, filters, call)
          : s.workflows
              .filter(({ organization }) => organization === workflow.organization)
              .flatMap((one) => search(one, filters, call));
    },
  },
  "search-looks-elsewhere": {
    title: "When no trace of the workflow fits, v2 search answers with those of the organization's other workflows.",
    apply(s) {
      const { search: find } = s;
      s.search = (workflow, filters, call) => {
        const found = find(workflow, filters, call);
        if (found.length > 0 || call.face === "legacy" || Object.keys(filters).length === 0) return found;
        return s.workflows
          .filter((other) => other.organization === workflow.organization)
          .flatMap((other) => find(other, filters, call));
      };
    },
  },
  "no-filters-no-workflow": {
    title: "A v2 search with empty filters finds the traces of all workflows of the organization.",
    apply(s) {
      aroundStep(s, "search", (search) => (workflow, filters, call) => {
        if (call.face === "legacy" || Object.keys(filters).length > 0) return search(workflow, filters, call);
        return s.workflows
          .filter(({ organization }) => organization === workflow.organization)
          .flatMap((one) => search(one, filters, call));
      });
    },
  },
};
