import { startProxy, faultyIn } from "../lib/proxy.ts";
import type { HostileTarget } from "../lib/hostile-target.ts";

const statuses = [301, 302, 303, 307, 308];

export const redirectToElsewhere: HostileTarget = {
  id: "redirect-to-elsewhere",
  behaviour: "The state and every creation through legacy are redirected to a foreign origin.",
  async start(honestUrl) {
    const foreign = await startProxy(honestUrl, (_, { response }) => void response.writeHead(200).end());
    const target = await startProxy(
      honestUrl,
      faultyIn(["v2TraceState", "legacyCreateTrace"], ({ number, url }, { send }) => {
        const location = `${foreign.baseUrl}${url}`;
        send({
          status: statuses[number % statuses.length] ?? 302,
          headers: { location, refresh: `0; url=${location}` },
          body: Buffer.alloc(0),
        });
      }),
    );
    return {
      baseUrl: target.baseUrl,
      foreignRequests: () => foreign.received.length,
      close: async () => void (await Promise.all([target.close(), foreign.close()])),
    };
  },
  verdict: "non-conformant",
  findings: ["REFUSE-03", "CREATE-04"],
  alsoAllowed: ["CREATE-05", "CREATE-06", "CREATE-08", "AUTH-31"],
};
