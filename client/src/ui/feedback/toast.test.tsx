import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Toaster, toast } from "./toast.tsx";

/** As long as a toast stays by itself. */
const STAY_MS = 5_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

function show() {
  render(
    <>
      <button type="button">Irriguei</button>
      <Toaster />
    </>,
  );
  const undo = vi.fn();
  const opener = screen.getByRole("button", { name: "Irriguei" });
  opener.focus();
  act(() => toast("Irrigação registrada", { label: "Desfazer", onClick: undo }));
  return { undo, opener, action: screen.getByRole("button", { name: "Desfazer" }) };
}

it("announces, shows the same words once, and leaves by itself", () => {
  render(<Toaster />);
  act(() => toast("Irrigação registrada"));
  act(() => toast("Irrigação registrada"));
  expect(screen.getByRole("status").textContent).toBe("Irrigação registrada");
  wait(STAY_MS);
  expect(screen.getByRole("status").textContent).toBe("");
});

it("offers to take back what was done, once", () => {
  const { undo, action } = show();
  act(() => action.click());
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.queryByText("Irrigação registrada")).toBeNull();
});

it("waits while the pointer rests on it, and for as long again", () => {
  show();
  const place = screen.getByRole("status");
  fireEvent.pointerMove(place);
  wait(10 * STAY_MS);
  expect(screen.queryByText("Irrigação registrada")).not.toBeNull();
  fireEvent.pointerLeave(place);
  wait(STAY_MS - 1);
  expect(screen.queryByText("Irrigação registrada")).not.toBeNull();
  wait(1);
  expect(screen.queryByText("Irrigação registrada")).toBeNull();
});

it("is reached by F8, waits for who is there, and gives the focus back", () => {
  const { undo, opener, action } = show();
  fireEvent.keyDown(opener, { key: "F8" });
  expect(document.activeElement).toBe(action);
  wait(10 * STAY_MS);
  act(() => action.click());
  expect(undo).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(opener);
  // It holds nothing that comes after it.
  act(() => toast("Chuva registrada"));
  wait(STAY_MS);
  expect(screen.queryByText("Chuva registrada")).toBeNull();
});

it("waits for who is on the way by Tab", () => {
  const { opener } = show();
  for (let step = 0; step < 5; step++) {
    wait(STAY_MS - 1);
    fireEvent.keyDown(opener, { key: "Tab" });
  }
  expect(screen.queryByText("Irrigação registrada")).not.toBeNull();
  wait(STAY_MS);
  expect(screen.queryByText("Irrigação registrada")).toBeNull();
});
