/** The arrows between the rooms, as the architecture draws them: who may import whom. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Room {
  /** Other rooms whose modules it may import. */
  readonly rooms: readonly string[];
  /** Packages it may import; absent: any but those in `never`. */
  readonly packages?: readonly string[];
  readonly never?: readonly string[];
}

const rooms: Readonly<Record<string, Room>> = {
  spec: { rooms: [], packages: ["ajv", "ajv-formats", "yaml", "@apidevtools/swagger-parser", "openapi-types"] },
  generators: { rooms: ["spec"], packages: ["fast-check"] },
  checks: { rooms: ["spec"], never: ["undici", "vitest", "fast-check", "fastify"] },
  driver: { rooms: ["spec"], never: ["vitest", "fastify"] },
  probes: { rooms: ["spec", "generators"], never: ["vitest", "undici", "fastify"] },
  reports: { rooms: ["spec"], never: ["undici", "vitest", "fastify", "fast-check"] },
  reference: { rooms: ["spec"], never: ["undici", "vitest", "fast-check"] },
  suites: {
    rooms: ["spec", "generators", "driver", "checks", "probes", "reports", "reference"],
    never: ["undici", "fastify", "commander"],
  },
  cli: {
    rooms: ["spec", "generators", "driver", "checks", "probes", "reports", "reference", "suites"],
    never: ["undici", "fastify", "fast-check"],
  },
};

interface Import {
  readonly file: string;
  readonly to: string;
}

function sourcesOf(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return name === "node_modules" || name === "dist" ? [] : sourcesOf(path);
    return /(?<!\.test)\.tsx?$/.test(name) ? [path] : [];
  });
}

/** Static and dynamic imports, and re-exports, each resolved to a path below the root or the name of a package. */
function importsOf(file: string): Import[] {
  const text = readFileSync(file, "utf8");
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] ?? "");
  return specifiers.map((specifier) => ({
    file: relative(root, file),
    to: specifier.startsWith(".") ? relative(root, join(dirname(file), specifier)) : packageOf(specifier),
  }));
}

function packageOf(specifier: string): string {
  if (specifier.startsWith("node:")) return "node";
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

const isPath = (to: string): boolean => Object.hasOwn(rooms, to.split("/", 1)[0] ?? "") && to.includes("/");

describe.each(Object.entries(rooms))("%s", (name, room) => {
  const imports = sourcesOf(join(root, name)).flatMap(importsOf);

  test("imports something, so that this test sees it", () => {
    expect(imports.length).toBeGreaterThan(0);
  });

  test(`imports no room but ${room.rooms.join(", ") || "itself"}`, () => {
    const allowed = new Set([name, ...room.rooms]);
    const wrong = imports.filter(({ to }) => isPath(to) && !allowed.has(to.split("/", 1)[0] ?? ""));
    expect(wrong).toEqual([]);
  });

  test("imports only the packages that belong to its work", () => {
    // The user interface of the HTML report is built apart and shipped as one file.
    const packages = imports.filter(
      ({ to, file }) => !isPath(to) && to !== "node" && !file.startsWith("reports/html/"),
    );
    const wrong = packages.filter(({ to }) =>
      room.packages ? !room.packages.includes(to) && !to.startsWith("..") : room.never?.includes(to),
    );
    expect(wrong).toEqual([]);
  });
});

test("vitest is imported only by the door that is named after it, which is not shipped", () => {
  const imports = sourcesOf(join(root, "suites")).flatMap(importsOf);
  const files = new Set(imports.filter(({ to }) => to === "vitest").map(({ file }) => dirname(file)));
  expect([...files]).toEqual(["suites/vitest"]);
  const through = imports.filter(({ to }) => to.startsWith("suites/vitest/")).map(({ file }) => file);
  expect(through.filter((file) => !file.endsWith(".suite.ts") && dirname(file) !== "suites/vitest")).toEqual([]);
});

test("the database engines are reached through one place, for the reference service and for the history", () => {
  const imports = Object.keys(rooms).flatMap((room) => sourcesOf(join(root, room)).flatMap(importsOf));
  const files = imports
    .filter(({ to }) => to === "pg" || to === "@electric-sql/pglite")
    .map(({ file }) => dirname(file));
  expect([...new Set(files)]).toEqual(["reference/storage"]);
});

test("OpenTelemetry is loaded only by a run that sends something to a receiver", () => {
  const imports = Object.keys(rooms).flatMap((room) => sourcesOf(join(root, room)).flatMap(importsOf));
  const files = imports.filter(({ to }) => to.startsWith("@opentelemetry/")).map(({ file }) => file);
  expect(new Set(files.map((file) => dirname(file)))).toEqual(new Set(["suites/telemetry"]));
  const door = "suites/telemetry/open-telemetry.ts";
  expect(files).not.toContain(door);
  const inside = new Set(files);
  const from = imports.filter(({ file, to }) => inside.has(to) && !inside.has(file)).map(({ file }) => file);
  expect(from).toEqual([door]);
  expect(readFileSync(join(root, door), "utf8")).toContain('await import("./otlp-telemetry.ts")');
});

test("the rooms have no cycle", () => {
  const visit = (name: string, above: readonly string[]): void => {
    expect(above, `${[...above, name].join(" → ")}`).not.toContain(name);
    for (const next of rooms[name]?.rooms ?? []) visit(next, [...above, name]);
  };
  for (const name of Object.keys(rooms)) visit(name, []);
});

test("what tells the stories of the kills shares no reading with the checks that it tries", () => {
  const imports = sourcesOf(join(root, "test/checks")).flatMap(importsOf);
  expect(imports.length).toBeGreaterThan(0);
  expect(imports.filter(({ to }) => to.startsWith("spec/readings/"))).toEqual([]);
});

describe("no import leads back", () => {
  const edges = Object.keys(rooms)
    .flatMap((room) => sourcesOf(join(root, room)))
    .flatMap(importsOf)
    .filter(({ to }) => isPath(to) && /\.tsx?$/.test(to));

  test("from file to file", () => {
    expect(cyclesIn(edges.map(({ file, to }) => [file, to]))).toEqual([]);
  });

  test("from folder to folder inside a room; a folder may use what stands above it", () => {
    const folders = edges.map(({ file, to }) => [dirname(file), dirname(to)] as const);
    const sideways = folders.filter(([from, to]) => from !== to && !`${from}/`.startsWith(`${to}/`));
    expect(cyclesIn(sideways)).toEqual([]);
  });

  test("and this test would see one", () => {
    expect(
      cyclesIn([
        ["a", "b"],
        ["b", "c"],
        ["c", "b"],
      ]),
    ).toEqual(["b c"]);
  });
});

/** The groups of places that lead to each other (strongly connected, by Tarjan's algorithm), each as one text. */
function cyclesIn(edges: readonly (readonly [from: string, to: string])[]): readonly string[] {
  const next = Map.groupBy(edges, ([from]) => from);
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[] = [];
  const visit = (place: string): void => {
    order.set(place, order.size);
    low.set(place, order.size - 1);
    open.push(place);
    for (const [, to] of next.get(place) ?? []) {
      if (!order.has(to)) visit(to);
      if (open.includes(to)) low.set(place, Math.min(low.get(place) ?? 0, low.get(to) ?? 0));
    }
    if (low.get(place) !== order.get(place)) return;
    const group = open.splice(open.indexOf(place));
    if (group.length > 1) cycles.push(group.sort().join(" "));
  };
  for (const [from] of edges) if (!order.has(from)) visit(from);
  return cycles;
}
