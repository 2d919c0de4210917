/** What a stranger who reads the sources may try, and the words by which it must be told. */
import { generateKeyPairSync } from "node:crypto";
import { envelopeName, signerOf, statementName } from "../../../reports/evidence/index.ts";
import { challengedBy } from "../../../suites/engine/run-plan.ts";
import type { VerifyOptions } from "../../../suites/evidence/verify.ts";
import { challenge, publicKey } from "./archives.ts";
import type { Forger } from "./forger.ts";

export interface Forgery {
  readonly what: string;
  /** The archive that it begins with: of a run that failed, or of one that passed and answers a challenge. */
  readonly of: "red" | "green";
  readonly forge: (forger: Forger) => Buffer;
  readonly told: RegExp;
  /** What who verifies insists on. */
  readonly asked?: VerifyOptions;
}

const forgedKey = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/** The results as those of a run that passed. */
function turnGreen({ results }: Forger, status: "passed" | "skipped" | "waived" = "passed"): void {
  const { requirements: counts } = results.summary;
  for (const requirement of results.requirements) {
    if (requirement.status !== "failed" && requirement.status !== "warned") continue;
    counts[requirement.status] -= 1;
    counts[status] += 1;
    requirement.status = status;
    if (status === "passed") {
      delete requirement.failures;
      delete requirement.failureCount;
    } else requirement.reason = "does not apply here";
  }
  results.verdict = "conformant";
  results.reasons = [];
}

function failingScripts({ results }: Forger): Set<string> {
  const failures = results.requirements.flatMap(({ failures: own = [] }) => own);
  return new Set(failures.map(({ script }) => script.id));
}

/** Results and record of another time. */
function moveTo(forger: Forger, startedAt: string): void {
  const byMs = Date.parse(startedAt) - Date.parse(forger.run.startedAt);
  forger.run.startedAt = forger.results.startedAt = startedAt;
  forger.run.openedAtMs += byMs;
  forger.run.clockOriginMs += byMs;
}

function relabel({ results, run }: Forger): void {
  run.environment.name = run.target.name = results.environment.name = "vendor";
  run.environment.baseUrl = results.environment.baseUrl = "https://traces.vendor.example";
}

const sealed =
  (change: (forger: Forger) => void) =>
  (forger: Forger): Buffer => {
    change(forger);
    return forger.sealed();
  };

