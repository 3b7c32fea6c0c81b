import { expect, it } from "vitest";
import { indexFigures } from "./section-figures.ts";
import { sectionFixture } from "./testing/section-fixture.ts";

const { totals } = sectionFixture();
const noteOf = (adequacyPct: number, appliedMm: number) =>
  indexFigures({ ...totals, adequacyPct, appliedMm, requiredMm: 4 }, { before: undefined, open() {} }).find(
    ({ key }) => key === "adequacy",
  )?.note;

it("says of an adequacy above twice the required depth how much is too much", () => {
  expect(noteOf(200, 8)).toBe("aplicada ÷ requerida");
  expect(noteOf(775, 31)).toMatch(/^27,0\smm acima da requerida$/);
});
