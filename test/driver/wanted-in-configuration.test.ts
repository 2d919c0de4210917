/** What is wanted of a value in a configuration is said in words that go on within the sentence. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ConfigurationError, loadConfiguration } from "../../driver/index.ts";
import { emptyFolder } from "../cli/lib/run-cli.ts";

function complaintOf(settings: object): string {
  const file = join(emptyFolder(), "trace-conformance.yaml");
  writeFileSync(file, JSON.stringify({ environments: { a: { baseUrl: "https://a.example", ...settings } } }));
  try {
    loadConfiguration(file, {});
    return "none";
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.message.replace(/^.*?environments\.a\./, "");
  }
}

const waiver = { requirement: "STATE-03", reason: "TICKET-1", expires: "2028-02-29" };
const workflow = { id: "7", actions: [{ key: "open", groupLabel: "clerks" }] };

test.each<readonly [string, object, string]>([
  ["a leap day", { waivers: [waiver] }, "none"],
  [
    "a day that no calendar has",
    { waivers: [{ ...waiver, expires: "2027-02-31" }] },
    'waivers.0.expires: wanted a day of the calendar, got "2027-02-31". For example: "2027-01-31".',
  ],
  [
    "a day that is not written as one",
    { waivers: [{ ...waiver, expires: "31.1.2027" }] },
    'waivers.0.expires: wanted a date as YYYY-MM-DD, the last day on which the waiver holds, got "31.1.2027".',
  ],
  [
    "an area in place of a requirement",
    { waivers: [{ ...waiver, requirement: "STATE" }] },
    'waivers.0.requirement: wanted the id of one requirement, and not of an area, got "STATE". For example: "PAGE-07".',
  ],
  [
    "no reason",
    { waivers: [{ ...waiver, reason: "" }] },
    'waivers.0.reason: wanted a text that is not empty, got "". For example: "TICKET-123".',
  ],
  [
    "an empty list",
    { workflows: [{ ...workflow, actions: [{ ...workflow.actions[0], after: [] }] }] },
    "workflows.0.actions.0.after: wanted a list that is not empty, got [].",
  ],
  ["half a certificate", { tls: { certFile: "a.pem" } }, 'tls: wanted the key "keyFile" beside "certFile", got {'],
])("%s", (_, settings, told) => {
  expect(complaintOf(settings).slice(0, told.length)).toBe(told);
});

test.each(["token", "email", "password", "privateKey"])("%s beside the credentials belongs below them", (key) => {
  expect(complaintOf({ [key]: "x" })).toContain(`Write it as "credentials.${key}", or remove it.`);
});
