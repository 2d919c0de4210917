/** Requirements on good manners. */
import { defineRequirements, everyOperation } from "./define.ts";

export const robustness = defineRequirements({
  "ROBUST-01": {
    level: "SHOULD",
    basis: "robustness",
    statement: "Bad input is answered with a 4xx, not with a 5xx.",
    section: "Errors",
    operations: everyOperation,
    readings: ["error-statuses"],
    shownBy: "exchange",
  },
  "ROBUST-02": {
    level: "SHOULD",
    basis: "robustness",
    statement: "Every request is answered within the configured time.",
    section: "Errors",
    operations: everyOperation,
    readings: ["rate-limit"],
    shownBy: "delivery",
  },
  "ROBUST-03": {
    level: "SHOULD",
    basis: "robustness",
    statement: "An error response shows no stack trace or other insides of the service.",
    section: "Errors",
    operations: everyOperation,
    readings: ["error-bodies"],
    shownBy: "exchange",
  },
  "ROBUST-04": {
    level: "SHOULD",
    basis: "robustness",
    statement: "Every request gets a complete HTTP response; the connection is not cut.",
    section: "Errors",
    operations: everyOperation,
    shownBy: "delivery",
  },
  "ROBUST-05": {
    level: "SHOULD",
    basis: "robustness",
    statement: "No response repeats a password, a private key or a bearer token that was sent.",
    section: "Errors",
    operations: everyOperation,
    shownBy: "secrets",
  },
  "ROBUST-06": {
    level: "SHOULD",
    basis: "robustness",
    statement: "An error response that says it is JSON is well-formed JSON.",
    section: "Errors",
    operations: everyOperation,
    readings: ["error-bodies"],
    shownBy: "exchange",
  },
  "ROBUST-07": {
    level: "SHOULD",
    basis: "robustness",
    statement: "A response keeps within the configured bounds of size, decompressed size and nesting.",
    section: "Errors",
    operations: everyOperation,
    shownBy: "delivery",
  },
  "ROBUST-08": {
    level: "SHOULD",
    basis: "robustness",
    statement:
      "Plain requests are answered: a 5xx or a lost connection, now and then, is no more frequent than `limits.errorRate`.",
    section: "Errors",
    operations: everyOperation,
    shownBy: "delivery",
  },
});
