/*
 * The witnesses of the inventions, asked about the variations. A witness presumes the choices of the service as it is,
 * so a variation is not asked about the subjects in which it chooses otherwise; in all others it must not lie.
 */
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Api } from "./api.ts";
import { start, variations } from "./index.ts";
import type { Witness, Witnesses } from "./witnesses/tools.ts";

type Subject = "access" | "actions" | "answers" | "details" | "files" | "search" | "state" | "values";

const shape: Subject[] = ["state", "values", "actions"];

/** In which subjects a variation cannot be asked; in each of them at least one witness takes its choice for a lie. */
const otherwise: Record<string, Subject[]> = {
  "newest-first-patch": ["details"],
  "computed-state": [...shape, "search"],
  "lagging-search": ["search"],
  "base64-digests": ["files", "answers"],
  "bare-files": ["files"],
  "terse-refusals": ["access"],
  "fresh-cursors": ["details"],
  "cursors-in-links": ["details"],
  picky: ["files", "values", "search"],
  "numbered-digests": ["files"],
  "short-digests": ["files"],
  "punctuated-digests": ["files"],
  "state-by-action": [...shape, "search"],
  "state-as-members": shape,
  "last-three-whole": shape,
  "state-as-text": [...shape, "details"],
  "state-with-past": shape,
  "sorted-deep-merge": ["values"],
  "last-data-alone": ["state", "details"],
  "links-as-events": ["details"],
  "links-with-data-text": ["details"],
  "links-with-previews": ["details"],
  "links-with-snapshots": ["details"],
  "pages-of-ten-refused": ["details"],
  "sealed-cursors": ["details"],
  "latest-page-by-default": ["details"],
  "strict-combinations": ["details"],
  "cursors-only-to-go-on": ["details"],
  "zip64-archive": ["files"],
  "foldered-archive": ["files"],
  "search-by-paths": [...shape, "search"],
  "search-by-name-only": ["actions", "search"],
  "search-index-refreshed": ["search"],
  "escaped-json": ["answers"],
  "small-files-only": ["files", "answers"],
  "forms-only": ["values"],
  "problem-details": ["access"],
  "html-refusals": ["access"],
  "empty-refusals": ["access"],
  "errors-as-list": ["access"],
  "foreign-unseen": ["access"],
  "data-nowhere": [...shape, "search", "details"],
  "audit-file": [...shape, "access"],
  "behind-a-gateway": ["answers", "access"],
  "sealed-archive": ["files", "details", "answers"],
  "latest-first": ["details"],
  "forms-by-action": [...shape, "search", "details", "files"],
};

/** They take a minute for all witnesses. */
const slow = [
  "three-requests-a-connection",
  "twelve-at-once",
  "six-logins-in-two-seconds",
  "thirty-a-second",
  "busy-index",
  "metered-by-session",
];

/** Witnesses that need a service to themselves, or seconds. */
const apart = [
  "search-names-links",
  "parallel-searches-shared",
  "search-by-name-unfiltered",
  "files-cleaned-up",
  "write-behind-lost",
];

const folder = new URL("witnesses/", import.meta.url);
const modules = ["", "second/", "third/"].flatMap((round) =>
  readdirSync(new URL(round, folder), { withFileTypes: true })
    .filter((file) => file.isFile() && !/^(index|tools)\./.test(file.name))
    .map(({ name }) => ({ subject: name.replace(/\.ts$/, "") as Subject, url: new URL(round + name, folder).href })),
);
const witnesses: { id: string; subject: Subject; witness: Witness }[] = [];
for (const { subject, url } of modules) {
  for (const group of Object.values((await import(url)) as Record<string, Witnesses>)) {
    for (const [id, witness] of Object.entries(group)) {
      if (!apart.includes(id)) witnesses.push({ id, subject, witness });
    }
  }
}

/** The witnesses that take a choice of the service for a lie, or cannot go on. */
async function accusers(service: string): Promise<{ id: string; subject: Subject }[]> {
  const running = await start(service);
  const found: { id: string; subject: Subject }[] = [];
  try {
    for (const { id, subject, witness } of witnesses) {
      const api = new Api(running.target);
      await api.login();
      if (await witness(api).catch(() => true)) found.push({ id, subject });
    }
  } finally {
    await running.close();
  }
  return found;
}

describe("the variations, before the witnesses", () => {
  it.each(["none", ...variations.map(({ id }) => id)].filter((id) => !slow.includes(id)))(
    "%s is accused of nothing outside the subjects in which it chooses otherwise",
    async (id) => {
      const subjects = otherwise[id] ?? [];
      const found = await accusers(id);
      expect(found.filter(({ subject }) => !subjects.includes(subject))).toEqual([]);
      expect(subjects.filter((subject) => !found.some((one) => one.subject === subject))).toEqual([]);
    },
  );
});
