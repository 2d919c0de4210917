/** `serve`: the reference service, for local development and for seeing faults. */
import { once } from "node:events";
import { startReference } from "../../reference/index.ts";
import { faults } from "../../reference/faults/index.ts";
import { parseLimits } from "../../reference/policy/limits.ts";
import { variants } from "../../reference/variants/index.ts";
import { didYouMean } from "../../suites/did-you-mean.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandModule } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { choice, collect, durationMs, flag, list, text, wholeNumber } from "../options.ts";
import { print, remark } from "../terminal.ts";

const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;

export const serveCommand: CommandModule = {
  examples: [
    "trace-conformance serve",
    "trace-conformance serve --port 3000 --data ./traces",
    "trace-conformance serve --database postgres://user:password@db.example/traces",
    "trace-conformance serve --seed users.yaml --limit fileBytes=100MiB --log info",
    "trace-conformance serve --fault state/last-member-is-dropped",
    "trace-conformance serve --list-faults",
  ],
  declare(command) {
    command
      .option("--port <number>", "port to listen on", "3000")
      .option("--host <address>", "address to listen on", "127.0.0.1")
      .option("--database <url>", "keep the data on a PostgreSQL server")
      .option(
        "--data <folder>",
        "keep the data there, in an embedded PostgreSQL; without it and --database they are gone at the end",
      )
      .option("--seed <file>", "YAML with users, organizations and workflows")
      .option("--fault <id>", "be wrong in this way (repeatable)", collect)
      .option("--variant <id>", "read an open point in this other way (repeatable)", collect)
      .option("--limit <name=number>", "refuse what is larger, such as fileBytes=100MiB (repeatable)", collect)
      .option("--token-lifetime <duration>", "how long a login lasts", "1h")
      .option("--key-rotation <duration>", "how long a key signs tokens before a new one takes its place", "720h")
      .option("--log <level>", `log requests to stdout: ${LOG_LEVELS.join(", ")}`)
      .option("--list-faults", "list the faults and variants and end");
  },
  async run({ terminal, interrupted }, options) {
    if (flag(options, "listFaults")) {
      for (const { id, title } of [...faults, ...variants]) print(terminal, `${id}  ${title}`);
      return exitCodes.conformant;
    }
    const port = wholeNumber(options, "port", { least: 0, most: 65_535 }) ?? 3000;
    const host = text(options, "host");
    const database = databaseUrl(text(options, "database"));
    const dataDir = text(options, "data");
    const seedFile = text(options, "seed");
    const logLevel = choice(options, "log", LOG_LEVELS);
    const tokenLifetimeMs = durationMs(options, "tokenLifetime", "--token-lifetime");
    const keyRotationMs = durationMs(options, "keyRotation", "--key-rotation");
    const reference = await startReference({
      port,
      faults: known(list(options, "fault"), faults, "fault"),
      variants: known(list(options, "variant"), variants, "variant"),
      limits: parseLimits(list(options, "limit")),
      ...(host === undefined ? {} : { host }),
      ...(database === undefined ? {} : { database }),
      ...(dataDir === undefined ? {} : { dataDir }),
      ...(seedFile === undefined ? {} : { seedFile }),
      ...(logLevel === undefined ? {} : { logLevel }),
      ...(tokenLifetimeMs === undefined ? {} : { tokenLifetimeS: Math.ceil(tokenLifetimeMs / 1000) }),
      ...(keyRotationMs === undefined ? {} : { keyRotationS: Math.ceil(keyRotationMs / 1000) }),
    });
    print(terminal, reference.baseUrl);
    remark(terminal, "the reference service is listening; Ctrl-C ends it");
    if (!interrupted.aborted) await once(interrupted, "abort");
    await reference.close();
    return exitCodes.conformant;
  },
};

/** The ids, each checked against the registry. @throws UsageError naming the nearest. */
function known(ids: readonly string[], registry: readonly { readonly id: string }[], what: string): string[] {
  const names = registry.map((entry) => entry.id);
  for (const id of ids)
    if (!names.includes(id))
      throw new UsageError(
        `no ${what} "${id}".${didYouMean(id, names) || beside(id, names)} See "trace-conformance serve --list-faults".`,
      );
  return [...ids];
}

/** Where no id is near: those of the same folder that begin alike, else all of the folder. */
function beside(id: string, names: readonly string[]): string {
  const folder = `${id.split("/")[0] ?? ""}/`;
  const there = id.includes("/") ? names.filter((name) => name.startsWith(folder)) : [];
  const longer = there.filter((name) => name.startsWith(id));
  const shown = longer.length > 0 ? longer : there;
  if (shown.length === 0) return "";
  return longer.length === 1 ? ` Did you mean "${longer[0] ?? ""}"?` : ` There are ${shown.join(", ")}.`;
}

function databaseUrl(url: string | undefined): string | undefined {
  if (url === undefined || /^postgres(ql)?:\/\//.test(url)) return url;
  // What was given may hold a password.
  throw new UsageError("--database: wanted the address of a PostgreSQL server, postgres://user:password@host/name");
}
