/* node test/inventions/serve.ts ID|none [port] */
import { inventions, start, variations } from "./index.ts";

const [id = "", port = "0"] = process.argv.slice(2);
if (!["none", ...[...inventions, ...variations].map((one) => one.id)].includes(id) || !/^\d{1,5}$/.test(port)) {
  const list = (title: string, ids: string[]) => `${title}:\n  ${ids.join("\n  ")}\n`;
  process.stderr.write("usage: serve.ts ID|none [port]\n");
  process.stderr.write(
    list(
      "inventions",
      inventions.map((one) => one.id),
    ),
  );
  process.stderr.write(
    list(
      "variations",
      variations.map((one) => one.id),
    ),
  );
  process.exit(2);
}

const running = await start(id, Number(port));
process.stdout.write(`${JSON.stringify({ baseUrl: running.baseUrl, target: running.target })}\n`);

const stop = (): void => {
  void running.close().then(() => process.exit(0));
};
process.stdin.on("end", stop).on("close", stop).on("error", stop).resume();
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
