import { expect, it } from "vitest";
import { etLostByHour, hoursToCritical, projectDepletion } from "./depletion-outlook.ts";

const still = Array.from({ length: 7 }, () => ({ etc: 5 }));

it("gives roots that grow into moist soil more time, and into dry soil less", () => {
  const moist = still.map((day, index) => ({ ...day, taw: 60 + 10 * index, raw: 30 + 5 * index }));
  const dry = moist.map((day) => ({ ...day, rootsDr: 8 }));
  const [as, longer, shorter] = [still, moist, dry].map((days) => hoursToCritical(12, 30, days));
  expect(as).toBeGreaterThan(72);
  expect(longer).toBeGreaterThan(7 * 24);
  expect(shorter).toBeLessThan(as ?? 0);
});

it("is critical at sunrise where the roots of the day bring the deficit", () => {
  const days = [{ etc: 5 }, { etc: 5, rootsDr: 20, taw: 70, raw: 30 }];
  expect(hoursToCritical(10, 30, days)).toBe(24 + 6);
  expect(hoursToCritical(10, 30, days, 12)).toBe(24 + 6 - 12);
});

it("projects the depletion of growing roots, and loses by the available water of each day", () => {
  const days = [{ etc: 5 }, { etc: 5, rootsDr: 3, taw: 70, raw: 35 }];
  expect(projectDepletion(20, 60, days)).toEqual([25, 33]);
  const lost = (last: { taw?: number; raw?: number; rootsDr?: number }) =>
    etLostByHour({ dr: 28, raw: 30, taw: 60 }, [{ etc: 5 }, { etc: 5, ...last }], { hours: 48 }).at(-1) ?? 0;
  expect(lost({ taw: 70, raw: 35 })).toBeLessThan(lost({}));
  expect(lost({ taw: 70, raw: 35, rootsDr: 10 })).toBeGreaterThan(lost({}));
});
