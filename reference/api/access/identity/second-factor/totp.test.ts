import { expect, it } from "vitest";
import { authenticatorLink, codeAt, makeSecret, stepAt, stepOf } from "./totp.ts";

/** `12345678901234567890`, the secret of RFC 6238, appendix B. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

it.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("makes the codes of RFC 6238 at %i s", (seconds, code) => {
  expect(codeAt(SECRET, stepAt(new Date(seconds * 1000)))).toBe(code);
});

it("accepts the code of the step before and after, with blanks, and no other", () => {
  const now = new Date(1_111_111_111_000);
  const step = stepAt(now);
  const found = [-2, -1, 0, 1, 2].map((off) => stepOf(SECRET, codeAt(SECRET, step + off), now));
  expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
  expect(stepOf(SECRET, " 050 471 ", now)).toBe(step);
  for (const code of ["", "50471", "0504710", "abcdef"]) expect(stepOf(SECRET, code, now)).toBeUndefined();
});

it("makes secrets of 160 bits in base 32, and a link for authenticators", () => {
  const [one, other] = [makeSecret(), makeSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(one).not.toBe(other);
  const link = new URL(authenticatorLink(one, "ana@fazenda"));
  expect(link.protocol).toBe("otpauth:");
  expect(Object.fromEntries(link.searchParams)).toEqual({ secret: one, issuer: "Lâmina" });
  expect(decodeURIComponent(link.pathname)).toContain("Lâmina:ana@fazenda");
});
