import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Toaster, toast } from "./toast.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.runAllTimers();
  vi.useRealTimers();
});

it("announces, shows the same words once, and leaves by itself", () => {
  render(<Toaster />);
  act(() => toast("Irrigação registrada"));
  act(() => toast("Irrigação registrada"));
  expect(screen.getByRole("status").textContent).toBe("Irrigação registrada");
  act(() => vi.runAllTimers());
  expect(screen.getByRole("status").textContent).toBe("");
});
