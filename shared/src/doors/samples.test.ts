import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as z from "zod";
import { decodeMessages } from "./decode.ts";
import { type Sample, samples } from "./testing/samples.ts";

const TIME = "2026-11-27T14:00:00Z";
const all = samples(TIME);
const Reading = z.object({ variable: z.string(), depthCm: z.number().nullable(), value: z.number(), date: z.string() });

const parsed = (text: string): unknown =>
  text.startsWith("{")
    ? text
        .trim()
        .split("\n")
        .map((line): unknown => JSON.parse(line))
    : Object.fromEntries(new URLSearchParams(text));

it.each(all.map((sample, at) => [`${at} ${sample.source}`, sample] as const))("reads %s", (_name, sample: Sample) => {
  const { message } = sample;
  const decoded = decodeMessages(typeof message === "string" ? parsed(message) : message, {}, new Date(TIME));
  expect(decoded).toHaveLength(1);
  const [{ serials = [], readings = [], refused = [] } = {}] = decoded;
  const read = readings.map((one) => {
    const { variable, depthCm, value, date } = Reading.parse(one);
    expect(Math.abs(Date.parse(date) - Date.parse(TIME))).toBeLessThanOrEqual(120_000);
    return `${variable}${depthCm === null ? "" : `@${depthCm}`} ${Number(value.toPrecision(5))}`;
  });
  expect({ serial: serials[0], read, refused: refused.map(({ id, field }) => [id, field].filter(Boolean).join(" ")) }) //
    .toEqual({ serial: sample.serial, read: sample.read ?? [], refused: sample.refused ?? [] });
});

it("reads each device of a message by itself", () => {
  const message = ["A1", "B1", "A1"].map((serial, at) => ({
    serial,
    ts: Date.parse(TIME) / 1000 + at,
    temperature: 20 + at,
  }));
  expect(decodeMessages(message, {}, new Date(TIME)).map(({ serials, paths }) => [serials[0], paths])).toEqual([
    ["A1", ["0.temperature", "2.temperature"]],
    ["B1", ["temperature"]],
  ]);
  const many = Array.from({ length: 51 }, (_, serial) => ({ serial, temperature: 20 }));
  expect(decodeMessages(many, {}, new Date(TIME))).toMatchObject([{ refused: [{ id: "too-many-devices" }] }]);
});

it("are the sources of the table in docs/devices.md", () => {
  const table = readFileSync(new URL("../../../docs/devices.md", import.meta.url), "utf8");
  const rows = [...table.matchAll(/^\| ([^|]+) \|.*\| `samples\.ts` \|$/gm)].map(([, source]) => source);
  expect(rows).toEqual([...new Set(all.map(({ source }) => source))]);
});
