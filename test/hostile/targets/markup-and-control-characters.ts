import { faulty, type HostileTarget } from "../lib/hostile-target.ts";
import { jsonReply } from "../lib/proxy.ts";

/** What a careless report or terminal would obey. */
const poison =
  "\u001b]0;owned\u0007\u001b[2J\u001b[31m\u009b1mred\u202etxt.exe\r\n::error::owned</script><script>alert(1)</script>" +
  "<img src=x onerror=alert(1)> | ]]> ``` [x](javascript:alert(1)) &amp; \u0000\uffff";

export const markupAndControlCharacters: HostileTarget = {
  id: "markup-and-control-characters",
  behaviour: "The legacy workflow list, errors and headers hold markup, control characters and orders to terminals.",
  start: faulty(["legacyListWorkflows", "v2TraceState"], async ({ operation }, { send, honest }) => {
    const reply = await honest();
    const headers = { "x-poison": "</script><script>alert(1)</script>" };
    if (operation === "legacyListWorkflows") send(jsonReply({ [poison]: poison }, reply.status, headers));
    else if (reply.status >= 300) send(jsonReply({ error: poison, [poison]: poison }, reply.status, headers));
    else send(reply);
  }),
  verdict: "non-conformant",
  findings: ["FLOW-02"],
  // The same payload through both faces.
  alsoAllowed: ["FLOW-03", "FLOW-04", "FLOW-05", "EQUIV-06"],
};
