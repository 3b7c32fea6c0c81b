import type { Subject } from "../steps.ts";
import { comparison } from "./comparison.ts";
import type { Chart, Drawing } from "./drawing.ts";
import { humidityChart } from "./humidity-chart.ts";
import { rainChart } from "./rain-chart.ts";
import { rainComparison } from "./rain-comparison.ts";
import { soilChart } from "./soil-chart.ts";
import { temperatureChart } from "./temperature-chart.ts";

const SINGLE: Readonly<Record<Subject, (drawing: Drawing) => Chart>> = {
  pluviometry: rainChart,
  airhumidity: humidityChart,
  airtemperature: temperatureChart,
  soilmoisture: soilChart,
};

/** The chart of a subject: one source in full, or a comparison of several. */
export function chartOf(subject: Subject, drawing: Drawing): Chart {
  if (drawing.sources.length < 2) return SINGLE[subject](drawing);
  return subject === "pluviometry" ? rainComparison(drawing) : comparison(subject, drawing);
}
