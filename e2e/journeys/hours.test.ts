import { addDays, farmMoment } from "@lamina/shared/core/farm-time";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { expect } from "vitest";
import { PHONES, unreachableIn } from "../browser/reach.ts";
import { expectFilledToday, expectFirstFigure } from "../home.ts";
import { journey } from "../journey.ts";
import { startApi } from "../product/api.ts";
import { bffEnvironment, startBff } from "../product/bff.ts";
import { offsetAt } from "../product/clock.ts";
import { enter } from "../screens.ts";

/** Minutes of `npm run hours`; without it one moment is enough. */
const minutes = Number(process.env.LONG_MINUTES ?? 0);
const TIME_ZONE = "America/Sao_Paulo";
/** Twelve days of a year, on all days of the week. */
const DAYS = Array.from({ length: 12 }, (_, index) => addDays("2026-11-26", index * 31));
const TIMES = ["20:25", "07:05", "13:40", "02:10", "17:45", "00:20", "10:50", "05:30"];
/** The first is an evening at which Hoje once began with a long sentence. Few of them are already of different days and hours. */
const MOMENTS = TIMES.flatMap((_, round) =>
  DAYS.map((day, index) => ({ day, time: TIMES[(index + round) % TIMES.length] ?? "" })),
);

const end = performance.now() + minutes * MINUTE_MS;

journey.for(MOMENTS.slice(0, minutes > 0 ? MOMENTS.length : 1))(
  "the home of a farm on $day at $time",
  { timeout: 600_000 },
  async ({ day, time }, { keep, visit, skip }) => {
    if (minutes > 0 && performance.now() > end) return skip("the time is over");
    const clockOffsetMs = offsetAt(new Date(farmMoment(day, time, TIME_ZONE)).toISOString());
    const clock = { CLOCK_OFFSET_MS: String(clockOffsetMs) };
    const api = await keep(startApi(clock));
    const bff = await keep(startBff({ ...bffEnvironment(api), ...clock }));
    for (const user of ["ana", "bruno"]) {
      const visitor = await visit(bff.url, undefined, { clockOffsetMs });
      await enter(visitor, user);
      await expectFirstFigure(visitor.page);
      expect(await unreachableIn(visitor, PHONES)).toEqual([]);
      if (user === "ana") await expectFilledToday(visitor.page);
    }
  },
);
