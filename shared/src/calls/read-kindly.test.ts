import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { MenuList } from "../access/menu.ts";
import { ClientList } from "../records/client.ts";
import { SensorTypeList } from "../records/sensor-type.ts";
import { UpdateReply } from "./endpoint.ts";
import { isEmptyList, parseWithoutNaN, readKindly } from "./read-kindly.ts";

const client = { _id: "a", id: "1", name: "São João", typeChart: 1 };

beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => {}));
afterEach(() => vi.restoreAllMocks());

describe("a list of a foreign API", () => {
  it.each([
    ["a number for an id", [{ ...client, _id: 7 }], ["7"]],
    ["an id of MongoDB", [{ ...client, _id: { $oid: "65f0" } }], ["65f0"]],
    ["no second id", [{ _id: "b", name: "B", typeChart: 2 }], ["b"]],
    ["no first id", [{ id: 12, name: "B", typeChart: 2 }], ["12"]],
    ["other capitals", [{ _ID: "c", Id: "3", typeChart: 1 }], ["c"]],
    ["null beside a client", [null, client], ["a"]],
    ["elements that are no clients", [client, "x", 4, [], { name: "?" }], ["a"]],
    ["a wrapper", { data: [client], total: 1 }, ["a"]],
    ["wrappers within wrappers", { Result: { Items: [client] }, success: true }, ["a"]],
    ["rows", { rows: [client], rowCount: 1 }, ["a"]],
    ["a Brazilian wrapper", { sucesso: true, dados: { itens: [client] } }, ["a"]],
    ["a page of Spring", { content: [client], totalElements: 1, last: true, pageable: { offset: 0 } }, ["a"]],
    ["a note of .NET", { $id: "1", $values: [{ $id: "2", ...client }] }, ["a"]],
    ["an id of MongoDB in a wrapper, beside odd ones", { docs: [{ ...client, _id: { $oid: "65f0" } }, 7] }, ["65f0"]],
    ["a client without a name and chart", [{ _id: 1 }, { _id: 2, name: null, typeChart: null }], ["1", "2"]],
    ["an empty list in a wrapper", { data: [], total: 0 }, []],
    ["numbers for names, as PHP writes a list with a gap", { 0: client, 2: { ...client, _id: "b" } }, ["a", "b"]],
    ["numbers for names in a wrapper", { data: { 1: client } }, ["a"]],
  ])("is read with %s", (_what, answer, ids) => {
    const read = readKindly(ClientList, answer);
    expect("data" in read && read.data.map(({ _id }) => _id)).toEqual(ids);
    expect("data" in read && read.data.every(({ id }) => id !== "" && id !== "undefined")).toBe(true);
  });

  it.each([
    ["a page", undefined],
    ["an error", { error: "x" }],
    ["an empty list with a message", { data: [], message: "Sessão expirada" }],
    ["only elements that cannot be read", [null, "x"]],
    ["errors", [{ code: 401, message: "Unauthorized" }]],
    ["an error within an object", { error: { id: 7, message: "x" } }],
    ["clients by other names", { a: client, b: client }],
  ])("is not read from %s", (_what, answer) => expect(readKindly(ClientList, answer)).toHaveProperty("error"));

  it("names each difference", () => {
    const read = readKindly(ClientList, { items: [{ ...client, _id: 7 }, null] });
    expect("data" in read && read.notes).toEqual([
      "answer is within another object",
      "answer[0]._id is read from 7",
      expect.stringMatching(/^answer\[1\] is left out: the element cannot be read: /),
    ]);
  });

  it("of a menu leaves out an entry that is none, and of sensor types one without an id", () => {
    const menu = readKindly(MenuList, ["/maps", { _id: 2, title: "Mapas", path: "/maps" }]);
    expect("data" in menu && menu.data.map(({ title }) => title)).toEqual(["Mapas"]);
    const types = readKindly(SensorTypeList, [{ _id: 3, name: "Solo" }, { name: "?" }]);
    expect("data" in types && types.data.map(({ _id }) => _id)).toEqual(["3"]);
  });
});

const Board = z.object({
  at: z.iso.datetime({ offset: true }),
  day: z.iso.date(),
  sectors: z.array(z.object({ name: z.string(), rain: z.number().optional(), active: z.boolean() })),
});
const board = { at: "2026-11-26T13:00:00Z", day: "2026-11-26", sectors: [{ name: "A", rain: 1.5, active: true }] };

