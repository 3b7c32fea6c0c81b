import { execFileSync, spawnSync } from "node:child_process";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const folder = fileURLToPath(new URL("./", import.meta.url));
const read = (path) => readFileSync(folder + path, "utf8");
const rules = parse(read("prometheus/rules/lamina.yml")).groups.flatMap((group) => group.rules);
const dashboards = readdirSync(`${folder}grafana/dashboards`).map((name) =>
  JSON.parse(read(`grafana/dashboards/${name}`)),
);
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...dashboards.flatMap(({ panels }) => panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))),
];
const promtool = spawnSync("promtool", ["--version"]).error === undefined;

describe.skipIf(!promtool)("promtool", () => {
  test("accepts the configuration and the rules, and the alerts fire when they should", () => {
    const cwd = `${folder}prometheus`;
    execFileSync("promtool", ["check", "config", "prometheus.yml"], { cwd, stdio: "pipe" });
    execFileSync("promtool", ["test", "rules", "rules.test.yml"], { cwd, stdio: "pipe" });
  });
});

test("every alert has a situation that raises it and one that does not", () => {
  const cases = parse(read("prometheus/rules.test.yml")).tests.flatMap((situation) => situation.alert_rule_test);
  const named = (raised) =>
    cases.filter(({ exp_alerts }) => exp_alerts.length > 0 === raised).map(({ alertname }) => alertname);
  const alerts = rules.flatMap(({ alert }) => alert ?? []).toSorted();
  expect([...new Set(named(true))].toSorted()).toEqual(alerts);
  expect([...new Set(named(false))].toSorted()).toEqual(alerts);
});

test("every metric in a rule or a dashboard is exported by a program", () => {
  const sources = globSync("{server,upstream}/src/**/*.ts", {
    cwd: `${folder}..`,
    exclude: (name) => name.endsWith(".test.ts"),
  })
    .map((path) => read(`../${path}`))
    .join("\n");
  const known = new Set([...sources.matchAll(/\bname: "((?:bff|api)_\w+)"/g)].map(([, name]) => name));
  const named = expressions.flatMap((text) => text.match(/\b(?:bff|api)_\w+/g) ?? []);
  expect(new Set(named).size).toBeGreaterThan(15);
  for (const name of named) expect([...known]).toContain(name.replace(/_(bucket|count|sum)$/, ""));
});

test("every metric of the BFF and of the API has the prefix of its program", () => {
  for (const [program, prefix] of Object.entries({ server: "bff_", upstream: "api_" })) {
    const paths = globSync(`${program}/src/**/*.ts`, {
      cwd: `${folder}..`,
      exclude: (name) => name.endsWith(".test.ts"),
    });
    for (const path of paths) {
      const text = read(`../${path}`);
      for (const [, name] of text.matchAll(/new (?:Gauge|Counter|Histogram)\(\{\s*name: "(\w+)"/g))
        expect(name).toMatch(new RegExp(`^${prefix}`));
    }
  }
});

test("every alert has an entry in the runbook, and every entry an alert", () => {
  const alerts = rules.flatMap(({ alert }) => alert ?? []);
  const entries = [...read("../docs/runbook.md").matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(entries).toEqual(alerts);
  for (const { alert, annotations } of rules.filter((rule) => rule.alert)) {
    expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
  }
});

test("dashboards are provisioned, and each panel uses a provisioned data source", () => {
  const { uid } = parse(read("grafana/provisioning/datasources/prometheus.yml")).datasources[0];
  for (const { panels, title } of dashboards) {
    expect(title).toMatch(/^Lâmina/);
    for (const { datasource } of panels) expect(datasource.uid).toBe(uid);
  }
});

test("the panels of a dashboard have different ids and do not overlap", () => {
  for (const { panels } of dashboards) {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  }
});
