import { expect, it } from "vitest";
import { text } from "./text.ts";

const run = {
  ...{ passes: 1, depthPerPassMm: 12, grossMm: 12, percent: 29, hours: 12, hoursToday: 4, hoursRev: 12 },
  ...{ costBrl: 300, costTodayBrl: 100 },
};
const today = { isRunning: false, hasTable: false, beginsLater: false };

it("has the part of a run that is of today", () => {
  expect(text.irrigateToday("Pivô 01", run, today)).toMatch(/^Pivô 01: irrigar hoje, .*hoje/);
});

it("of a run that begins tomorrow has no part of today", () => {
  const message = text.irrigateToday("Pivô 01", run, { ...today, beginsLater: true });
  expect(message).toMatch(/^Pivô 01: irrigar a partir de amanhã, 12 mm · 29 % no painel, 12 h, R\$/);
  expect(message).not.toContain("hoje");
});
