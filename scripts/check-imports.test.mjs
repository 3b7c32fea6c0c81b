import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cruiseImports } from "./check-imports.mjs";

const ALLOWED = [
  ["server/src/cache/plugin.ts", "server/src/cache/store.ts"],
  ["server/src/cache/key.ts", "server/src/config.ts"],
  ["server/src/cache/token.ts", "shared/src/access/authentication.ts"],
  ["server/src/cache/store.test.ts", "server/src/proxy/plugin.ts"],
  ["server/src/app.ts", "server/src/proxy/plugin.ts"],
  ["reference/api/views/reports/service.ts", "reference/api/irrigation/service.ts"],
  ["reference/api/irrigation/store.ts", "reference/api/core/database/open.ts"],
  ["agronomy/src/soil/soil.ts", "shared/src/core/units.ts"],
  ["client/src/features/setup/soil.ts", "agronomy/src/soil/soil.ts"],
  ["client/src/features/maps/page.tsx", "client/src/core/session.ts"],
  ["client/src/app/routes.tsx", "client/src/features/maps/page.tsx"],
  ["client/src/ui/value.tsx", "shared/src/core/units.ts"],
  ["e2e/login.test.ts", "shared/src/core/limits.ts"],
];

const REFUSED = [
  ["server/src/proxy/plugin.ts", "server/src/cache/plugin.ts"],
  ["server/src/proxy/types.ts", "reference/api/app.ts"],
  ["server/src/proxy/spy.ts", "server/src/testing/api.ts"],
  ["server/src/errors.ts", "client/src/core/session.ts"],
  ["shared/src/records/client.ts", "server/src/errors.ts"],
  ["agronomy/src/soil/water.ts", "shared/src/records/client.ts"],
  ["agronomy/src/balance/season.ts", "reference/api/core/database/open.ts"],
  ["client/src/features/maps/plan.ts", "agronomy/src/plan/plan-day.ts"],
  ["reference/api/farms/service.ts", "reference/api/irrigation/store.ts"],
  ["reference/api/farms/routes.ts", "reference/api/irrigation/routes.ts"],
  ["client/src/features/maps/map.tsx", "client/src/features/charts/page.tsx"],
  ["client/src/core/menu.ts", "client/src/features/charts/page.tsx"],
  ["client/src/core/clients.ts", "client/src/app/routes.tsx"],
  ["client/src/ui/table.tsx", "client/src/api/http.ts"],
  ["client/src/api/query.ts", "server/src/config.ts"],
  ["e2e/logout.test.ts", "server/src/app.ts"],
  ["bench/load.ts", "client/src/api/http.ts"],
];

const name = ([from, to]) => `${from} → ${to}`;
let refused;
let folder;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "lamina-imports-"));
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { flag: "a" });
  };
  for (const [from, to] of [...ALLOWED, ...REFUSED]) {
    write(to, "");
    write(from, `import {} from "./${relative(dirname(from), to)}";\n`);
  }
  write("server/src/proxy/named.ts", 'import type { Store } from "../cache/store.ts";');
  write("client/src/api/one.ts", 'import "./two.ts";');
  write("client/src/api/two.ts", 'import "./one.ts";');
  write("client/src/api/file.ts", 'import "node:fs";');
  write("e2e/using.test.ts", 'async () => { await using bff = await import("../server/src/app.ts"); };');
  write("client/src/core/one-room/there.ts", 'import "../other-room/there.ts";');
  write("client/src/core/other-room/there.ts", "");
  write("client/src/core/other-room/back.ts", 'import "../one-room/back.ts";');
  write("client/src/core/one-room/back.ts", "");
  write("server/src/cache/far.ts", 'import "no-such-package";');
  const { summary } = await cruiseImports(folder);
  refused = summary.violations;
});
afterAll(() => rmSync(folder, { recursive: true }));

const names = () => refused.map(({ from, to }) => name([from, to]));

test.each(REFUSED)("%s may not import %s", (...edge) => {
  expect(names()).toContain(name(edge));
});

test.each(ALLOWED)("%s may import %s", (...edge) => {
  expect(names()).not.toContain(name(edge));
});

test("a module of the server may import the types of another", () => {
  expect(names()).not.toContain("server/src/proxy/named.ts → server/src/cache/store.ts");
});

test("refuses a cycle, a Node module in the browser and an unknown package", () => {
  expect(refused.map(({ rule }) => rule.name)).toEqual(
    expect.arrayContaining(["no-circle", "no-room-circle", "unresolvable"]),
  );
  expect(names()).toContain("client/src/api/file.ts → fs");
  expect(names()).toContain("e2e/using.test.ts → server/src/app.ts");
});
