import { faulty, type HostileTarget } from "../lib/hostile-target.ts";

const lengths = ["Content-Length: -5", "Content-Length: 12\r\nContent-Length: 7", "Content-Length: 0x10"];

export const wrongLengths: HostileTarget = {
  id: "wrong-lengths",
  behaviour: "The legacy workflow list has a Content-Length that is negative, doubled or no number.",
  start: faulty(["legacyListWorkflows"], async ({ number }, { socket, honest }) => {
    const { body } = await honest();
    const length = lengths[number % lengths.length] ?? "";
    socket.end(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${length}\r\n\r\n${body.toString()}`);
  }),
  verdict: ["incomplete", "conformant"],
  findings: ["ROBUST-04"],
};
