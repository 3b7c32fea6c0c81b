import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { text } from "../text.ts";
import { SLOW_MS, Starting } from "./starting.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a start that takes long says so, and offers a reload", () => {
  render(<Starting />);
  expect(screen.queryByRole("alert")).toBeNull();
  act(() => vi.advanceTimersByTime(SLOW_MS));
  expect(screen.getByRole("alert").textContent).toContain(text.errors.slow.title);
  expect(screen.getByRole("button", { name: text.reload })).toBeDefined();
});
