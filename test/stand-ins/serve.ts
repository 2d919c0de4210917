/* node test/stand-ins/serve.ts NAME [port] */
import { standIns } from "./index.ts";

const [name = "", port = "0"] = process.argv.slice(2);
const start = Object.hasOwn(standIns, name) ? standIns[name] : undefined;
if (!start || !/^\d{1,5}$/.test(port)) {
  process.stderr.write(`usage: serve.ts ${Object.keys(standIns).join("|")} [port]\n`);
  process.exit(2);
}

const running = await start(Number(port));
process.stdout.write(`${JSON.stringify({ baseUrl: running.baseUrl, target: running.target })}\n`);

const stop = (): void => {
  void running.close().then(() => process.exit(0));
};
process.stdin.on("end", stop).on("close", stop).on("error", stop).resume();
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
