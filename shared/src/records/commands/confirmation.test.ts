import { expect, it } from "vitest";
import { isTrivialPin, SetCommandPin } from "./confirmation.ts";

it.each(["111111", "121212", "123123", "123456", "789012", "654321", "210987"])("%s is a trivial PIN", (pin) => {
  expect(isTrivialPin(pin)).toBe(true);
  expect(SetCommandPin.safeParse({ current: "", pin }).error?.issues).toMatchObject([
    { params: { id: "trivial-pin" } },
  ]);
});

it.each(["112233", "135790", "482915", "123465"])("%s is a PIN", (pin) => {
  expect(SetCommandPin.safeParse({ current: "", pin }).success).toBe(true);
});

it.each(["12345", "1234567", "48291a", "４８２９１５"])("%s is not six digits", (pin) => {
  expect(SetCommandPin.safeParse({ current: "", pin }).error?.issues.map(({ code }) => code)).toContain(
    "invalid_format",
  );
});
