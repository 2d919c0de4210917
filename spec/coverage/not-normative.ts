/** What the interface says without demanding anything of a running service, each with the reason. */
interface NotNormative {
  readonly section: string;
  readonly quote: string;
  readonly reason: string;
}

const intro = "Trace and Workflow Service Interface";
const addresses = "Says how an address is written; every request of a run is made so, its row in the summary names it.";
const absence = "Says that something is not described; what is absent cannot be broken.";
const future = "Speaks of the future of an endpoint; while it is there, it is judged as any other.";

export const notNormative: readonly NotNormative[] = [
  {
    section: intro,
    quote:
      "This document covers the whole interface of the service: a REST/JSON service for creating traces, appending actions to them, reading their state and links, searching traces of a workflow, listing the workflows of an organization, downloading files attached to traces, and obtaining a bearer token.",
    reason: "Lists what the document covers; each thing is said with its detail further down.",
  },
  {
    section: "What the service does",
    quote:
      "The service is deployed in several environments (local development on port 3000, production, US production, preprod, US preprod).",
    reason: "Says where the service runs; the five are servers of the description and entries that `init` writes.",
  },
  { section: "What the service does", quote: "Every address below is relative to `{base_url}`.", reason: addresses },
  { section: "States and transitions", quote: "Transitions: not shown.", reason: absence },
  {
    section: "States and transitions",
    quote: "No lifecycle states are named for traces, links or workflows.",
    reason: absence,
  },
  { section: "Conventions", quote: "All addresses are `{base_url}` followed by the path.", reason: addresses },
  { section: "Conventions", quote: "Path parameters are written in braces.", reason: "Explains the notation." },
  {
    section: "Summary",
    quote: "There is no legacy endpoint for the login by private key and none for downloading a single file.",
    reason: "Says what is not described; a service that has such an endpoint besides breaks nothing.",
  },
  { section: "v2 endpoints", quote: "deprecated", reason: future },
  { section: "Events", quote: "Events: not shown.", reason: absence },
  { section: "Events", quote: "No events, callbacks or webhooks are described.", reason: absence },
  { section: "Versioning", quote: "The v2 set uses the path prefix `/v2`", reason: addresses },
  {
    section: "Versioning",
    quote: "the interface description carries version 2.0.0.",
    reason: "Speaks of the description, not of a service; our own carries this version.",
  },
  { section: "Versioning", quote: "The legacy set has no version prefix", reason: addresses },
  { section: "Versioning", quote: "`POST /v2/login/credential` is marked deprecated.", reason: future },
  {
    section: "Versioning",
    quote: "Retirement schedule of deprecated or legacy endpoints: not shown.",
    reason: future,
  },
];
