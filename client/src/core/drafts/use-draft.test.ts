import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { useDraft } from "./use-draft.ts";

beforeEach(() => sessionStorage.clear());

it("keeps the input of each form until it is cleared", () => {
  const first = renderHook(() => useDraft("watering:s1", { mm: "12", note: "" }));
  act(() => first.result.current.set({ note: "vento forte" }));
  first.unmount();

  const again = renderHook(() => useDraft("watering:s1", { mm: "10", note: "" }));
  expect(again.result.current.fields).toEqual({ mm: "12", note: "vento forte" });
  expect(renderHook(() => useDraft("watering:s2", { mm: "8", note: "" })).result.current.fields.note).toBe("");

  act(() => again.result.current.clear());
  expect(renderHook(() => useDraft("watering:s1", { mm: "9", note: "" })).result.current.fields.mm).toBe("9");
});
