import type { AirExtremes } from "@lamina/agronomy/eto/air";
import type { Series } from "@lamina/shared/records/readings";
import { formatDate, formatDateTime, formatTime } from "../../../ui/format.ts";
import { text } from "../text.ts";
import { type Drawing, type Fact, seriesOf, type Values } from "./drawing.ts";
import { average, combine, extreme, last, type Point, valuesAt } from "./series-math.ts";

/** A station's air data: the series of the subject, and temperature and humidity at its moments. */
export interface Air {
  main: Series;
  step: Drawing["step"];
  timeZone: string;
  temperature: Aligned;
  humidity: Aligned;
}

interface Aligned {
  mean: Values;
  min: Values;
  max: Values;
}

/** The air data of a drawing's first source; null when the API sent no series of its subject. */
export function airOf({ sources, data, step }: Drawing, subject: "temperature" | "humidity"): Air | null {
  const [source] = sources;
  const [main, other] = [seriesOf(data, source?.sensors[0]?._id), seriesOf(data, source?.sensors[1]?._id)];
  if (!source || !main) return null;
  const aligned = (series: Series | undefined): Aligned => {
    const at = (values: Values = []) => valuesAt(main.at, series, values);
    return { mean: at(series?.mean), min: at(series?.min), max: at(series?.max) };
  };
  const [ofMain, ofOther] = [aligned(main), aligned(other)];
  const [temperature, humidity] = subject === "temperature" ? [ofMain, ofOther] : [ofOther, ofMain];
  return { main, step, timeZone: source.farm.timezone, temperature, humidity };
}

/** A quantity of humid air for each step: of days from their extremes, of shorter steps from their means. */
export function humidAir(
  { temperature, humidity, step }: Air,
  ofMoment: (temperatureC: number, rhPct: number) => number,
  ofDay: (day: AirExtremes) => number,
): Values {
  // A humidity of 0 has no dew point, and is a sensor error.
  if (step !== "day") return combine([temperature.mean, humidity.mean], (t, rh) => ofMoment(t, Math.max(1, rh)));
  return combine([temperature.max, temperature.min, humidity.max, humidity.min], (tMax, tMin, rhMax, rhMin) =>
    ofDay({ tMax, tMin, rhMax, rhMin }),
  );
}

/** A fact's note: its time, as precise as the step. */
export function when(point: Point | null, { step, timeZone }: Pick<Air, "step" | "timeZone">): { note?: string } {
  if (!point) return {};
  const day = formatDate(point.at, timeZone);
  if (step === "day") return { note: day };
  if (step === "hour") return { note: `${day} ${formatTime(point.at, timeZone).slice(0, 2)} h` };
  return { note: formatDateTime(point.at, timeZone) };
}

/** Last, least, mean and greatest value of the subject, each with its time. */
export function summaryOf(air: Air): { facts: Fact[]; least: Point | null; greatest: Point | null } {
  const { main, step } = air;
  const least = extreme(main.at, main.min, "min");
  const greatest = extreme(main.at, main.max, "max");
  const fact = (key: string, label: string, point: Point | null): Fact => ({
    key,
    label,
    value: point?.value ?? null,
    unit: main.unit,
    ...when(point, air),
  });
  return {
    facts: [
      fact("last", text.lastOf[step], last(main.at, main.mean)),
      fact("min", text.facts.min, least),
      { key: "mean", label: text.facts.mean, value: average(main.mean), unit: main.unit },
      fact("max", text.facts.max, greatest),
    ],
    least,
    greatest,
  };
}

/** A fact beyond a limit, with the name of the limit in its note. */
export function beyond(fact: Fact, level: NonNullable<Fact["level"]>, word: string): Fact {
  return { ...fact, level, note: [fact.note, word].filter(Boolean).join(" · ") };
}

/** The number of days for which a condition is true. */
export function dayCount(key: string, label: string, days: number): Fact {
  return { key, label, value: days, unit: text.daysWord(days), decimals: 0 };
}
