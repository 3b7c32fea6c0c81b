import { dailyEto } from "@lamina/agronomy/eto/eto";
import { exceedsClearSky } from "@lamina/agronomy/eto/radiation";
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
    const days = lines.map((line) => ({ line, result: etoOf(line) }));
    const rows = days.map(({ line, result }) => [line.date, String(line.J), ...etoCells(result, separator)]);
    const tooBright = days.flatMap(({ line, result: { radiationSource, terms } }) =>
      radiationSource === "measured" && exceedsClearSky(terms.rs, terms.rso)
        ? text.note.aboveClearSky(line.date || `J ${line.J}`, terms.rs, terms.rso)
        : [],
    );
    const output = [header, ...rows].map((cells) => `${cells.join(separator)}\n`).join("");
    return { output, notes: [...notes, ...tooBright] };
  },
};

function etoOf({ site, weather, J }: WeatherLine) {
  const day = toDailyWeather(weather, J);
  if (day === undefined) throw new InputError([text.needsTemperature]);
  return dailyEto(site, day);
}

function etoCells(result: ReturnType<typeof etoOf>, separator: string): string[] {
  const value = result.eto.toFixed(DECIMALS);
  return [separator === ";" ? value.replace(".", ",") : value, result.method, result.estimated.join(" ")];
}

process.exitCode = runProgram(eto, process.argv.slice(2));
