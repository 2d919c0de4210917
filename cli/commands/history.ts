/** `history add|show|site`: the runs of many nights and targets, kept in one store. */
import type { CommandModule } from "../command.ts";
import { addRuns } from "../history/add.ts";
import { showHistory } from "../history/show.ts";
import { buildSite } from "../history/site.ts";
import { actionOf, refuseForeignOptions, storeOf } from "../history/store-option.ts";
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
  ],
  declare(command) {
    command
      .argument("<action>", "add: keep runs; show: what they tell, in the terminal; site: the same as pages")
      .argument("[results...]", "for add: output folders of runs, or their results.json")
      .option(
        "--store <place>",
        "a folder, or postgres://user@host/database (password: PGPASSWORD); default .trace-conformance/history; " +
          "also TRACE_CONFORMANCE_STORE",
        once("--store"),
      )
      .option(
        "--report <link>",
        "for add: where the report of the run is; {environment}, {runId}, {date} are filled in",
        once("--report"),
      )
      .option("--replace", "for add: take a run that is kept already as it is now, such as after a recheck")
      .option("--env <name>", "for show: this target alone", once("--env"))
      .option("--requirement <id>", "for show: this requirement, on every target", once("--requirement"))
      .option(
        "--days <number>",
        "for show and site: how many days to look back from the newest run (365)",
        once("--days"),
      )
      .option("--output <folder>", "for site: where the pages are written (history-site)", once("--output"))
      .option("--json", "for show: print JSON");
  },
  async run({ terminal }, options, [action = "", ...operands]) {
    const wanted = actionOf(action);
    refuseForeignOptions(wanted, options, operands);
    const store = storeOf(options, terminal);
    if (wanted === "add") return await addRuns(terminal, options, { store, named: operands });
    return wanted === "show" ? await showHistory(terminal, options, store) : await buildSite(terminal, options, store);
  },
};
