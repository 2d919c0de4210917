/** Answers to a search in another form. */
import { type Call, type Face, json } from "../../../lib/service/http.ts";
import { type Json, type JsonObject, own, parseJson, sameJson } from "../../../lib/service/json.ts";
import { recast } from "../../changes/answers.ts";
import { searchRoutes } from "../../changes/search.ts";
import type { Service } from "../../service.ts";
import { aroundStep, onReply, changeResult, around, type Faults, pause } from "../../tools.ts";

const legacySearch = "POST /trace/search/{}";

/** Changes what a legacy search found. */
function onFound(s: Service, change: (ids: string[]) => Json): void {
  onReply(s, legacySearch, (reply) => ({
    ...reply,
    body: JSON.stringify(change(JSON.parse(String(reply.body)) as string[])),
  }));
}

export const answers: Faults = {
  "found-as-objects": {
    title: "The legacy search answers with objects that have a traceId.",
    apply(s) {
      const change = (found: Json) => (found as string[]).map((traceId) => ({ traceId }));
      around(s, "POST /trace/search/{}", recast(change));
    },
  },
  "bare-hex-ids": {
    title: "The v2 search gives the ids of traces as 32 hexadecimal digits, as the column holds them.",
    apply(s) {
      changeResult(s, "search", (found, _workflow, _filters, call) =>
        call.face === "v2" ? found.map((id) => id.replaceAll("-", "")) : found,
      );
    },
  },
  // "the result is a list of trace UUIDs"
  "urns-found": {
    title: "v2 searches answer with URNs, urn:uuid: before every UUID.",
    apply(s) {
      changeResult(s, "search", (found, _workflow, _filters, call) =>
        found.map((id) => (call.face === "v2" ? `urn:uuid:${id}` : id)),
      );
    },
  },
  // "response 200 a JSON array of strings (trace UUIDs)"
  "no-hits-are-null": {
    title: "A legacy search without a hit is answered with null.",
    apply(s) {
      const { ok } = s;
      s.ok = (call, data) =>
        call.face === "legacy" && call.path[1] === "search" && Array.isArray(data) && data.length === 0
          ? json(null)
          : ok(call, data);
    },
  },
  // "Response 200: `{error, data: array of strings}`, each a trace UUID."
  "kept-keys-make-an-object": {
    title: "v2 searches that pass over a trace answer with an object: the filtered list keeps its former keys.",
    apply(s) {
      const found = new WeakMap<Call, JsonObject>();
      s.search = (workflow, filters, call) => {
        const hits: JsonObject = {};
        [...s.traces.values()]
          .filter((trace) => trace.workflow === workflow)
          .forEach((trace, at) => {
            if (s.matches(trace, filters, call)) hits[at] = trace.id;
          });
        const keys = Object.keys(hits);
        if (call.face === "v2" && keys.some((key, at) => key !== String(at))) found.set(call, hits);
        return Object.values(hits).map(String);
      };
      aroundStep(s, "ok", (ok) => (call, data) => ok(call, found.get(call) ?? data));
    },
  },
  // "response 200 a JSON array of strings (trace UUIDs)"
  "objects-for-ids": {
    title: "The legacy search gives objects with a member traceId.",
    apply(s) {
      onReply(s, "POST /trace/search/{}", (reply) =>
        json((parseJson(String(reply.body)) as string[]).map((traceId) => ({ traceId }))),
      );
    },
  },
  // "POST /trace/search/{workflowId}: response 200 a JSON array of strings"
  "nothing-is-no-content": {
    title: "A legacy search that finds nothing answers 204 without a body.",
    apply(s) {
      const { ok } = s;
      s.ok = (call, data) =>
        call.face === "legacy" && Array.isArray(data) && data.length === 0 ? { status: 204 } : ok(call, data);
    },
  },
  // "Every v2 JSON response is an object with two members"
  "nothing-is-left-out": {
    title: "A v2 search that finds nothing has no member data: empty lists are not written.",
    apply(s) {
      const { ok } = s;
      s.ok = (call, data) =>
        call.face === "v2" && Array.isArray(data) && data.length === 0 ? json({ error: null }) : ok(call, data);
    },
  },
  // "array of strings, each a trace UUID"
  "newest-link-found": {
    title:
      "The documents of the v2 search are named by the last event: of a trace with more links, that UUID is given.",
    apply(s) {
      changeResult(s, "search", (found, _workflow, _filters, call) =>
        found.map((id) => {
          const links = s.traces.get(id)?.links ?? [];
          return call.face === "v2" && links.length > 1 ? (links.at(-1)?.id ?? id) : id;
        }),
      );
    },
  },
  "found-once-per-link": {
    title: "A trace in which several actions gave the wanted values is listed as often.",
    apply(s) {
      const { search: find } = s;
      const gives = (data: JsonObject, filters: JsonObject) =>
        Object.keys(filters).every((key) => sameJson(own(data, key), own(filters, key)));
      s.search = (workflow, filters, call) =>
        find(workflow, filters, call).flatMap((id) => {
          const links = s.traces.get(id)?.links ?? [];
          const times =
            Object.keys(filters).length === 0 ? 1 : links.filter((link) => gives(link.data, filters)).length;
          return Array<string>(Math.max(1, times)).fill(id);
        });
    },
  },
  "bare-empty-result": {
    title: "When nothing is found, v2 search leaves the member error out of the envelope.",
    apply(s) {
      const { ok } = s;
      s.ok = (call, data) =>
        call.face === "v2" && Array.isArray(data) && data.length === 0 ? json({ data }) : ok(call, data);
    },
  },
  "empty-search-null": {
    title: "When nothing is found, the legacy search answers null.",
    apply(s) {
      const { ok } = s;
      s.ok = (call, data) => ok(call, call.face === "legacy" && Array.isArray(data) && data.length === 0 ? null : data);
    },
  },
  "search-names-links": {
    title: "For a trace with several links, the v2 search gives the UUID of the latest link.",
    apply(s) {
      const { search: find } = s;
      s.search = (workflow, filters, call) =>
        find(workflow, filters, call).map((id) => {
          const links = s.traces.get(id)?.links ?? [];
          return call.face === "v2" && links.length > 1 ? (links.at(-1)?.id ?? id) : id;
        });
    },
  },
  "one-is-no-list": {
    title: "A legacy search that finds one trace is answered with its id, and not with a list of one.",
    apply(s) {
      onFound(s, (ids) => (ids.length === 1 ? (ids[0] ?? null) : ids));
    },
  },
  "joined-with-links": {
    title: "A trace is found as often as it has links that bring what is searched for.",
    apply(s) {
      changeResult(s, "search", (found, _workflow, filters) =>
        found.flatMap((id) => {
          const links = s.traces.get(id)?.links ?? [];
          const keys = Object.keys(filters);
          const bringing = links.filter(({ data }) => keys.some((key) => sameJson(own(data, key), own(filters, key))));
          return bringing.length > 1 ? bringing.map(() => id) : [id];
        }),
      );
    },
  },
  "single-hit-bare": {
    title: "The legacy search gives a single id as a string, not as a list of one.",
    apply(s) {
      aroundStep(s, "ok", (ok) => (call, data) => {
        const bare = call.face === "legacy" && call.path[1] === "search" && Array.isArray(data) && data.length === 1;
        return ok(call, bare ? (data[0] ?? null) : data);
      });
    },
  },
  "one-result-alone": {
    title: "A legacy search that finds one trace answers with its id, not with a list.",
    apply(s) {
      onReply(s, "POST /trace/search/{}", (reply) => {
        const found = JSON.parse(String(reply.body)) as Json[];
        return found.length === 1 ? json(found[0]) : reply;
      });
    },
  },
  "face-of-latest-request": {
    title: "A search is answered in the form of the set that was called last, which may be by somebody else meanwhile.",
    apply(s) {
      let latest: Face = "v2";
      for (const key of searchRoutes) {
        around(s, key, (real) => async (call, ...params) => {
          latest = call.face;
          await pause(5);
          return real(call, ...params);
        });
      }
      const { ok } = s;
      s.ok = (call, data) => ok(call.path.includes("search") ? { ...call, face: latest } : call, data);
    },
  },
  "no-error-no-member": {
    title: "The v2 search leaves out the member error where there is none.",
    apply(s) {
      const { ok } = s;
      s.ok = (call, data) => (call.face === "v2" && call.path.at(-1) === "search" ? json({ data }) : ok(call, data));
    },
  },
};