const results: readonly Forgery[] = [
  {
    what: "the verdict alone",
    of: "red",
    forge: (forger) => {
      forger.text("results.json", (text) => text.replace('"non-conformant"', '"conformant"'));
      return forger.asIs();
    },
    told: /results\.json was changed/,
  },
  { what: "a red run turned green", of: "red", forge: sealed(turnGreen), told: /"passed" at \/requirements\/STATE/ },
  {
    what: "failures called inapplicable",
    of: "red",
    forge: sealed((forger) => turnGreen(forger, "skipped")),
    told: /"skipped" at \/requirements\/STATE/,
  },
  {
    what: "failures called waived",
    of: "red",
    forge: sealed((forger) => turnGreen(forger, "waived")),
    told: /"waived" at \/requirements\/STATE/,
  },
  {
    what: "failed requirements left out of the list",
    of: "red",
    forge: sealed(({ results: told }) => {
      told.requirements = told.requirements.filter(({ status }) => status !== "failed");
      told.summary.requirements.failed = 0;
      told.verdict = "conformant";
      told.reasons = [];
    }),
    told: /at \/requirements/,
  },
  {
    what: "one requirement, dated 2099, with 999,999 exchanges",
    of: "red",
    forge: sealed((forger) => {
      turnGreen(forger);
      forger.results.requirements = forger.results.requirements.slice(0, 1);
      forger.results.startedAt = "2099-01-01T00:00:00.000Z";
      forger.results.summary.exchanges = 999_999;
    }),
    told: /says 999999 at \/summary\/exchanges/,
  },
  {
    what: "more scripts than were run",
    of: "green",
    forge: sealed(({ results: told }) => void (told.summary.cases = 5_000)),
    told: /says 5000 at \/summary\/cases/,
  },
  {
    what: "answers quicker than they came",
    of: "green",
    forge: sealed(({ results: told }) => {
      for (const operation of told.operations) operation.latencyMs = { p50: 0.1, p95: 0.2, p99: 0.3 };
    }),
    told: /at \/operations/,
  },
  {
    what: "server errors taken out of the tally",
    of: "green",
    forge: sealed(({ results: told }) => {
      for (const operation of told.operations) operation.statuses = { 200: operation.exchanges };
    }),
    told: /at \/operations\/.*\/statuses/,
  },
  {
    what: "a failure told more mildly",
    of: "red",
    forge: sealed(({ results: told }) => {
      for (const { failures = [] } of told.requirements) for (const failure of failures) failure.message = "a trifle";
    }),
    told: /says "a trifle" at \/requirements/,
  },
  {
    what: "a MUST that became a SHOULD",
    of: "red",
    forge: sealed(({ results: told }) => {
      for (const one of told.requirements)
        if (one.status === "failed") Object.assign(one, { level: "SHOULD", status: "warned" });
    }),
    told: /says "SHOULD" at \/requirements/,
  },
  {
    what: "a requirement worded so that it holds",
    of: "red",
    forge: sealed(({ results: told }) => {
      for (const one of told.requirements) if (one.status === "failed") one.statement = "Answers are answers.";
    }),
    told: /says "Answers are answers\." at/,
  },
  {
    what: "fewer judgements than were made",
    of: "red",
    forge: sealed(({ results: told }) => {
      for (const one of told.requirements) if (one.failureCount !== undefined) one.failureCount = 1;
    }),
    told: /at \/requirements\/.*\/failureCount/,
  },
  {
    what: "traces that were left behind",
    of: "green",
    forge: sealed(({ results: told }) => void (told.tracesLeft = [])),
    told: /at \/tracesLeft/,
  },
  {
    what: "the HTML report alone",
    of: "red",
    forge: (forger) => {
      forger.text("report.html", (text) => text.replaceAll("non-conformant", "conformant"));
      return forger.restated();
    },
    told: /report\.html does not say what results\.json says/,
  },
  {
    what: "the JUnit report alone",
    of: "red",
    forge: (forger) => {
      forger.text("junit.xml", (text) => text.replaceAll("<failure", "<system-out"));
      return forger.restated();
    },
    told: /junit\.xml does not say/,
  },
  {
    what: "the statement's own verdict",
    of: "red",
    forge: (forger) => {
      forger.text(statementName, (text) => text.replace('"FAILED"', '"PASSED"'));
      return forger.asIs();
    },
    told: /test-result\.intoto\.json does not say/,
  },
];

const runs: readonly Forgery[] = [
  {
    what: "another target, in the results",
    of: "green",
    forge: sealed(({ results: told }) => {
      told.environment.name = "vendor";
      told.environment.baseUrl = "https://traces.vendor.example";
    }),
    told: /says "vendor" at \/environment\/name/,
  },
  {
    what: "another target, in everything, by one who cannot sign for it",
    of: "green",
    forge: sealed(relabel),
    told: /signs another statement/,
    asked: { key: publicKey },
  },
  {
    what: "quick for standard, in the results",
    of: "green",
    forge: sealed(({ results: told }) => void (told.depth = "standard")),
    told: /says "standard" at \/depth/,
  },
  {
    what: "quick for standard, in everything",
    of: "green",
    forge: sealed((forger) => void (forger.run.depth = forger.results.depth = "standard")),
    told: /scripts of the run's seed, depth and profile are without a history/,
  },
  {
    what: "quick, where standard is asked for",
    of: "green",
    forge: (forger) => forger.asIs(),
    told: /wanted at least standard/,
    asked: { depth: "standard" },
  },
  {
    what: "another version of the suite, by which it was all green",
    of: "red",
    forge: sealed((forger) => {
      turnGreen(forger);
      forger.run.suite.version = forger.results.suite.version = "9.9.9";
    }),
    told: /"passed" at \/requirements\/STATE/,
  },
  {
    what: "other files of the suite, by which it was all green",
    of: "red",
    forge: sealed((forger) => {
      turnGreen(forger);
      forger.run.suite.suiteDigest = "0".repeat(64);
    }),
    told: /"passed" at \/requirements\/STATE/,
  },
  {
    what: "waivers, of which the record still tells",
    of: "red",
    forge: sealed((forger) => {
      forger.run.environment.waivers = [{ requirement: "STATE-03", reason: "none", expires: "2999-01-01" }];
    }),
    told: /waivers: STATE-03/,
  },
  {
    what: "credentials taken away, so that failures do not apply",
    of: "red",
    forge: sealed((forger) => {
      forger.run.credentials = {};
      turnGreen(forger, "skipped");
    }),
    told: /not as seed|not of the suite|"skipped" at/,
  },
  {
    what: "an account of what ran that the histories do not give",
    of: "green",
    forge: (forger) => {
      forger.sealed();
      forger.text("run.json", (text) => text.replace('"profileGiven": false', '"profileGiven": true'));
      return forger.restated();
    },
    told: /run\.json says true at \/profileGiven/,
  },
];

