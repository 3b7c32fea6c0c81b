import { dailyEto } from "@lamina/agronomy/eto/eto";
import { etoHelp } from "./agronomy/help-text.ts";
import { InputError } from "./agronomy/input/input-error.ts";
import { text } from "./agronomy/input/text.ts";
import { toDailyWeather } from "./agronomy/input/weather-columns.ts";
import { readWeatherCsv, type WeatherLine } from "./agronomy/input/weather-csv.ts";
import { type Program, runProgram } from "./agronomy/program.ts";

const DECIMALS = 6;

/** `npm run eto -- FILE.csv`: the reference evapotranspiration of each day of a CSV, as CSV. */
const eto: Program = {
  help: etoHelp,
  options: ["lat", "elevation", "wind-height"],
  run(content, options) {
    const { separator, lines, notes } = readWeatherCsv(content, options);
    const header = ["date", "J", "ET0", "method", "estimated"];
    const rows = lines.map((line) => [line.date, String(line.J), ...etoCells(line, separator)]);
    return { output: [header, ...rows].map((cells) => `${cells.join(separator)}\n`).join(""), notes };
  },
};

function etoCells({ site, weather, J }: WeatherLine, separator: string): string[] {
  const day = toDailyWeather(weather, J);
  if (day === undefined) throw new InputError([text.needsTemperature]);
  const result = dailyEto(site, day);
  const value = result.eto.toFixed(DECIMALS);
  return [separator === ";" ? value.replace(".", ",") : value, result.method, result.estimated.join(" ")];
}

process.exitCode = runProgram(eto, process.argv.slice(2));
