// `npm run deploy:panels -- http://localhost:9090`: asks Prometheus for every panel of the dashboards as Grafana does, and prints
// the last values with their legends and units. The exit code is 1 when a panel is empty.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const RANGE_S = 300;
const STEP_S = 15;
const folder = new URL("grafana/dashboards/", import.meta.url);

export const dashboards = readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")));

/**
 * The series of each expression of a panel, over the last minutes.
 * @param {string} prometheus its address
 * @param {{ targets: { expr: string, legendFormat: string }[] }} panel
 * @returns {Promise<{ expr: string, series: { legend: string, values: [atS: number, value: number][] }[] }[]>}
 */
export function askPanel(prometheus, { targets }) {
  const end = Date.now() / 1_000;
  return Promise.all(
    targets.map(async ({ expr, legendFormat }) => {
      const query = new URLSearchParams({ query: expr, start: end - RANGE_S, end, step: STEP_S });
      const { status, error, data } = await (await fetch(`${prometheus}/api/v1/query_range?${query}`)).json();
      if (status !== "success") throw new Error(`${expr}: ${error}`);
      const series = data.result.map(({ metric, values }) => ({
        legend: legendFormat.replaceAll(/\{\{(\w+)\}\}/g, (_all, label) => metric[label] ?? ""),
        values: values.map(([at, value]) => [at, Number(value)]),
      }));
      return { expr, series };
    }),
  );
}

/** The expressions of a panel that draw nothing: without a series, or with values that are no numbers. */
export const emptyIn = (answers) =>
  answers.filter(({ series }) => !series.some(({ values }) => values.some(([, value]) => Number.isFinite(value))));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [prometheus] = process.argv.slice(2);
  if (URL.parse(prometheus ?? "") === null) {
    console.error("npm run deploy:panels -- http://localhost:9090");
    process.exit(1);
  }
  for (const { title, panels } of dashboards) {
    console.log(`\n${title}`);
    for (const panel of panels) {
      const answers = await askPanel(prometheus, panel);
      const last = answers.flatMap(({ series }) =>
        series.map(({ legend, values }) => `${legend} ${Number(values.at(-1)[1].toPrecision(3))}`),
      );
      const empty = emptyIn(answers);
      if (empty.length > 0) process.exitCode = 1;
      console.log(`  ${panel.title} [${panel.fieldConfig.defaults.unit}]: ${last.join(" · ")}`);
      for (const { expr } of empty) console.log(`    EMPTY: ${expr}`);
    }
  }
}
