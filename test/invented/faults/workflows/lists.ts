/** Lists of workflows that lack some, have too many, or name them otherwise. */
import { json } from "../../../lib/service/http.ts";
import { type Json, type JsonObject, own } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { recast } from "../../changes/answers.ts";
import { copyOfFirst, groupsOfReader } from "../../changes/people.ts";
import { follow, listNext, people, trade, trades } from "../../process.ts";
import { aroundStep, onReply, changeResult, around, type Faults } from "../../tools.ts";

function decodedAgain(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    throw new Refusal("invalid", "the address is badly encoded");
  }
}

const listRoutes = ["GET /v2/organizations/{}/workflows", "GET /workflow/orgName/{}"] as const;

export const lists: Faults = {
  "percent-decoded-twice": {
    title: "The name of the organization is decoded twice, so that one with a percent sign cannot be asked for.",
    apply(s) {
      const { organization = "" } = s.users[0] ?? {};
      for (const one of [...s.users, ...s.workflows]) {
        if (one.organization === organization) one.organization = "Nordwind 50% Trading";
      }
      for (const key of ["GET /v2/organizations/{}/workflows", "GET /workflow/orgName/{}"]) {
        around(
          s,
          key,
          (real) =>
            (call, name = "") =>
              real(call, decodedAgain(name)),
        );
      }
    },
  },
  "unused-workflow-unlisted": {
    title: "A workflow that has no trace yet is missing in the list of the organization.",
    apply(s) {
      aroundStep(s, "listing", (listing) => (organization, call) => {
        const used = new Set(Array.from(s.traces.values(), ({ workflow }) => workflow.id));
        return listing(organization, call).filter(({ workflowId }) => used.has(String(workflowId)));
      });
    },
  },
  "list-in-envelope": {
    title: "The v2 list of workflows comes in the envelope of the other v2 answers.",
    apply(s) {
      const change = (data: Json): JsonObject => ({ error: null, data });
      around(s, "GET /v2/organizations/{}/workflows", recast(change));
    },
  },
  "beginning-of-a-name": {
    title: "Workflows are listed for the first organization whose name begins with the one given.",
    apply(s) {
      for (const key of listRoutes) {
        around(s, key, (real) => (call, name = "") => {
          const found = s.workflows.find(({ organization }) => organization.startsWith(name));
          return real(call, found?.organization ?? name);
        });
      }
    },
  },
  // "Workflows are listed per organization name."
  "blank-in-the-name-lists-nothing": {
    title: "The legacy list for an organization whose name has a blank is empty.",
    apply(s) {
      const { listing } = s;
      s.listing = (organization, call) =>
        call.face === "legacy" && organization.includes(" ") ? [] : listing(organization, call);
    },
  },
  // "Workflows are listed per organization name."
  "list-piles-up": {
    title: "The list of workflows is a variable of the module: what was listed for others before comes along.",
    awaits: "A list for another organization: the configuration names none for a second user who shares none.",
    apply(s) {
      const listed = new Map<string, JsonObject>();
      aroundStep(s, "listing", (listing) => (organization, call) => {
        for (const item of listing(organization, call)) listed.set(String(own(item, "workflowId")), item);
        return [...listed.values()];
      });
    },
  },
  "unused-workflows-unlisted": {
    title: "The legacy workflow list leaves out a workflow in which there is no trace yet.",
    apply(s) {
      aroundStep(s, "listing", (listing) => (organization, call) => {
        const used = new Set(Array.from(s.traces.values(), ({ workflow }) => workflow.id));
        return listing(organization, call).filter((item) => call.face === "v2" || used.has(String(item["workflowId"])));
      });
    },
  },
  "legacy-list-of-own-workflows": {
    title:
      "Legacy lists the workflows that the user's groups can begin, v2 all of the organization: two lists for some.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, people });
      listNext(s, running);
      onReply(s, "GET /workflow/orgName/{}", (reply, call) =>
        groupsOfReader(running, call).includes("sales") ? reply : json([]),
      );
    },
  },
  "rows-of-groups": {
    title: "The v2 list has a workflow once for each of its groups.",
    apply(s) {
      changeResult(s, "listing", (listed, _organization, call) =>
        listed.flatMap((item) => {
          const workflow = s.workflows.find(({ id }) => id === item["workflowId"]);
          const groups = new Set(workflow?.actions.map(({ groupLabel }) => groupLabel));
          return call.face === "v2" ? Array.from(groups, () => item) : [item];
        }),
      );
    },
  },
  // "List organization workflows": array of workflows
  "once-for-each-action": {
    title: "The v2 list joins the actions: each workflow is there as often as it has actions.",
    apply(s) {
      changeResult(s, "listing", (listed, _organization, call) =>
        listed.flatMap((item) => {
          const actions = s.workflows.find(({ id }) => id === item["workflowId"])?.actions ?? [];
          return call.face === "v2" ? actions.map(() => ({ ...item })) : [item];
        }),
      );
    },
  },
  // "Workflows are listed per organization name"
  "only-where-traces-are": {
    title: "The lists join the traces: a workflow without any is not in them.",
    apply(s) {
      changeResult(s, "listing", (listed) =>
        listed.filter(({ workflowId }) => [...s.traces.values()].some(({ workflow }) => workflow.id === workflowId)),
      );
    },
  },
  "only-used-workflows": {
    title: "The v2 list leaves out workflows that have no traces.",
    apply(s) {
      changeResult(s, "listing", (listed, _organization, call) =>
        listed.filter(
          (item) =>
            call.face === "legacy" || s.traces.values().some((trace) => trace.workflow.id === item["workflowId"]),
        ),
      );
    },
  },
  "workflows-joined-with-traces": {
    title: "The legacy list names a workflow once for each of its traces.",
    apply(s) {
      onReply(s, "GET /workflow/orgName/{}", (reply) => {
        const items = JSON.parse(String(reply.body)) as JsonObject[];
        const joined = items.flatMap((item) => {
          const times = [...s.traces.values()].filter((trace) => trace.workflow.id === item["workflowId"]).length;
          return Array<JsonObject>(Math.max(1, times)).fill(item);
        });
        return json(joined);
      });
    },
  },
  "v2-list-in-envelope": {
    title: "The v2 workflow list comes in the envelope.",
    apply(s) {
      onReply(s, "GET /v2/organizations/{}/workflows", (reply) =>
        json({ error: null, data: JSON.parse(String(reply.body)) as Json }),
      );
    },
  },
  "plus-for-a-blank": {
    title: "The legacy workflow list takes the plus in the name of the organization for a space, and finds nobody.",
    apply(s) {
      const { organization = "" } = s.users[0] ?? {};
      for (const one of [...s.users, ...s.workflows]) {
        if (one.organization === organization) one.organization = "Nordwind+Hansen";
      }
      around(
        s,
        "GET /workflow/orgName/{}",
        (real) =>
          (call, name = "") =>
            real(call, name.replaceAll("+", " ")),
      );
    },
  },
  "ten-workflows": {
    title: "The v2 list of an organization ends after ten workflows.",
    apply(s) {
      for (let n = 1; n <= 10; n += 1) {
        copyOfFirst(s, `5f0d7c52-6a1e-4d0b-9a55-1d1f6b0c7b${String(n).padStart(2, "0")}`, `Branch ${String(n)}`);
      }
      const { listing } = s;
      s.listing = (name, call) => (call.face === "v2" ? listing(name, call).slice(0, 10) : listing(name, call));
    },
  },
  "plus-in-organization": {
    title: "The legacy list reads its address like a query: the plus sign in the name of an organization is a blank.",
    apply(s) {
      const [own] = s.users;
      const former = own?.organization;
      for (const one of [...s.users, ...s.workflows])
        if (one.organization === former) one.organization = "Nordwind+Sons";
      around(
        s,
        "GET /workflow/orgName/{}",
        (real) =>
          (call, name = "") =>
            real(call, name.replaceAll("+", " ")),
      );
    },
  },
};
