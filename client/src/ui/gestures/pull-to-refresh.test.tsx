import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PullToRefresh } from "./pull-to-refresh.tsx";

const refresh = vi.fn(() => Promise.resolve());

beforeEach(() => void vi.stubGlobal("scrollY", 0));
afterEach(() => {
  cleanup();
  refresh.mockClear();
  vi.unstubAllGlobals();
});

function touch(type: string, x: number, y: number, target: EventTarget = document): Event {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, { touches: type === "touchend" ? [] : [{ clientX: x, clientY: y }] });
  act(() => void target.dispatchEvent(event));
  return event;
}

function pull(dx: number, dy: number, target?: EventTarget): Event {
  touch("touchstart", 100, 100, target);
  const move = touch("touchmove", 100 + dx, 100 + dy, target);
  touch("touchend", 0, 0, target);
  return move;
}

it("refreshes after a pull from the top edge, and turns until the refresh ends", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  refresh.mockImplementationOnce(() => promise);
  render(<PullToRefresh onRefresh={refresh} />);
  expect(pull(10, 200).defaultPrevented).toBe(true);
  expect(refresh).toHaveBeenCalledOnce();
  expect(screen.getByRole("status").textContent).toBe("Carregando…");
  await act(async () => resolve());
  expect(screen.queryByRole("status")).toBeNull();
});

it.each([
  ["short", 0, 100],
  ["sideways", 200, 100],
  ["diagonal", 200, 200],
  ["upward", 0, -200],
])("ignores a %s drag", (_, dx, dy) => {
  render(<PullToRefresh onRefresh={refresh} />);
  pull(dx, dy);
  expect(refresh).not.toHaveBeenCalled();
});

it("ignores a page that is scrolled down", () => {
  vi.stubGlobal("scrollY", 40);
  render(<PullToRefresh onRefresh={refresh} />);
  expect(pull(0, 300).defaultPrevented).toBe(false);
  expect(refresh).not.toHaveBeenCalled();
});

it.each([
  ["a list that is scrolled down", (element: HTMLElement) => Object.assign(element, { scrollTop: 40 })],
  ["a map", (element: HTMLElement) => element.style.setProperty("touch-action", "none")],
])("leaves the drag to %s", (_, prepare) => {
  render(
    <>
      <PullToRefresh onRefresh={refresh} />
      <div data-testid="own">
        <p>conteúdo</p>
      </div>
    </>,
  );
  prepare(screen.getByTestId("own"));
  expect(pull(0, 300, screen.getByText("conteúdo")).defaultPrevented).toBe(false);
  expect(refresh).not.toHaveBeenCalled();
});

it("stops listening after it is unmounted", () => {
  const { unmount } = render(<PullToRefresh onRefresh={refresh} />);
  unmount();
  expect(pull(0, 300).defaultPrevented).toBe(false);
});