const histories: readonly Forgery[] = [
  {
    what: "a line, and not the digests behind it",
    of: "red",
    forge: (forger) => {
      const [line] = forger.lines.filter(({ type }) => type === "exchange");
      if (line) line.exchange.receivedAtMs += 1;
      return forger.sealed(false);
    },
    told: /the digest is not that of the lines above it/,
  },
  {
    what: "failing scripts left out",
    of: "red",
    forge: sealed((forger) => {
      const failing = failingScripts(forger);
      forger.keep(({ id }) => ![...failing].some((one) => one.startsWith(id) || id.startsWith(one)));
      turnGreen(forger);
    }),
    told: /without a history/,
  },
  {
    what: "the last histories cut off",
    of: "red",
    forge: sealed((forger) => void (forger.lines = forger.lines.slice(0, -40))),
    told: /its end is missing/,
  },
  {
    what: "nothing but what ran",
    of: "green",
    forge: sealed((forger) => forger.keep(() => false)),
    told: /without a history/,
  },
  {
    what: "failing scripts judged on something else",
    of: "red",
    forge: sealed((forger) => {
      const failing = failingScripts(forger);
      for (const line of forger.lines)
        if (line.type === "history" && failing.has(line.script.id)) line.judgedOn = ["FLOW-01"];
      turnGreen(forger);
    }),
    told: /not of the suite/,
  },
  {
    what: "scripts that ask for less",
    of: "green",
    forge: sealed((forger) => {
      for (const line of forger.lines)
        if (line.type === "history" && line.script.id.startsWith("scenarios/"))
          line.script.steps = line.script.steps.slice(0, 1);
    }),
    told: /not as seed \d+ makes them/,
  },
  {
    what: "a script of one's own",
    of: "green",
    forge: sealed((forger) => {
      const at = forger.lines.findIndex(({ type, script }) => type === "history" && !script.id.startsWith("probes/"));
      const end = forger.lines.findIndex(({ type }, place) => place > at && type === "chain");
      const copy = structuredClone(forger.lines.slice(at, end + 1));
      const [opening] = copy;
      if (opening) opening.script.id = "scenarios/made-up";
      forger.lines.splice(end + 1, 0, ...copy);
      for (const line of forger.lines) if (line.type === "closed") line.histories += 1;
    }),
    told: /not of the suite, such as scenarios\/made-up/,
  },
  {
    what: "an answer, and not its digest",
    of: "red",
    forge: sealed((forger) => {
      const [first] = forger.exchanges().filter(({ exchange }) => exchange.response?.text?.includes("tcMark"));
      if (first?.exchange.response?.text !== undefined) first.exchange.response.text += " ";
    }),
    told: /has a body of another size than it says/,
  },
  {
    what: "statuses of refusals",
    of: "green",
    forge: sealed((forger) => {
      for (const { exchange, script } of forger.exchanges())
        if (!script.id.startsWith("probes/") && exchange.response?.status === 404) exchange.response.status = 500;
    }),
    told: /at \/(operations|requirements|verdict)/,
  },
  {
    what: "answers and digests and results that fit each other, by one who cannot sign",
    of: "red",
    forge: sealed((forger) => {
      for (const { exchange } of forger.exchanges())
        if (exchange.response?.text !== undefined) forger.answer(exchange, exchange.response.text.replace("1", "2"));
      turnGreen(forger);
    }),
    told: /signs another statement/,
    asked: { key: publicKey },
  },
  {
    what: "a profile by which other behaviour is right",
    of: "green",
    forge: sealed((forger) => {
      const { readings } = forger.profile as { readings: Record<string, { value?: unknown } | undefined> };
      readings["input-features"] = { ...readings["input-features"], value: { accepted: [], refused: ["data.nul"] } };
    }),
    told: /profile\.json says .* at \/readings\/input-features/,
  },
  {
    what: "a profile that was given, and no probes",
    of: "green",
    forge: sealed((forger) => {
      forger.run.profileGiven = true;
      forger.keep(({ id }) => !id.startsWith("probes/"));
    }),
    told: /its profile was given, and no probe looked/,
  },
  {
    what: "answers to probes",
    of: "green",
    forge: sealed((forger) => {
      for (const { exchange, script } of forger.exchanges())
        if (script.id.startsWith("probes/refusals") && exchange.response) exchange.response.status = 200;
    }),
    told: /profile\.json says/,
  },
];

