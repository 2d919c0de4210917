/** Users who reach what belongs to another organization, or are kept from their own. */
import { json } from "../../../lib/service/http.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { copyOfFirst } from "../../changes/people.ts";
import { onRefusedRequest, aroundStep, around, type Faults, isV2Action } from "../../tools.ts";

export const organizations: Faults = {
  "foreign-action": {
    title: "A user of another organization may append to any trace whose id is known, through v2.",
    apply(s) {
      const { findTrace, findWorkflow } = s;
      const owner = (organization: string | undefined) => s.users.find((user) => user.organization === organization);
      s.findTrace = (user, id, call) => {
        const known = isV2Action(call) ? owner(s.traces.get(id.toLowerCase())?.workflow.organization) : undefined;
        return findTrace(known ?? user, id, call);
      };
      s.findWorkflow = (user, which, call) => {
        const known = isV2Action(call)
          ? owner(s.workflows.find((workflow) => workflow.id === which)?.organization)
          : undefined;
        return findWorkflow(known ?? user, which, call);
      };
    },
  },
  "search-for-strangers": {
    title: "The legacy search takes the id of any workflow, also from users of another organization.",
    apply(s) {
      aroundStep(s, "findWorkflow", (findWorkflow) => (user, which, call) => {
        const any = call.face === "legacy" && call.path[1] === "search";
        return s.workflows.find((workflow) => any && workflow.id === which) ?? findWorkflow(user, which, call);
      });
    },
  },
  "refused-with-data": {
    title: "A v2 read of the state of somebody else's trace is refused with 403, but the state is beside the error.",
    apply(s) {
      aroundStep(s, "refuse", (refuse) => (call, refusal) => {
        const trace = s.traces.get((call.path[2] ?? "").toLowerCase());
        const read = call.face === "v2" && call.path[3] === "state" && refusal.kind === "foreign";
        if (!read || !trace) return refuse(call, refusal);
        const error = { code: refusal.kind, message: refusal.message };
        return json({ error, data: { state: trace.state } }, s.statuses.foreign);
      });
    },
  },
  "creation-for-strangers": {
    title: "The legacy creation takes any workflow, also from users of another organization.",
    choice: "Who may use a workflow is not shown; what is made there is judged like any trace.",
    apply(s) {
      aroundStep(s, "findWorkflow", (findWorkflow) => (user, which, call) => {
        const creates = call.face === "legacy" && call.path.length === 1;
        return s.workflows.find((workflow) => creates && workflow.id === which) ?? findWorkflow(user, which, call);
      });
    },
  },
  // "Workflows are listed per organization name."
  "list-of-the-asker": {
    title: "The v2 workflow list is that of the user's own organization, whatever the name.",
    apply(s) {
      around(s, "GET /v2/organizations/{}/workflows", (real) => async (call) => {
        const user = await s.authenticate(call);
        return real(call, user.organization);
      });
    },
  },
  // "`{state: object}`, the state data of the trace after the action": nothing but its actions makes it
  "refused-strangers-write": {
    title: "A legacy action by a user of another organization is refused with 403, and its data are in the state.",
    apply(s) {
      onRefusedRequest(s, "POST /trace/{}/link", async (error, call, id = "") => {
        const trace = s.traces.get(id.toLowerCase());
        if (trace && error instanceof Refusal && error.kind === "foreign") {
          const { data = {} } = await s.readInput(call);
          trace.state = s.merge(trace, data, call);
        }
      });
    },
  },
  "all-organizations-listed": {
    title: "The legacy list also names the workflows of the other organizations.",
    apply(s) {
      aroundStep(s, "listing", (listing) => (organization, call) => {
        const others = new Set(s.workflows.map((workflow) => workflow.organization));
        others.delete(organization);
        const more = call.face === "legacy" ? [...others].flatMap((other) => listing(other, call)) : [];
        return [...listing(organization, call), ...more];
      });
    },
  },
  "organizations-by-prefix": {
    title: "The legacy list holds the workflows of all organizations whose names begin with the one given.",
    apply(s) {
      const [first] = s.workflows;
      const organization = `${first?.organization ?? ""} North`;
      copyOfFirst(s, "5f0d7c52-6a1e-4d0b-9a55-1d1f6b0c7a04", "Timber Accounts", organization);
      aroundStep(s, "listing", (listing) => (name, call) => {
        const names = new Set(s.workflows.map((workflow) => workflow.organization));
        if (call.face === "v2") return listing(name, call);
        return [...names].filter((one) => one.startsWith(name)).flatMap((one) => listing(one, call));
      });
    },
  },
  "refused-for-all": {
    title: "That a trace was refused to a stranger is kept for three seconds by its id: so it is to its own people.",
    apply(s) {
      const until = new Map<string, number>();
      aroundStep(s, "findTrace", (findTrace) => (user, id, call) => {
        if ((until.get(id) ?? 0) > Date.now()) throw new Refusal("foreign", "not a trace of yours");
        try {
          return findTrace(user, id, call);
        } catch (error) {
          if (error instanceof Refusal && error.kind === "foreign") until.set(id, Date.now() + 3000);
          throw error;
        }
      });
    },
  },
};
