/** Lists of workflows that hold more than one expects. */
import { randomUUID } from "node:crypto";
import { type Workflow, workflowsOf } from "../../../lib/service/domain.ts";
import { aroundStep, changeResult, type Variants } from "../../tools.ts";

export const workflows: Variants = {
  "five-hundred-workflows": {
    title: "The organization has five hundred more workflows, many of one name, some with odd ones, some without.",
    why: "A workflow name is a string; nothing says that it is unique, short or not empty, or how many there are.",
    apply(s) {
      const [{ organization }] = s.workflows as [Workflow];
      s.told.workflows = workflowsOf(s.workflows, organization);
      const names = ["Returns ", "返品 📦", 'The "old" one / v2', ""];
      for (let at = 0; at < 500; at += 1) {
        s.workflows.push({ id: randomUUID(), name: names[at % 100] ?? "Copy of Returns", organization, actions: [] });
      }
    },
  },
  "archived-workflows": {
    title:
      "The lists show archived workflows too, with numbers as ids, one by the name of a living one, and tell more of " +
      "each than id and name.",
    why: "Nothing says that ids are UUIDs, that names are unique, or that an item has no other members.",
    apply(s) {
      const archived: Workflow[] = ["Returns", "Claims (until 2019)", "Prüfaufträge"].map((name, at) => ({
        id: String(417 + at),
        name,
        organization: s.users[0]?.organization ?? "",
        actions: [],
      }));
      aroundStep(s, "findWorkflow", (findWorkflow) => (user, which, call) => {
        const found = archived.find(({ id, organization }) => id === which && organization === user.organization);
        return found ?? findWorkflow(user, which, call);
      });
      changeResult(s, "listing", (listed, organization) => [
        ...archived
          .filter((workflow) => workflow.organization === organization)
          .map(({ id, name }) => ({ workflowId: id, workflowName: name, archived: true, labels: [], owner: null })),
        ...listed.map((item) => ({ ...item, archived: false, labels: ["live"], owner: "it" })),
      ]);
    },
  },
  "many-workflows-of-two-names": {
    title: "The organization has 150 more workflows that take no actions, most of one name, one with an empty name.",
    why: "A workflow has an identifier and a name; that names differ is not said. Old versions stay listed.",
    apply(s) {
      const [first] = s.workflows as [Workflow];
      const old = Array.from({ length: 150 }, (_, n): Workflow => {
        const id = `0c9e4d11-3b5f-4a77-8e21-${String(n).padStart(12, "0")}`;
        const name = n === 0 ? "" : n % 3 === 0 ? "Überweisungen „alt“ 📄" : first.name;
        return { id, name, organization: first.organization, actions: [] };
      });
      const { findWorkflow } = s;
      changeResult(s, "listing", (listed, organization) => [
        ...(organization === first.organization ? old : []).map(({ id, name }) => ({
          workflowId: id,
          workflowName: name,
        })),
        ...listed,
      ]);
      s.findWorkflow = (user, which, call) =>
        old.find(({ id, organization }) => id === which && organization === user.organization) ??
        findWorkflow(user, which, call);
    },
  },
  namesakes: {
    title: "The list has further workflows, two of them with the names of those that are used, in no fixed order.",
    why: "Only the identifier tells workflows apart; an older release of a workflow keeps its name and its traces.",
    apply(s) {
      const used = s.workflows.filter(({ organization }) => organization === s.users[0]?.organization);
      s.told.workflows = used.map(({ id, name, actions }) => ({ id, name, actions }));
      const older = used.map((workflow) => ({ ...workflow, id: randomUUID() }));
      const others = Array.from({ length: 40 }, (_, n) => ({
        id: randomUUID(),
        name: `Pilot ${String(n + 1)}`,
        organization: s.users[0]?.organization ?? "",
        actions: [],
      }));
      s.workflows.push(...older, ...others);
      changeResult(s, "listing", (listed) =>
        listed
          .map((item) => ({ item, place: Math.random() }))
          .sort((a, b) => a.place - b.place)
          .map(({ item }) => item),
      );
    },
  },
};