describe("an object of a foreign API", () => {
  it.each([
    ["texts for numbers", { sectors: [{ name: "A", rain: " 1.5 ", active: true }] }],
    ["a decimal comma", { sectors: [{ name: "A", rain: "1,5", active: true }] }],
    ["a letter for true", { sectors: [{ name: "A", rain: 1.5, active: "S" }] }],
    ["a text for one", { sectors: [{ name: "A", rain: 1.5, active: "1" }] }],
    ["a day as Brazilians write it", { day: "26/11/2026" }],
    ["a moment of .NET", { at: `/Date(${Date.parse(board.at)})/` }],
    ["milliseconds as text", { at: String(Date.parse(board.at)) }],
    ["a number of MongoDB", { sectors: [{ name: "A", rain: { $numberDouble: "1.5" }, active: true }] }],
    ["words for true", { sectors: [{ name: "A", rain: 1.5, active: "true" }] }],
    ["one for true", { sectors: [{ name: "A", rain: 1.5, active: 1 }] }],
    ["seconds for a moment", { at: Date.parse(board.at) / 1000 }],
    ["a moment of MongoDB", { at: { $date: board.at } }],
    ["a day with its hours", { day: "2026-11-26T00:00:00" }],
    ["a wrapped list", { sectors: { items: board.sectors } }],
  ])("is read with %s", (_what, change) => {
    const read = readKindly(Board, { ...board, ...change });
    expect("data" in read && { ...read.data, at: Date.parse(read.data.at) }).toEqual({
      ...board,
      at: Date.parse(board.at),
    });
  });

  it("is read within a wrapper, and with a moment that has no zone by this device's clock", () => {
    const read = readKindly(Board, { data: { ...board, at: "2026-11-26T10:00:00" } });
    expect("data" in read && read.data.at).toBe(new Date("2026-11-26T10:00:00").toISOString());
  });

  it("loses an optional null, but no record because of it", () => {
    const read = readKindly(Board, { ...board, sectors: [{ name: "A", rain: null, active: true }] });
    expect("data" in read && read.data.sectors).toEqual([{ name: "A", active: true }]);
  });

  it.each([
    ["a text that may be one or a thousand", { sectors: [{ name: "A", rain: "1,014", active: true }] }],
    ["words for a number", { sectors: [{ name: "A", rain: "muita", active: true }] }],
    ["no moment", { at: "ontem" }],
  ])("is not read with %s", (_what, change) => {
    expect(readKindly(Board, { ...board, ...change })).toHaveProperty("error");
  });
});

it.each([
  ["1.014,5", 1014.5],
  ["1,014.5", 1014.5],
  ["-12.345.678,25", -12345678.25],
  ["7,25", 7.25],
])("reads the number %s", (text, number) => {
  expect(readKindly(z.number(), text)).toHaveProperty("data", number);
});

it.each([
  [{ matchedCount: "1" }, 1],
  [{ MatchedCount: 0 }, 0],
  [{ data: { matchedCount: 2 } }, 2],
])("reads the count of an update in %j", (answer, count) => {
  const strict = UpdateReply.safeParse(answer);
  const read = strict.success ? strict : readKindly(UpdateReply, answer);
  expect("data" in read && read.data?.matchedCount).toBe(count);
});

it("reads NaN and Infinity as null, but not within a text", () => {
  const text = '[{"a":NaN,"b":-Infinity,"c":"NaN \\" NaN","Infinity":Infinity}]';
  expect(parseWithoutNaN(text)).toEqual([{ a: null, b: null, c: 'NaN " NaN', Infinity: null }]);
  expect(parseWithoutNaN("NaN<")).toBeUndefined();
});

it("reads 204 and null as an empty list, but never as no client", () => {
  expect(isEmptyList(MenuList, 204, undefined)).toBe(true);
  expect(isEmptyList(MenuList, 200, null)).toBe(true);
  expect(isEmptyList(MenuList, 200, undefined)).toBe(false);
  expect(isEmptyList(Board, 200, null)).toBe(false);
  expect(isEmptyList(ClientList, 204, undefined)).toBe(false);
});
