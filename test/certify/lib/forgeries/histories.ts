/** Forged histories. */
import { publicKey } from "../archives.ts";
import type { Forger, Line } from "../forger.ts";
import { failingScripts, sealed, turnGreen, type Forgery } from "./forgery.ts";

export const histories: readonly Forgery[] = [
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
  {
    what: "failing scripts said to have run again, until they passed",
    of: "red",
    forge: sealed((forger) => {
      runAgain(forger, `${forger.run.runId}r1`);
      turnGreen(forger);
    }),
    told: /did not run as often as the answers that were lost ask for/,
  },
  {
    what: "failing scripts said to have run again in another run",
    of: "red",
    forge: sealed((forger) => {
      runAgain(forger, "20200101-abcdefr1");
      turnGreen(forger);
    }),
    told: /(not as seed \d+ makes them|are there twice)/,
  },
];

/** Puts a second history behind each one that fails. */
function runAgain(forger: Forger, again: string): void {
  const failing = failingScripts(forger);
  let copy: Line[] = [];
  let count = 0;
  forger.lines = forger.lines.flatMap((line) => {
    if (line.type === "history" && failing.has(line.script.id)) copy = [{ ...structuredClone(line), again }];
    else if (copy.length > 0) copy.push(structuredClone(line));
    if (line.type !== "chain" || copy.length === 0) return [line];
    const whole = copy;
    copy = [];
    count += 1;
    return [line, ...whole];
  });
  for (const line of forger.lines) if (line.type === "closed") line.histories += count;
}
