import { rainNormals } from "@lamina/agronomy/weather/rain-normals";
import { randomOf } from "@lamina/shared/core/random";

/** A day's weather: ETo and rain in mm, wind at 2 m in m/s, minimum humidity in %. */
export interface SeasonDay {
  eto: number;
  rain: number;
  u2: number;
  rhMin: number;
}

/** The forecast of a later day. */
interface ForecastDay {
  eto: number;
  rain: number;
  chance: number;
}

/** A climate by month from January: ETo in mm/d, rain in mm per month and its number of days. Rounded public normals. */
interface Climate {
  eto: readonly number[];
  rain: readonly number[];
  rainDays: readonly number[];
  u2: number;
  rhMin: number;
}

export const climates: Readonly<Record<string, Climate>> = {
  "west of Bahia": {
    eto: [5, 5, 4.7, 4.6, 4.5, 4.4, 4.8, 5.7, 6.3, 6, 5.1, 4.9],
    ...rainNormals.oesteDaBahia,
    u2: 2,
    rhMin: 38,
  },
  "high plain of Goiás": {
    eto: [4.6, 4.6, 4.2, 3.9, 3.6, 3.4, 3.8, 4.7, 5.2, 4.9, 4.5, 4.4],
    ...rainNormals.planaltoDeGoias,
    u2: 2.4,
    rhMin: 45,
  },
  "north of São Paulo": {
    eto: [5, 4.9, 4.5, 3.9, 3.1, 2.8, 3.1, 4, 4.6, 5, 5.2, 5.1],
    ...rainNormals.norteDeSaoPaulo,
    u2: 1.7,
    rhMin: 45,
  },
};

const DAYS = 30.4;
const wrap = (month: number) => ((month % 12) + 12) % 12;

/** The days of a season planted in a month (0 is January). Wet days cluster; their amounts are exponential. */
export function simulateWeather(climate: Climate, planted: number, days: number, seed: number): SeasonDay[] {
  const random = randomOf(seed);
  let wet = false;
  return Array.from({ length: days }, (_, day) => {
    const month = wrap(planted + Math.floor(day / DAYS));
    const chance = (climate.rainDays[month] ?? 0) / DAYS;
    // A wet day follows a wet one more often; the mean stays the same.
    wet = random() < (wet ? chance + 0.3 * (1 - chance) : chance * 0.7);
    const mean = (climate.rain[month] ?? 0) / Math.max(0.3, climate.rainDays[month] ?? 0.3);
    const spread = 0.85 + 0.3 * random();
    return {
      eto: Math.max(0.5, (climate.eto[month] ?? 4) * spread * (wet ? 0.7 : 1.08)),
      rain: wet ? -mean * Math.log(1 - random()) : 0,
      u2: climate.u2,
      rhMin: climate.rhMin + (wet ? 12 : 0),
    };
  });
}

/** Share of correct forecasts of rain or no rain: today, and the loss per further day. */
const SKILL = { today: 0.88, lossPerDay: 0.05 } as const;
export const skillOf = (ahead: number): number => SKILL.today - SKILL.lossPerDay * ahead;

/**
 * The forecast of a day for it and the six after it: the true weather with errors that grow with the lead time. Its
 * probability is how often such a forecast is right, as that of a provider who checks its own.
 */
export function forecastOf(weather: readonly SeasonDay[], day: number, seed: number): ForecastDay[] {
  const random = randomOf(seed * 1009 + day);
  const wetShare = weather.filter(({ rain }) => rain > 0).length / Math.max(1, weather.length);
  return Array.from({ length: 7 }, (_, ahead) => {
    const truth = weather[day + ahead] ?? weather.at(-1) ?? { eto: 4, rain: 0 };
    const skill = skillOf(ahead);
    const other = weather[Math.floor(random() * weather.length)] ?? truth;
    const source = random() < skill ? truth : other;
    const rain = source.rain * (0.7 + 0.6 * random());
    return {
      eto: truth.eto * (0.9 + 0.2 * random()),
      rain,
      chance: rain > 0 ? skill + (1 - skill) * wetShare : (1 - skill) * wetShare,
    };
  });
}
