/** `history add|show|site|gather`: the runs of many nights and targets, kept in one store. */
import type { CommandModule } from "../command.ts";
import { addRuns } from "../history/add.ts";
import { gather } from "../history/gather.ts";
import { showHistory } from "../history/show.ts";
import { buildSite } from "../history/site.ts";
import { actionOf, refuseForeignOptions, storeOf } from "../history/store-option.ts";
import { declareNotifyOptions } from "../notify/options.ts";
import { once } from "../options.ts";

export const historyCommand: CommandModule = {
  examples: [
    "trace-conformance history add conformance-report",
    "trace-conformance history add night/*/results.json --store postgres://conformance@db.example/nights",
    'trace-conformance history add out --report "https://reports.example/{date}/{environment}/report.html"',
    "trace-conformance history show",
    "trace-conformance history show --env preprod",
    "trace-conformance history show --requirement STATE-03 --json",
    "trace-conformance history site --output public",
    "trace-conformance history gather reports/*/today --targets targets.txt --output site --notify $WEBHOOK",
  ],
  declare(command) {
    command
      .argument(
        "<action>",
        "add: keep runs; show: what they tell, in the terminal; site: the same as pages; gather: add and site at the end of a night, and who is missing",
      )
      .argument("[results...]", "for add and gather: output folders of runs, or their results.json")
      .option(
        "--store <place>",
        "a folder, or postgres://user@host/database (password: PGPASSWORD); default .trace-conformance/history; " +
          "also TRACE_CONFORMANCE_STORE",
        once("--store"),
      )
      .option(
        "--report <link>",
        "for add and gather: where the report of the run is; {environment}, {runId}, {date} are filled in",
        once("--report"),
      )
      .option("--replace", "for add: take a run that is kept already as it is now, such as after a recheck")
      .option("--env <name>", "for show: this target alone", once("--env"))
      .option("--requirement <id>", "for show: this requirement, on every target", once("--requirement"))
      .option(
        "--days <number>",
        "for show, site and gather: how many days to look back from the newest run (365)",
        once("--days"),
      )
      .option("--output <folder>", "for site and gather: where the pages are written (history-site)", once("--output"))
      .option("--json", "for show and gather: print JSON");
    command
      .optionsGroup("At the end of a night (gather):")
      .option("--targets <file>", "who was to run: names of environments, a line each", once("--targets"))
      .option("--within <time>", "results that began longer ago are of an earlier night (20h)", once("--within"))
      .option(
        "--earlier <folder>",
        "folder beside that of a run which holds the one before: only news is told",
        once("--earlier"),
      );
    declareNotifyOptions(command);
  },
  async run({ terminal }, options, [action = "", ...operands]) {
    const wanted = actionOf(action);
    refuseForeignOptions(wanted, options, operands);
    const store = storeOf(options, terminal);
    if (wanted === "gather") return await gather(terminal, options, { store, named: operands });
    if (wanted === "add") return await addRuns(terminal, options, { store, named: operands });
    return wanted === "show" ? await showHistory(terminal, options, store) : await buildSite(terminal, options, store);
  },
};
