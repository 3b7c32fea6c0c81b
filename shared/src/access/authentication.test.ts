import { expect, it } from "vitest";
import { isValid, readClaims } from "./authentication.ts";

const tokenOf = (payload: unknown) => `header.${btoa(JSON.stringify(payload)).replace(/=+$/, "")}.signature`;

it.each([
  [
    { exp: 10, name: "ana", jti: "j", roles: ["a", "b"] },
    { exp: 10, name: "ana", jti: "j", roles: ["a", "b"] },
  ],
  [
    { exp: "10", roles: "a" },
    { exp: 10, name: "", jti: "", roles: ["a"] },
  ],
  [
    { exp: 10, roles: null, other: 1 },
    { exp: 10, name: "", jti: "", roles: [] },
  ],
  [
    { exp: 10, roles: "" },
    { exp: 10, name: "", jti: "", roles: [] },
  ],
  [
    { exp: 10, name: 5, jti: {}, roles: [1, "a", null] },
    { exp: 10, name: "5", jti: "", roles: ["1", "a"] },
  ],
  [
    { exp: 10, name: null, jti: null, roles: { a: 1 } },
    { exp: 10, name: "", jti: "", roles: [] },
  ],
])("reads the claims of %j", (payload, claims) => {
  expect(readClaims(tokenOf(payload))).toEqual(claims);
});

it.each([{ name: "ana" }, { exp: "soon" }, { exp: 0 }, { exp: "Infinity" }, null, "text"])(
  "does not read %j",
  (payload) => {
    expect(readClaims(tokenOf(payload))).toBeUndefined();
  },
);

it.each(["", "a.b", "a..c", "a.b.c.d", "a.%.c"])("does not read the malformed token %j", (token) => {
  expect(readClaims(token)).toBeUndefined();
});

it("treats a token as valid until its expiry has passed", () => {
  const token = tokenOf({ exp: 10 });
  expect([isValid(token, 10_000), isValid(token, 10_001), isValid(null, 0)]).toEqual([true, false, false]);
});
