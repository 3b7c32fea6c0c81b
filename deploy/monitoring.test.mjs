import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments, stringify } from "yaml";
import { dashboards } from "./panels.mjs";

const folder = fileURLToPath(new URL("./", import.meta.url));
const read = (path) => readFileSync(folder + path, "utf8");
const rules = parse(read("prometheus/rules/lamina.yml")).groups.flatMap((group) => group.rules);
const targets = dashboards.flatMap(({ panels }) => panels.flatMap((panel) => panel.targets));
const expressions = [...rules, ...targets].map(({ expr }) => expr);
const jobs = parse(read("prometheus/prometheus.yml")).scrape_configs.map((scrape) => scrape.job_name);
const parts = parse(read("prometheus/prometheus.yml"), { merge: true })
  .scrape_configs.flatMap(({ static_configs }) => static_configs)
  .flatMap(({ labels }) => labels?.part ?? []);
const situations = ["rules.test.yml", "days.test.yml"];
const promtool = spawnSync("promtool", ["--version"]).error === undefined;

describe.skipIf(!promtool)("promtool", () => {
  test("accepts the configuration and the rules, and the alerts fire when they should", () => {
    const cwd = `${folder}prometheus`;
    execFileSync("promtool", ["check", "config", "prometheus.yml"], { cwd, stdio: "pipe" });
    execFileSync("promtool", ["test", "rules", ...situations], { cwd, stdio: "pipe" });
  });

  test("accepts the expression of each panel", () => {
    const scratch = mkdtempSync(join(tmpdir(), "panels-"));
    // As rules, because promtool reads no dashboards.
    const asRules = targets.map(({ expr }, index) => ({ record: `panel:${index}`, expr }));
    writeFileSync(join(scratch, "panels.yml"), stringify({ groups: [{ name: "panels", rules: asRules }] }));
    execFileSync("promtool", ["check", "rules", join(scratch, "panels.yml")], { stdio: "pipe" });
    rmSync(scratch, { recursive: true });
  });
});

test("every alert has a situation that raises it and one that does not", () => {
  const cases = situations
    .flatMap((name) => parse(read(`prometheus/${name}`)).tests)
    .flatMap((situation) => situation.alert_rule_test);
  const named = (raised) =>
    cases.filter(({ exp_alerts }) => exp_alerts.length > 0 === raised).map(({ alertname }) => alertname);
  const alerts = rules.flatMap(({ alert }) => alert ?? []).toSorted();
  expect([...new Set(named(true))].toSorted()).toEqual(alerts);
  // It fires always, so that a service outside notices its end.
  expect([...new Set(named(false))].toSorted()).toEqual(alerts.filter((alert) => alert !== "Watchdog"));
});

