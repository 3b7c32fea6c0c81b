import { windAt2m } from "@lamina/agronomy/eto/wind";
import { farmDay } from "@lamina/shared/core/farm-time";
import { Id, quantity } from "@lamina/shared/core/record";
import { FIRST_ZONE } from "@lamina/shared/records/farm";
import { checkPastWeather, PastWeatherDay, PastWeatherSource } from "@lamina/shared/records/weather";
import { fieldErrors } from "@lamina/shared/rules/rule-text";
import { now } from "../../../platform/clock.ts";
import { monthRows } from "../../../ui/import/month-rows.ts";
import type { Doubt, ImportField, Mapping, RowReader } from "../importing/import-field.ts";
import { text as importing } from "../importing/text.ts";
import { recordOptions, wordOptions } from "../records/data/options.ts";
import type { RelatedRecords } from "../records/data/screen-config.ts";
import { DEFAULT_TIMEZONE } from "../records/data/time-zone.ts";
import { text } from "./text.ts";

const words = text.pastWeather;
/** Height of the anemometers of INMET, and of the wind in most archives. */
const HIGH_M = 10;

const Row = PastWeatherDay.extend({
  farmId: Id,
  source: PastWeatherSource,
  wind10m: quantity("m/s", 0, 30).optional(),
});

const OTHER = /orvalho|dew|bulbo|wet|soil|solo|t2mdew|t2mwet|range|aparente|apparent/;
const MAX = /max|\bmx\b|\bhi\b|high/;
const MIN = /min|\bmn\b|\blo\b|low/;
const either = (...patterns: RegExp[]) => new RegExp(patterns.map(({ source }) => source).join("|"));

/** Names of the columns of NASA POWER, INMET (BDMEP), Open-Meteo, AgriMet and CIMIS. */
const INPUTS: readonly ImportField[] = [
  {
    path: "tMax",
    label: words.tMax,
    names:
      /^(?:t2m max|tmax|t max|temp\w*(?: do ar)?,? max\w*|max(?:ima)? ?temp\w*|temperature 2m max|max air temp\w*)|temp.*max|^[a-z]{4} mx$/,
    except: either(OTHER, MIN),
  },
  {
    path: "tMin",
    label: words.tMin,
    names:
      /^(?:t2m min|tmin|t min|temp\w*(?: do ar)?,? min\w*|min(?:ima)? ?temp\w*|temperature 2m min|min air temp\w*)|temp.*min|^[a-z]{4} mn$/,
    except: either(OTHER, MAX),
  },
  {
    path: "tMean",
    label: words.tMean,
    names:
      /^(?:t2m$|tmed|tmean|tavg|temp\w*\.?(?: do ar)?,? (?:med|comp)|temperature 2m mean|avg air temp|temperatura media|[a-z]{4} mm$)/,
    except: either(OTHER, MAX, MIN),
  },
  {
    path: "rhMax",
    label: words.rhMax,
    names: /(?:umid|hum|\brh|\bur).*max|max.*(?:umid|hum|\brh)|^rhmax|^urmax/,
    except: /solo|soil/,
  },
  {
    path: "rhMin",
    label: words.rhMin,
    names: /(?:umid|hum|\brh|\bur).*min|min.*(?:umid|hum|\brh)|^rhmin|^urmin/,
    except: /solo|soil/,
  },
  {
    path: "rhMean",
    label: words.rhMean,
    names: /^rh2m$|^rh$|^ur$|^ur ?med|^rhmean|umid.*(?:med|rel)|avg rel hum|relative humidity 2m mean/,
    except: either(MAX, MIN, /solo|soil/),
  },
  { path: "wind2m", label: words.wind2m, names: /^(?:ws2m|u2|wind 2m)$|(?:vento|wind).*\b2 ?m\b/ },
  {
    path: "wind10m",
    label: words.wind10m,
    names: /^ws10m$|^u10$|vento.*(?:veloc|med)|^vento$|wind ?speed|wind speed 10m/,
    except: either(MAX, MIN, /raj|gust|dir|rosa|\b2 ?m\b/),
  },
  {
    path: "rad",
    label: words.rad,
    names: /allsky sfc sw dwn|radia|shortwave|srad|^rs$|sol rad|^(?:[a-z]{4} )?sr$/,
    except: /clrsky|clear|ceu limpo|long|lw/,
  },
  {
    path: "rain",
    label: words.rain,
    names: /prectot\w*|precip|chuva|\brain\b|^(?:[a-z]{4} )?pp$|ppt|^prcp$|^pr$/,
    except: /hours|horas|prob|snow/,
  },
];

/** Reads daily weather of a farm; the wind at 10 m becomes that at 2 m (FAO-56 Eq. 47). */
export function pastWeatherReader(lists: RelatedRecords): RowReader {
  return {
    fields: [
      { path: "farmId", label: words.farm, options: recordOptions(lists.of("farm"), ({ name }) => name), once: true },
      { path: "source", label: words.source, options: wordOptions(words.sources), once: true },
      { path: "date", label: words.date },
      ...INPUTS,
    ],
    schema: Row,
    arrange: monthRows,
    timeZone: () => DEFAULT_TIMEZONE,
    finish: ({ wind10m, ...row }) =>
      row.wind2m === undefined && typeof wind10m === "number" ? { ...row, wind2m: windAt2m(wind10m, HIGH_M) } : row,
    doubts: (rows, mapping) => {
      const days = new Map<unknown, number>();
      for (const { fields } of rows) days.set(fields.date, (days.get(fields.date) ?? 0) + 1);
      const most = Math.max(0, ...days.values());
      return [...(most > 1 ? [{ text: importing.doubts.hourly(most) }] : []), ...windDoubt(mapping)];
    },
    check: (row) =>
      INPUTS.some(({ path }) => row[path] !== undefined)
        ? fieldErrors(checkPastWeather(row, farmDay(now(), FIRST_ZONE)))
        : { date: words.emptyDay },
  };
}

/** Wind of a height that the file does not name, which was read as that at 10 m. The daily wind of BDMEP is at 10 m. */
function windDoubt(mapping: Mapping): Doubt[] {
  const column = mapping.uses.findIndex((use) => use?.path === "wind10m");
  const name = mapping.names[column] ?? "";
  if (column < 0 || /10 ?m/i.test(name) || /^VENTO, VELOCIDADE/.test(name)) return [];
  const uses = mapping.uses.map((use, index) => (use && index === column ? { ...use, path: "wind2m" } : use));
  return [{ text: words.windHeight, remedy: { label: words.readAt2m, mapping: { ...mapping, uses } } }];
}
