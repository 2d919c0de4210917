/**
 * Notices that a service was restarted: its port was closed for a while and is open again. It connects and hangs up, and
 * sends nothing.
 */
import { connect, isIP } from "node:net";

/** On this machine looking costs nothing, and services come back soon. */
const nearEveryMs = 100;
const farEveryMs = 1_000;
const waitsMs = 2_000;

export class PortWatch {
  readonly #host: string;
  readonly #port: number;
  readonly #everyMs: number;
  readonly #onDown: () => void;
  #timer: NodeJS.Timeout | undefined;
  #isOpen = true;
  #stopped = false;
  #restarted = false;
  #tell: (() => void) | undefined;

  /** @param onDown called when the port is found closed, once until it is open again */
  constructor(baseUrl: string, onDown: () => void) {
    const { hostname, port, protocol } = new URL(baseUrl);
    this.#host = hostname.replace(/^\[|\]$/g, "");
    this.#port = Number(port) || (protocol === "https:" ? 443 : 80);
    this.#everyMs = isNear(this.#host) ? nearEveryMs : farEveryMs;
    this.#onDown = onDown;
    void this.#look();
  }

  /** Resolves at the next restart, or at once where there was one since it was last asked. */
  async restart(): Promise<void> {
    if (!this.#restarted) await new Promise<void>((resolve) => (this.#tell = resolve));
    this.#restarted = false;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    const isOpen = await opens(this.#host, this.#port);
    if (this.#stopped) return;
    if (this.#isOpen && !isOpen) this.#onDown();
    if (!this.#isOpen && isOpen) {
      this.#restarted = true;
      this.#tell?.();
    }
    this.#isOpen = isOpen;
    this.#timer = setTimeout(() => void this.#look(), this.#everyMs);
  }
}

function opens(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: waitsMs });
    const end = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", () => end(true));
    socket.once("timeout", () => end(false));
    socket.once("error", () => end(false));
  });
}

function isNear(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
