import { json } from "../../lib/service/http.ts";
import { own, parseJson, sameJson, type Json, type JsonObject } from "../../lib/service/json.ts";
import type { Workflow } from "../../lib/service/domain.ts";
import type { Trace } from "../service.ts";
import { around, onRecord, pause, type Faults } from "../tools.ts";

/** What a search gives. Of all: "Traces of a workflow can be searched by state data filters". */
export const queries: Faults = {
  // "response 200 a JSON array of strings (trace UUIDs)"
  "objects-for-ids": {
    title: "The legacy search gives objects with a member traceId.",
    apply(s) {
      around(s, "POST /trace/search/{}", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        return json((parseJson(String(reply.body)) as string[]).map((traceId) => ({ traceId })));
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
  "twenty-five-hits": {
    title: "A search gives the first twenty-five hits, and no way to the others.",
    choice: "Limits are not shown; from twenty traces on a shorter answer may be as much as the service gives.",
    apply(s) {
      const { search } = s;
      s.search = (...args) => search(...args).slice(0, 25);
    },
  },
  "uploads-go-past-the-index": {
    title: "An action that brings files is stored by a path of its own, which does not tell the index.",
    apply(s) {
      const { matches } = s;
      const indexed = new WeakMap<Trace, JsonObject>();
      onRecord(s, (link, trace) => {
        if (link.files.length === 0) indexed.set(trace, trace.state);
      });
      s.matches = (trace, filters, call) => matches({ ...trace, state: indexed.get(trace) ?? {} }, filters, call);
    },
  },
  "unsigned-index": {
    title: "The index of numbers has no sign: -5 is found where 5 is sought.",
    apply(s) {
      const unsigned = (value: Json | undefined) => (typeof value === "number" ? Math.abs(value) : value);
      s.matches = (trace, filters) =>
        Object.keys(filters).every((key) => sameJson(unsigned(own(trace.state, key)), unsigned(own(filters, key))));
    },
  },
  "name-and-value-in-one": {
    title: "The index has the name and the text in one word: a filter for ab with c finds where a has bc.",
    apply(s) {
      const word = (object: JsonObject, key: string) => {
        const value = own(object, key);
        return key + (typeof value === "string" ? value : ` ${JSON.stringify(value)}`);
      };
      s.matches = (trace, filters) => {
        const words = new Set(Object.keys(trace.state).map((key) => word(trace.state, key)));
        return Object.keys(filters).every((key) => words.has(word(filters, key)));
      };
    },
  },
  "index-written-back": {
    title:
      "The index of a workflow is read, extended and written back: of two traces created at once, one is lost to it.",
    apply(s) {
      const { record, search } = s;
      const index = new Map<Workflow, readonly string[]>();
      s.record = async (call, user, workflow, input, known) => {
        const before = index.get(workflow) ?? [];
        if (!known) await pause(2);
        const recorded = await record(call, user, workflow, input, known);
        if (!known) index.set(workflow, [...before, recorded.trace.id]);
        return recorded;
      };
      s.search = (workflow, filters, call) => {
        const listed = new Set(index.get(workflow));
        return search(workflow, filters, call).filter((id) => listed.has(id));
      };
    },
  },
};
