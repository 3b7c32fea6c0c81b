import { round } from "@lamina/shared/core/units";
import fc from "fast-check";
import { expect, it } from "vitest";
import { wateringRepeats } from "../irrigation/waterings/repeated.ts";
import { rainRepeats } from "../weather/repeated-rain.ts";
import { matchById, matchByValue } from "./match-rows.ts";
import type { Repeats } from "./repeats.ts";

const SINCE = Date.parse("2026-01-01T00:00:00Z");
const iso = (at: number) => new Date(at).toISOString();
const note = fc.option(fc.constantFrom("vento", "turno da noite"), { nil: undefined });
const depth = fc.double({ min: 0.1, max: 100, noNaN: true });

/** Waterings of one sector, at least a minute apart. */
const waterings = fc
  .array(fc.record({ minutes: fc.integer({ min: 1, max: 3_000 }), ms: fc.nat(59_999), grossMm: depth, note }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((all) => {
    let at = SINCE;
    return all.map(({ minutes, ms, ...fields }, index) => {
      at += minutes * 60_000;
      return { _id: `w-${index}`, sectorId: "x", start: iso(at + ms), source: "telemetry", ...fields };
    });
  });
/** Rain of one farm, with showers of one day. */
const rains = fc
  .array(fc.record({ day: fc.nat(5), mm: fc.double({ min: 0, max: 500, noNaN: true }), note }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((all) =>
    all.map(({ day, ...fields }, index) => ({
      _id: `r-${index}`,
      farmId: "f",
      date: iso(SINCE + day * 86_400_000).slice(0, 10),
      ...fields,
    })),
  );

interface Kind {
  records: fc.Arbitrary<readonly (Record<string, unknown> & { _id: string })[]>;
  repeats: Repeats;
  amount: string;
  fields: readonly string[];
}
const KINDS: readonly Kind[] = [
  { records: waterings, repeats: wateringRepeats, amount: "grossMm", fields: ["sectorId", "start", "grossMm", "note"] },
  { records: rains, repeats: rainRepeats, amount: "mm", fields: ["farmId", "date", "mm", "note"] },
];

it.each(KINDS)("an export that is imported again changes nothing: by id, and rounded without ids ($amount)", (kind) => {
  const { records, repeats, amount, fields } = kind;
  fc.assert(
    fc.property(records, fc.boolean(), (stored, isShort) => {
      const byId = new Map(stored.map((one) => [one._id, one] as const));
      const rows = stored.map((input) => ({ input }));
      expect(matchById(rows, byId, fields)).toMatchObject({ equal: stored.length, changed: [], others: [] });

      const rounded = stored.map(({ _id, source: _source, ...exported }) => {
        const start = typeof exported.start === "string" ? { start: `${exported.start.slice(0, 16)}:00.000Z` } : {};
        const input: Record<string, unknown> = { ...exported, ...start, [amount]: round(Number(exported[amount]), 1) };
        // An older list hid its notes.
        if (isShort) delete input.note;
        return { input, values: input };
      });
      const matches = matchByValue(isShort ? rounded.toReversed() : rounded, stored, {
        repeats,
        fields,
        claimed: new Set(),
      });
      expect(matches.fresh).toEqual([]);
      if (isShort || amount === "grossMm") expect(matches).toMatchObject({ equal: stored.length, changed: [] });
    }),
    { numRuns: 200 },
  );
});

it.each(KINDS)("one edited row of an export is one change ($amount)", ({ records, repeats, amount, fields }) => {
  fc.assert(
    fc.property(records, fc.nat(), (stored, which) => {
      const index = which % stored.length;
      const byId = new Map(stored.map((one) => [one._id, one] as const));
      const value = Number(stored[index]?.[amount]) / 2 + 200;
      const rows = stored.map((record, at) => ({ input: at === index ? { ...record, [amount]: value } : record }));
      const { changed, equal, others } = matchById(rows, byId, fields);
      expect(changed.map(({ change }) => change)).toEqual([{ [amount]: value }]);
      expect([equal, others]).toEqual([stored.length - 1, []]);
      if (!repeats.isOnePerKey) return;
      const named = rows.map(({ input: { _id, ...values } }) => ({ input: values, values }));
      const matches = matchByValue(named, stored, { repeats, fields, claimed: new Set() });
      expect(matches.changed.map(({ change }) => change)).toEqual([{ [amount]: value }]);
      expect(matches).toMatchObject({ fresh: [], equal: stored.length - 1 });
    }),
    { numRuns: 200 },
  );
});
