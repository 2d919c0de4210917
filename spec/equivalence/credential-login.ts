import { defineEquivalence, envelopeOnV2 } from "./define.ts";

export const credentialLogin = defineEquivalence({
  id: "credential-login",
  requirement: "AUTH-31",
  operations: ["v2LoginCredential", "legacyLoginCredential"],
  given: "The same email and password. Two tokens are never compared: each may carry its own time and id.",
  parts: [
    {
      name: "what a token of either login opens",
      left: { operation: "v2ListWorkflows", at: [] },
      right: { operation: "v2ListWorkflows", at: [] },
      comparison: "same-set",
      when: "the organization is known; sent once with each token",
    },
  ],
  why: "Authentication is described once for both sets: a token of either login is a bearer token of the service.",
  statedDifferences: [
    envelopeOnV2,
    {
      difference: "The v2 credential login is deprecated, the legacy one is not said to be.",
      section: "Versioning",
      quote: "`POST /v2/login/credential` is marked deprecated.",
    },
  ],
});
