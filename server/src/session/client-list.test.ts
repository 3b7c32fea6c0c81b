import { expect, test } from "vitest";
import { isClientList } from "./client-list.ts";

const client = { _id: "a1", id: 7, typeChart: "1", name: "São João" };

test.each([
  ["an array", [client]],
  ["no client", []],
  ["ids as numbers", [{ _id: 12 }]],
  ["ids of MongoDB", [{ _id: { $oid: "65f0" } }]],
  ["names in other capitals", [{ _ID: "c" }]],
  ["clients without an _id", [{ Id: 12, TypeChart: 2 }]],
  ["rows", { rows: [client], rowCount: 1 }],
  ["elements that cannot be read beside a client", [null, "x", { _id: null }, client]],
  ["a wrapper", { data: [client], message: "1 cliente" }],
  ["a wrapper in another case", { Items: [client], TotalCount: 1 }],
  ["wrappers within wrappers", { result: { items: [client] }, success: true, error: null }],
  ["an empty list in a wrapper", { data: [], total: 0, success: true, error: null, meta: { page: 1, next: "" } }],
  ["an empty list of OData", { "@odata.context": "https://api.example/$metadata", value: [] }],
])("%s is a list of clients", (_what, value) => {
  const text = JSON.stringify(value);
  expect(isClientList(Buffer.from(text))).toBe(true);
  expect(isClientList(Buffer.from(`\ufeff${text}\r\n`))).toBe(true);
});

test.each([
  ["a page", "<html><h1>Em manutenção</h1></html>"],
  ["nothing", ""],
  ["blanks", " \r\n"],
  ["a text", '"ok"'],
  ["null", "null"],
  ["true", "true"],
  ["an object without a list", '{"status":"ok"}'],
  ["a client alone", JSON.stringify(client)],
  ["a wrapped client", JSON.stringify({ data: client })],
  ["errors", '[{"code":401,"message":"Unauthorized"}]'],
  ["elements that are no clients", '[1,"a",null,{"_id":""},{"_id":null},{"id":"1"}]'],
  ["an empty list of a refusal", '{"success":false,"data":[]}'],
  ["an empty list with a message", '{"message":"Sessão expirada","data":[]}'],
  ["an empty list with a status", '{"statusCode":401,"data":{"items":[]}}'],
  ["an empty list with an error within", '{"data":[],"error":{"code":"x"}}'],
  ["a truncated list", JSON.stringify([client, client]).slice(0, -1)],
  ["a list and more", "[]<html></html>"],
  ["deep nesting", `${"[".repeat(100_000)}`],
  ["wrappers without end", `${'{"data":'.repeat(10)}[]${"}".repeat(10)}`],
])("%s is none", (_what, text) => {
  expect(isClientList(Buffer.from(text))).toBe(false);
});
