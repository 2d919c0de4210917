/** Workflows whose names or ids are changed, mixed up or looked for otherwise. */
import { type Json, type JsonObject, own } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { onJson, recast } from "../../changes/answers.ts";
import { onReply, changeResult, after, around, type Faults } from "../../tools.ts";

export const names: Faults = {
  "list-with-short-names": {
    title: "The legacy list of workflows says id and name for workflowId and workflowName.",
    apply(s) {
      const change = (found: Json) =>
        (found as JsonObject[]).map(({ workflowId = null, workflowName = null }) => ({
          id: workflowId,
          name: workflowName,
        }));
      around(s, "GET /workflow/orgName/{}", recast(change));
    },
  },
  "columns-sorted-apart": {
    title: "The v2 workflow list sorts identifiers and names each by themselves, and pairs those that do not belong.",
    apply(s) {
      changeResult(s, "listing", (items, _organization, call) => {
        if (call.face !== "v2") return items;
        const ids = items.map((item) => String(item["workflowId"])).sort();
        const names = items.map((item) => String(item["workflowName"])).sort();
        return ids.map((workflowId, at) => ({ workflowId, workflowName: names[at] ?? "" }));
      });
    },
  },
  // "array of `{workflowId, workflowName}`": of one workflow each
  "names-sorted-apart-from-ids": {
    title: "The list of workflows sorts the ids and the names, each for itself.",
    apply(s) {
      changeResult(s, "listing", (items) => {
        const names = items.map((item) => String(item["workflowName"])).sort((a, b) => a.localeCompare(b));
        const ids = items.map((item) => String(item["workflowId"])).sort();
        return ids.map((workflowId, at) => ({ workflowId, workflowName: names[at] ?? "" }));
      });
    },
  },
  "names-of-twenty": {
    title: "The legacy list of workflows cuts their names to twenty characters.",
    apply(s) {
      changeResult(s, "listing", (listed, _organization, call) =>
        listed.map(({ workflowName, ...item }) => {
          const name = String(workflowName);
          return { ...item, workflowName: call.face === "v2" ? name : name.slice(0, 20) };
        }),
      );
    },
  },
  "names-decoded-twice": {
    title: "The legacy list of workflows decodes the name twice: an organization with a percent sign has no list.",
    apply(s) {
      const renamed = s.users[0]?.organization ?? "";
      for (const one of [...s.users, ...s.workflows]) {
        if (one.organization === renamed) one.organization = "Nordwind 100% Trading";
      }
      around(s, "GET /workflow/orgName/{}", (real) => (call, name = "") => {
        try {
          return real(call, decodeURIComponent(name));
        } catch (error) {
          if (error instanceof URIError) throw new Refusal("invalid", "the address is malformed");
          throw error;
        }
      });
    },
  },
  // "Response 200: JSON array … of `{workflowId: string, workflowName: string}`."
  "names-alone": {
    title: "The v2 workflow list is a list of names.",
    apply(s) {
      onJson(s, "GET /v2/organizations/{}/workflows", (list) =>
        (list as JsonObject[]).map((item) => own(item, "workflowName") ?? null),
      );
    },
  },
  // "A workflow has an identifier and a name": workflowName is the name
  "slugs-for-names": {
    title: 'The legacy list gives the names as in addresses: "supplier-credit-notes".',
    apply(s) {
      changeResult(s, "listing", (listed, _organization, call) =>
        listed.map((item) =>
          call.face === "v2"
            ? item
            : { ...item, workflowName: String(item["workflowName"]).toLowerCase().replaceAll(/\W+/g, "-") },
        ),
      );
    },
  },
  "names-to-wrong-ids": {
    title: "The legacy list of workflows is put in order by name, and the ids stay in theirs.",
    apply(s) {
      onReply(s, "GET /workflow/orgName/{}", (reply) => {
        const items = JSON.parse(String(reply.body)) as { workflowId: string; workflowName: string }[];
        const names = items.map(({ workflowName }) => workflowName).sort();
        const list = items.map(({ workflowId }, at) => ({ workflowId, workflowName: names[at] }));
        return { ...reply, body: JSON.stringify(list) };
      });
    },
  },
  "names-for-html": {
    title: "The legacy workflow list shows names escaped for HTML.",
    apply(s) {
      const [workflow] = s.workflows;
      if (workflow) workflow.name = "Credits & Refunds (R&D)";
      changeResult(s, "listing", (listed, _organization, call) =>
        listed.map((item) =>
          call.face === "v2" ? item : { ...item, workflowName: String(item["workflowName"]).replaceAll("&", "&amp;") },
        ),
      );
    },
  },
  "names-for-a-page": {
    title: "The legacy list gives the names of workflows as they would stand in HTML: an ampersand as &amp;.",
    apply(s) {
      for (const workflow of s.workflows) workflow.name = workflow.name.replace("Returns", "Returns & Repairs");
      changeResult(s, "listing", (listed, _name, call) =>
        listed.map((item) =>
          call.face === "v2" ? item : { ...item, workflowName: String(item["workflowName"]).replaceAll("&", "&amp;") },
        ),
      );
    },
  },
  "listed-as-searched": {
    title: "A workflow is listed under the word by which it was last searched: after a search by name that is its id.",
    apply(s) {
      const searched = new Map<string, string>();
      after(s, "findWorkflow", (workflow, _user, which) => {
        searched.set(workflow.id, which);
      });
      changeResult(s, "listing", (listed) =>
        listed.map((item) => {
          const id = String(item["workflowId"]);
          return { ...item, workflowId: searched.get(id) ?? id };
        }),
      );
    },
  },
};
