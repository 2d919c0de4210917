import { defineOpenPoint } from "./define.ts";
import { count, listOf, orNull, record, text } from "./value-schemas.ts";

export const token = defineOpenPoint({
  id: "token",
  question: "How long does a token live, which claims does it carry, and how is it signed?",
  section: "Authentication",
  quotes: [
    {
      section: "Authentication",
      quote: "Token lifetime, refresh, claims and the behaviour on a missing or invalid token: not shown.",
    },
  ],
  readings: [
    { name: "expiring", description: "an `exp` claim says when it ends" },
    { name: "lasting", description: "no end is said" },
    { name: "encrypted", description: "the claims cannot be read" },
  ],
  example: { lifetimeS: 3600, claims: ["sub", "exp"], algorithm: "HS256" },
  requirementsAffected: [],
  valueSchema: record({ lifetimeS: orNull(count), claims: listOf(text), algorithm: orNull(text) }),
});
