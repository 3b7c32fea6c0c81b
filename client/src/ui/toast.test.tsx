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

it("offers to take back what was done, once", () => {
  render(<Toaster />);
  const undo = vi.fn();
  act(() => toast("Irrigação registrada", { label: "Desfazer", onClick: undo }));
  act(() => screen.getByRole("button", { name: "Desfazer" }).click());
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.queryByText("Irrigação registrada")).toBeNull();
});