describe("what a rule or a panel names", () => {
  const sources = globSync("{server/src,reference}/**/*.ts", {
    cwd: `${folder}..`,
    exclude: (name) => name.endsWith(".test.ts"),
  })
    .map((path) => read(`../${path}`))
    .join("\n");
  /** The labels of selectors and of `by (…)`. */
  const labelsIn = (text) => [
    ...[...text.matchAll(/(\w+)(?:=~|!=|!~|=)"/g)].map(([, label]) => label),
    ...[...text.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list.split(/,\s*/)),
  ];

  test("is a metric that a program exports, or a rule that records it", () => {
    const own = [...sources.matchAll(/\bname: "((?:bff|api)_\w+)"/g)].map(([, name]) => name);
    const { Registry, collectDefaultMetrics } = createRequire(`${folder}../server/package.json`)("prom-client");
    const register = new Registry();
    collectDefaultMetrics({ register });
    const known = [...own, ...register.getMetricsAsArray().map(({ name }) => name)];
    const named = expressions.flatMap((text) => text.match(/\b(?:bff|api|process|nodejs)_\w+/g) ?? []);
    expect(new Set(named).size).toBeGreaterThan(15);
    for (const name of named) expect(known).toContain(name.replace(/_(bucket|count|sum)$/, ""));
    const recorded = rules.flatMap(({ record }) => record ?? []);
    for (const name of expressions.flatMap((text) => text.match(/\blamina:[\w:]+/g) ?? []))
      expect(recorded).toContain(name);
  });

  test("has the labels that a program or Prometheus sets, with values that a program sets", () => {
    const known = [...sources.matchAll(/labelNames(?::| =) \[([^\]]*)\]/g)].flatMap(([, list]) =>
      [...list.matchAll(/"(\w+)"/g)].map(([, label]) => label),
    );
    // Of the exporters of the machine, and of the targets in prometheus.yml.
    known.push("mountpoint", "fstype", "part");
    for (const label of expressions.flatMap(labelsIn))
      expect([...known, "le", "instance", "exported_job", "alertname", "alertstate"]).toContain(label);
    for (const [, label, value] of expressions.flatMap((text) => [...text.matchAll(/(\w+)="([^"]*)"/g)]))
      if (label === "job") expect(jobs).toContain(value);
      else if (label === "part") expect(parts).toContain(value);
      else if (label === "alertstate") expect(value).toBe("firing");
      else expect(sources).toContain(`"${value}"`);
  });

  test("is in the legend of a panel only as a label that the expression leaves", () => {
    for (const { expr, legendFormat = "" } of targets) {
      const left = /\bby \(/.test(expr) ? labelsIn(expr.match(/\bby \([^)]*\)/)[0]) : ["instance"];
      for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect(left, expr).toContain(label);
    }
  });
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

test("a panel has the unit of its expressions, as Grafana names it", () => {
  const unitOf = (expr) => {
    if (/^time\(\) - |^histogram_quantile|^topk\(\d+, histogram_quantile|_seconds(\{.*\})?$/.test(expr)) return ["s"];
    if (/_bytes(\{.*\})?\)?$/.test(expr)) return ["bytes"];
    if (/rate\(\w+_bytes_total/.test(expr)) return ["Bps"];
    if (expr.startsWith("lamina:")) return ["percentunit"];
    // Seconds of a processor per second are cores.
    return expr.includes("rate(") && !expr.includes("cpu_seconds") ? ["reqps", "cps"] : ["short"];
  };
  for (const { title, fieldConfig, targets } of dashboards.flatMap(({ panels }) => panels))
    for (const { expr } of targets) expect(unitOf(expr), title).toContain(fieldConfig.defaults.unit);
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

test("in Kubernetes, the pods and probes have the job names of the rules", () => {
  const documents = ["pod-monitors", "probes"].flatMap((name) =>
    parseAllDocuments(read(`kubernetes/components/monitoring/${name}.yaml`)).map((document) => document.toJS()),
  );
  const monitored = documents.flatMap(({ spec }) => [
    ...(spec.jobName ?? []).toString().split(",").filter(Boolean),
    ...(spec.podMetricsEndpoints ?? []).flatMap(({ relabelings }) => relabelings.map(({ replacement }) => replacement)),
  ]);
  expect([...new Set(monitored)].toSorted()).toEqual(["api", "bff", "ports", "site"]);
  for (const job of monitored) expect(jobs).toContain(job);
  expect(documents.flatMap(({ spec }) => spec.targets?.staticConfig.labels?.part ?? [])).toEqual(parts);
  // The pods that they select, by the label that the deployments set, and the port that they name.
  const deployments = ["base/deployment.yaml", "overlays/fleet/api.yaml"].flatMap((file) =>
    parseAllDocuments(read(`kubernetes/${file}`)).map((document) => document.toJS()),
  );
  const apps = deployments.filter(({ kind }) => kind === "Deployment").map(({ spec }) => spec.template);
  const selected = documents.flatMap(({ spec: { selector } }) =>
    selector ? [selector.matchLabels?.app ?? selector.matchExpressions[0].values].flat() : [],
  );
  expect(apps.map(({ metadata }) => metadata.labels.app).toSorted()).toEqual(selected.toSorted());
  for (const { spec } of apps) expect(spec.containers[0].ports.map(({ name }) => name)).toContain("metrics");
});
