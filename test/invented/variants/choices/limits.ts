/** How often, how many at a time, and how much. */
import { type Call, jsonBody } from "../../../lib/service/http.ts";
import { isObject, type Json } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { laggingReads } from "../../changes/late.ts";
import type { Service } from "../../service.ts";
import {
  aroundStep,
  after,
  beforehand,
  around,
  before,
  onEveryAnswer,
  onRefusal,
  pause,
  type Variants,
} from "../../tools.ts";

const open = "Limits are not shown";

/** Refuses what comes more often than so many times in a span of time. */
function meter(most: number, spanMs: number): (who: string) => void {
  const seen = new Map<string, number[]>();
  return (who) => {
    const now = Date.now();
    const recent = (seen.get(who) ?? []).filter((at) => at > now - spanMs);
    if (recent.length >= most) throw new Refusal("busy", "too many requests");
    seen.set(who, [...recent, now]);
  };
}

const tooMuch = (when: boolean, message: string): void => {
  if (when) throw new Refusal("large", message);
};

/** Refuses data that a form of the service could not show, and says where. */
function inspect(value: Json, path = "", depth = 1): void {
  const refuse = (when: boolean, message: string): void => {
    if (when) throw new Refusal("invalid", `${message} at ${path || "/"}`);
  };
  if (typeof value === "string") refuse(value.length > 4000, "more than 4000 characters");
  if (typeof value !== "object" || value === null) return;
  refuse(depth > 10, "more than 10 levels");
  refuse(Object.keys(value).length > 200, "more than 200 values");
  for (const [key, item] of Object.entries(value)) {
    refuse(isObject(value) && !/^[\w$ .:@-]{1,64}$/u.test(key), "a member name of other than 1 to 64 plain characters");
    inspect(item, `${path}/${key}`, depth + 1);
  }
}

/** Does something with each login before it is tried, and once it has failed. */
function onLogin(s: Service, tried: (who: string) => void, failed: () => Promise<void>): void {
  const who = (call: Call): string => {
    const body = jsonBody(call);
    return isObject(body) ? String(body["email"] ?? body["privateKey"]) : "";
  };
  for (const key of Object.keys(s.routes).filter((route) => route.includes("/login/"))) {
    around(s, key, (real) => async (call, ...params) => {
      tried(who(call));
      try {
        return await real(call, ...params);
      } catch (error) {
        await failed();
        throw error;
      }
    });
  }
}

/** So many requests of all at a time; for the others a gateway answers. */
function fewAtATime(s: Service, most: number): void {
  gateway(s);
  let open = 0;
  for (const key of Object.keys(s.routes)) {
    around(s, key, (real) => async (call, ...params) => {
      if (open >= most) throw new Refusal("busy", "overloaded");
      open += 1;
      try {
        await pause(2);
        return await real(call, ...params);
      } finally {
        open -= 1;
      }
    });
  }
}

/** The gateway's own pages for what it turns away. */
function gateway(s: Service): void {
  s.statuses.busy = 503;
  const { refuse } = s;
  s.refuse = (call, error) =>
    error.kind === "busy" || error.kind === "large"
      ? {
          status: error.kind === "busy" ? 503 : 413,
          headers: { "Content-Type": "text/html", Server: "gateway" },
          body: "<html><head><title>Service unavailable</title></head><body>Please try again.</body></html>",
        }
      : refuse(call, error);
}

