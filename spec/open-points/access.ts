/** What is open about tokens. */
import { defineOpenPoints } from "./define.ts";
import { count, flag, listOf, orNull, record, status, text } from "./value-schemas.ts";

const nothingOfTokens = {
  section: "Authentication",
  quote: "Token lifetime, refresh, claims and the behaviour on a missing or invalid token: not shown.",
};

export const accessOpenPoints = defineOpenPoints({
  token: {
    question: "How long does a token live, which claims does it carry, and how is it signed?",
    section: "Authentication",
    quotes: [nothingOfTokens],
    readings: [
      { name: "expiring", description: "an `exp` claim says when it ends" },
      { name: "lasting", description: "no end is said" },
      { name: "encrypted", description: "the claims cannot be read" },
    ],
    example: { lifetimeS: 3600, claims: ["sub", "exp"], algorithm: "HS256" },
    valueSchema: record({ lifetimeS: orNull(count), claims: listOf(text), algorithm: orNull(text) }),
    measured: true,
  },
  "no-token": {
    question: "How is a request without a token answered?",
    section: "Authentication",
    quotes: [nothingOfTokens],
    readings: [
      { name: "401", description: "with status 401" },
      { name: "403", description: "with status 403" },
      {
        name: "another refusal",
        description: "with another status, or with status 200 and the failure in the envelope",
      },
    ],
    example: { refused: true, status: 401 },
    valueSchema: record({ refused: flag, status }),
  },
});
