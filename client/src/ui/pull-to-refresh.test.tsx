import { PULL_TO_REFRESH_MS } from "@lamina/shared/limits";
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PullToRefresh } from "./pull-to-refresh.tsx";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("scrollY", 0);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function touch(type: string, x: number, y: number): Event {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, { touches: type === "touchend" ? [] : [{ clientX: x, clientY: y }] });
  act(() => void document.dispatchEvent(event));
  return event;
}

function pull(dx: number, dy: number): Event {
  touch("touchstart", 100, 100);
  const move = touch("touchmove", 100 + dx, 100 + dy);
  touch("touchend", 0, 0);
  return move;
}

it("refreshes 1000 ms after a pull from the top edge", () => {
  const refresh = vi.fn();
  render(<PullToRefresh onRefresh={refresh} />);
  expect(pull(10, 200).defaultPrevented).toBe(true);
  act(() => vi.advanceTimersByTime(PULL_TO_REFRESH_MS - 1));
  expect(refresh).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(1));
  expect(refresh).toHaveBeenCalledOnce();
});

it.each([
  ["short", 0, 100],
  ["sideways", 200, 100],
  ["diagonal", 200, 200],
  ["upward", 0, -200],
])("ignores a %s drag", (_, dx, dy) => {
  const refresh = vi.fn();
  render(<PullToRefresh onRefresh={refresh} />);
  pull(dx, dy);
  act(() => vi.advanceTimersByTime(10_000));
  expect(refresh).not.toHaveBeenCalled();
});

it("leaves a page that is scrolled down alone", () => {
  vi.stubGlobal("scrollY", 40);
  const refresh = vi.fn();
  render(<PullToRefresh onRefresh={refresh} />);
  expect(pull(0, 300).defaultPrevented).toBe(false);
  act(() => vi.advanceTimersByTime(10_000));
  expect(refresh).not.toHaveBeenCalled();
});

it("forgets everything when it leaves the page", () => {
  const refresh = vi.fn();
  const { unmount } = render(<PullToRefresh onRefresh={refresh} />);
  pull(0, 300);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
  expect(pull(0, 300).defaultPrevented).toBe(false);
});
