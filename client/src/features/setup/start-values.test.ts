import { describe, expect, it } from "vitest";
import { text as balance } from "./balance/text.ts";
import { text as config } from "./config/text.ts";
import { text as farms } from "./farms/text.ts";

const { pivot, soil } = farms;
const { crop, season } = balance;
const START = /valore?s? de partida/i;

describe("a value that applies where a field is empty", () => {
  it.each([
    ["last tower", pivot.lastTowerHint, /95 % do raio/, START],
    ["speed", pivot.speed100Hint, /180 m\/h/, START],
    ["wetted width", pivot.wettedWidthHint, /15 m/, START],
    ["slope", pivot.slopeHint, /2 %/, /Embrapa/],
    ["deepest pass", pivot.maxPassHint, /25 mm/, START],
    ["rows of the panel", pivot.speedRowsHint, /8/, START],
    ["infiltration", soil.infiltrationHint, /25 mm/, START],
    ["allowed depletion", crop.rulesHint, /100 %/, /FAO-56/],
    ["maturity", crop.maturityHint, /70 %/, /Univ\. de Minnesota/],
    ["before emergence", crop.emergenceHint, /10 mm/, START],
    ["yield response", crop.kyHint, /1,0/, START],
    ["emergence", season.emergenceHint, /7 dias/, START],
    ["initial water", season.found.unknown, /cheio/, START],
    ["margins of a status", config.manage.marginsHint, /./, START],
    ["limits of the advice", config.manage.adviceHint, /./, START],
    ["ages", config.manage.staleHint, /./, START],
    ["least rain", config.manage.rainFractionHint, /0,2/, /FAO-56/],
  ])("of %s has its source on the screen, or is called a start value", (_name, hint, value, source) => {
    expect(hint).toMatch(value);
    expect(hint).toMatch(source);
  });
});
