import { startProxy, type Hook } from "../lib/proxy.ts";
import type { HostileTarget } from "../lib/hostile-target.ts";

const added = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{"added": true}';
/** With the answer before it, at once after it, and when the connection has been idle for a while. */
const afterMs = [0, 1, 20];

export const addedAnswers: HostileTarget = {
  id: "added-answers",
  behaviour: "On connections that are idle come answers that nobody asked for.",
  start: (honestUrl) => startProxy(honestUrl, addingAnswers()),
  verdict: "conformant",
  findings: [],
};

function addingAnswers(): Hook {
  const waiting = new WeakMap<object, NodeJS.Timeout>();
  return async ({ number }, { honest, send, socket }) => {
    clearTimeout(waiting.get(socket));
    send(await honest());
    const add = (): void => void (socket.writable && socket.write(added));
    waiting.set(socket, setTimeout(add, afterMs[number % afterMs.length]));
  };
}