const times: readonly Forgery[] = [
  {
    what: "a run of the year 2099",
    of: "green",
    forge: sealed((forger) => moveTo(forger, "2099-01-01T00:00:00.000Z")),
    told: /which is yet to come/,
  },
  {
    what: "a run of last year",
    of: "green",
    forge: sealed((forger) => {
      moveTo(forger, "2025-01-01T00:00:00.000Z");
    }),
    told: /it was made at another time|names another day/,
  },
  {
    what: "answers that came before they were asked for",
    of: "green",
    forge: sealed((forger) => {
      for (const { exchange } of forger.exchanges().slice(0, 5)) exchange.receivedAtMs = exchange.sentAtMs - 5;
    }),
    told: /was answered before it was sent/,
  },
  {
    what: "everything at once",
    of: "green",
    forge: sealed((forger) => {
      for (const { exchange } of forger.exchanges())
        Object.assign(exchange, { sentAtMs: 20_000, receivedAtMs: 20_001 });
    }),
    told: /requests were under way at once; the run was limited to 32/,
  },
  {
    what: "steps in another order",
    of: "green",
    forge: sealed((forger) => {
      const [first] = forger.exchanges().filter(({ exchange }) => exchange.index === 1 && exchange.parallel !== true);
      if (first) first.exchange.sentAtMs -= 1_000;
    }),
    told: /was sent before the step ahead of it was answered/,
  },
  {
    what: "a run of no time",
    of: "green",
    forge: sealed((forger) => {
      const last = forger.exchanges().at(-1)?.exchange;
      if (last) last.receivedAtMs += 3_600_000;
      forger.results.summary.durationMs = 1;
    }),
    told: /the scripts' exchanges took \d+ ms, and the run 1 ms/,
  },
];

const challenges: readonly Forgery[] = [
  {
    what: "no challenge where one is asked for",
    of: "red",
    forge: (forger) => forger.asIs(),
    told: /answers no challenge/,
    asked: { challenge },
  },
  {
    what: "somebody else's challenge",
    of: "green",
    forge: (forger) => forger.asIs(),
    told: /answers the challenge "given by/,
    asked: { challenge: "another" },
  },
  {
    what: "a challenge written onto an earlier run",
    of: "red",
    forge: sealed((forger) => void (forger.run.challenge = forger.results.challenge = challenge)),
    told: /do not follow from the challenge/,
    asked: { challenge },
  },
  {
    what: "a challenge, and the seed and run id that follow from it, written onto an earlier run",
    of: "green",
    forge: sealed((forger) => {
      const follows = challengedBy("another", new Date(forger.run.startedAt));
      for (const one of [forger.run, forger.results]) Object.assign(one, follows, { challenge: "another" });
    }),
    told: /would have been asked by the probes|not as seed/,
    asked: { challenge: "another" },
  },
];

const signatures: readonly Forgery[] = [
  {
    what: "the signature taken off",
    of: "green",
    forge: (forger) => {
      forger.files.delete(envelopeName);
      return forger.asIs();
    },
    told: /it carries no signature/,
    asked: { key: publicKey },
  },
  {
    what: "another target in everything, signed with a key of one's own",
    of: "green",
    forge: (forger) => {
      relabel(forger);
      forger.sealed();
      const envelope = signerOf(forgedKey)(forger.files.get(statementName) ?? Buffer.of());
      forger.files.set(envelopeName, Buffer.from(JSON.stringify(envelope)));
      return forger.asIs();
    },
    told: /it is not signed by the key/,
    asked: { key: publicKey },
  },
  {
    what: "a payload of another type",
    of: "green",
    forge: (forger) => {
      forger.text(envelopeName, (text) => text.replace("vnd.in-toto+json", "json"));
      return forger.asIs();
    },
    told: /the envelope holds application\/json/,
    asked: { key: publicKey },
  },
];

export const forgeries: readonly Forgery[] = [
  ...results,
  ...runs,
  ...histories,
  ...times,
  ...challenges,
  ...signatures,
];
