import { cleanup, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { type SwipeDirection, useSwipeAway } from "./swipe-away.ts";

const away = vi.fn();
afterEach(() => {
  cleanup();
  away.mockClear();
});

function Thing({ direction }: { direction: SwipeDirection }) {
  const box = useRef<HTMLDivElement>(null);
  useSwipeAway(box, direction, away);
  return (
    <div ref={box}>
      <p>conteúdo</p>
    </div>
  );
}

function swipe(dx: number, dy: number): void {
  const touch = (type: string, x: number, y: number) => {
    const at = [{ clientX: x, clientY: y }];
    const event = new Event(type, { bubbles: true });
    screen.getByText("conteúdo").dispatchEvent(Object.assign(event, { touches: at, changedTouches: at }));
  };
  touch("touchstart", 200, 200);
  touch("touchend", 200 + dx, 200 + dy);
}

it.each([
  ["left", -80, 10, 1],
  ["left", -50, 0, 0],
  ["left", 80, 0, 0],
  ["left", -80, 80, 0],
  ["down", 10, 80, 1],
  ["down", 0, -80, 0],
  ["down", -80, 10, 0],
] as const)("to the %s: a swipe by (%i, %i) counts %i times", (direction, dx, dy, times) => {
  render(<Thing direction={direction} />);
  swipe(dx, dy);
  expect(away).toHaveBeenCalledTimes(times);
});

it("ignores a finger that scrolls a list back", () => {
  render(<Thing direction="down" />);
  screen.getByText("conteúdo").scrollTop = 30;
  swipe(0, 80);
  expect(away).not.toHaveBeenCalled();
});
