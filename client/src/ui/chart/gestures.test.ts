import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { listenToGestures } from "./gestures.ts";

const handlers = {
  point: vi.fn(),
  leave: vi.fn(),
  pan: vi.fn(),
  zoom: vi.fn(),
  canPan: vi.fn(() => true),
};
let element: HTMLElement;
let stop: () => void;

beforeEach(() => {
  vi.clearAllMocks();
  handlers.canPan.mockReturnValue(true);
  element = document.createElement("div");
  element.setPointerCapture = () => {};
  stop = listenToGestures(element, handlers);
});
afterEach(() => stop());

function pointer(type: string, clientX: number, clientY = 0, more: PointerEventInit = {}) {
  element.dispatchEvent(new PointerEvent(type, { clientX, clientY, pointerId: 1, pointerType: "touch", ...more }));
}

it("points where a finger taps", () => {
  pointer("pointerdown", 50);
  pointer("pointerup", 52);
  expect(handlers.point).toHaveBeenCalledExactlyOnceWith(52);
});

it("pans with a horizontal swipe, and leaves a vertical one to the page", () => {
  pointer("pointerdown", 50);
  pointer("pointermove", 70, 2);
  expect(handlers.pan).toHaveBeenCalledExactlyOnceWith(20);
  pointer("pointercancel", 70, 2);

  pointer("pointerdown", 50);
  pointer("pointermove", 52, 40);
  pointer("pointerup", 52, 40);
  expect(handlers.pan).toHaveBeenCalledOnce();
  expect(handlers.point).not.toHaveBeenCalled();
});

it("points with a swipe when the whole period is visible", () => {
  handlers.canPan.mockReturnValue(false);
  pointer("pointerdown", 50);
  pointer("pointermove", 90);
  expect(handlers.point).toHaveBeenCalledExactlyOnceWith(90);
  expect(handlers.pan).not.toHaveBeenCalled();
});

it("zooms with two fingers", () => {
  pointer("pointerdown", 100);
  pointer("pointerdown", 200, 0, { pointerId: 2 });
  pointer("pointermove", 300, 0, { pointerId: 2 });
  expect(handlers.zoom).toHaveBeenCalledExactlyOnceWith(200, 0.5);
  expect(handlers.pan).toHaveBeenCalledWith(50);
});

it("points at the mouse, and stops when it leaves", () => {
  pointer("pointermove", 33, 0, { pointerType: "mouse" });
  pointer("pointerleave", 0, 0, { pointerType: "mouse" });
  expect(handlers.point).toHaveBeenCalledExactlyOnceWith(33);
  expect(handlers.leave).toHaveBeenCalledOnce();
});

it("zooms with the wheel only with a modifier key, so that the page can scroll", () => {
  const plain = new WheelEvent("wheel", { deltaY: 100, cancelable: true });
  element.dispatchEvent(plain);
  expect(plain.defaultPrevented).toBe(false);
  const held = new WheelEvent("wheel", { deltaY: -100, ctrlKey: true, clientX: 40, cancelable: true });
  element.dispatchEvent(held);
  expect(held.defaultPrevented).toBe(true);
  expect(handlers.zoom).toHaveBeenCalledOnce();
  expect(handlers.zoom.mock.calls[0]?.[1]).toBeLessThan(1);
});

it("ignores events after it is stopped", () => {
  stop();
  pointer("pointermove", 33, 0, { pointerType: "mouse" });
  expect(handlers.point).not.toHaveBeenCalled();
});
