import { expect, it } from "vitest";
import { userState } from "./user-state.ts";

it("is inactive in any case, and otherwise invited until a password is set", () => {
  expect(userState({ active: false, invited: true })).toBe("inactive");
  expect(userState({ active: true, invited: true })).toBe("invited");
  expect(userState({ active: true, invited: false })).toBe("active");
  expect(userState({ active: true })).toBe("active");
});
