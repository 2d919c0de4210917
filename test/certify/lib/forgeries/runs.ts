/** Forged accounts of what ran: by what, when, on what, for whom, signed by whom. */
import { generateKeyPairSync } from "node:crypto";
import { envelopeName, signerOf, statementName } from "../../../../reports/evidence/index.ts";
import { challengedBy } from "../../../../suites/engine/plan/run-plan.ts";
import { challenge, publicKey } from "../archives.ts";
import { moveTo, relabel, sealed, turnGreen, type Forgery } from "./forgery.ts";

const forgedKey = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();

export const runs: readonly Forgery[] = [
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

export const times: readonly Forgery[] = [
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

export const challenges: readonly Forgery[] = [
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

export const signatures: readonly Forgery[] = [
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