export const limits: Variants = {
  "thirty-a-second": {
    title:
      "More than thirty requests a second with one token are answered with 429, Retry-After in seconds and what is " +
      "left of the allowance in headers; so are the answers before.",
    why: `${open}, nor is there a word on how often one may ask; allowances are counted by token.`,
    apply(s) {
      const count = meter(30, 1000);
      before(s, (call) => {
        count(call.headers.authorization ?? call.connection);
      });
      onRefusal(s, "busy", () => ({ "Retry-After": "1" }));
      onEveryAnswer(s, (reply) => ({ ...reply, headers: { ...reply.headers, "RateLimit-Limit": "30, 30;w=1" } }));
    },
  },
  "twelve-at-once": {
    title:
      "While twelve requests are being answered any other is refused with 503 and Retry-After as a date; an answer " +
      "takes 30 ms.",
    why: `${open}; a service with so many connections to its database turns the others away.`,
    apply(s) {
      s.statuses.busy = 503;
      let running = 0;
      for (const key of Object.keys(s.routes)) {
        around(s, key, (real) => async (call, ...params) => {
          if (running >= 12) throw new Refusal("busy", "too many requests at once");
          running += 1;
          try {
            await pause(30);
            return await real(call, ...params);
          } finally {
            running -= 1;
          }
        });
      }
      // A date has no parts of a second: the next whole one that is not over at once.
      onRefusal(s, "busy", () => ({
        "Retry-After": new Date(Math.ceil(Date.now() / 1000 + 0.2) * 1000).toUTCString(),
      }));
    },
  },
  "six-logins-in-two-seconds": {
    title:
      "More than six logins with one email or key in two seconds are answered with 429 and Retry-After, a failing one " +
      "takes 250 ms more, and logging in again gives the token of before until five seconds before its end.",
    why: `${open}, nor the lifetime of tokens; both keep passwords from being guessed.`,
    apply(s) {
      const count = meter(6, 2000);
      onLogin(s, count, () => pause(250));
      onRefusal(s, "busy", () => ({ "Retry-After": "2" }));
      s.tokenSeconds = 20;
      const given = new Map<string, { token: Promise<string>; until: number }>();
      aroundStep(s, "issueToken", (issueToken) => (user, by) => {
        const name = `${by} ${user.email}`;
        const former = given.get(name);
        if (former && former.until > Date.now()) return former.token;
        const token = issueToken(user, by);
        given.set(name, { token, until: Date.now() + 15_000 });
        return token;
      });
    },
  },
  "small-files-only": {
    title:
      "More than four files in an action, files of more than 64 KiB, empty ones, names of more than 80 characters and " +
      "more than twelve files in a trace are refused with 413, which says what is too much.",
    why: `${open}, none for files; attachments to a trace are papers, not films.`,
    apply(s) {
      after(s, "readInput", (input) => {
        tooMuch(input.files.length > 4, "an action takes 4 files at most");
        for (const { name, data } of input.files) {
          tooMuch(data.length === 0 || data.length > 65_536, `${name}: a file has 1 to 65536 bytes`);
          tooMuch(name.length > 80, "a file name has 80 characters at most");
        }
      });
      beforehand(s, "checkAction", (_user, input, known) => {
        tooMuch((known?.files.size ?? 0) + input.files.length > 12, "a trace takes 12 files at most");
      });
    },
  },
  "forms-only": {
    title:
      "Data of more than 10 levels, 200 values in an object or array, 4000 characters in a text or 16 KiB in all, and " +
      "names of members with other than plain characters, are refused with 422, which says where; files are taken.",
    why: `${open}, none for data; they come from forms, and what no form could show is not taken.`,
    apply(s) {
      s.statuses.invalid = 422;
      after(s, "readInput", (input) => {
        tooMuch(JSON.stringify(input.data ?? {}).length > 16_384, "the data have 16384 characters at most");
        inspect(input.data ?? {});
      });
    },
  },
  "four-at-a-time": {
    title: "Of more than four requests at a time the others get 503 in HTML from the gateway, without Retry-After.",
    why: "Limits are not shown; requests in flight are bounded, answered 429 or 503, with or without Retry-After.",
    apply(s) {
      fewAtATime(s, 4);
    },
  },
  "firewall-and-100-kb": {
    title: "A firewall answers 403 in HTML to bodies with suspicious text, and 413 to those of more than 100 kB.",
    why: "Limits are not shown; far smaller ones at gateways, and firewalls that answer 403 in HTML, are usual.",
    apply(s) {
      gateway(s);
      const { refuse } = s;
      const blocked = new Set<unknown>();
      s.refuse = (call, error) =>
        blocked.has(error)
          ? { status: 403, headers: { "Content-Type": "text/html" }, body: "<h1>Request blocked</h1> Support id 8812" }
          : refuse(call, error);
      before(s, (call) => {
        const bytes = call.body();
        if (bytes.length > 100_000) throw new Refusal("large", "too large");
        if (/<script|\bunion\s+select\b|' or '?1|\.\.\/|\$\{|%00|\/etc\/passwd/i.test(bytes.toString("latin1"))) {
          const error = new Refusal("foreign", "blocked");
          blocked.add(error);
          throw error;
        }
      });
    },
  },
  "lag-behind-four": {
    title: "Reads lag, and no more than four requests are taken at a time.",
    why: "Each of them is allowed; a service under load has both.",
    apply(s) {
      laggingReads(s);
      fewAtATime(s, 4);
    },
  },
};
