/** What the interface leaves open, in words that several variants give as their reason. */

export const ofTheWorkflow = "What may come next is a matter of the workflow; the interface names no transitions.";

export const stateNotShown = "The content of the state is left open.";

export const pagesOpen =
  "The default page size, bounds of pages and the rules for combining their four members are not shown";

export const formsNotShown = "Forms, limits and what counts as the same are not shown.";

export const ofTheDeployment =
  "Each of these is the workflow's or the deployment's own business; a house has several of them at once.";

export const openByItself = "Each of these is open by itself; houses choose several of them together.";

export const noTransitions =
  "The interface names no transitions, and leaves data, state, links, forms, limits, groups and error answers open.";
