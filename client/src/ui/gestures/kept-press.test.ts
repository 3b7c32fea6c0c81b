import { fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepPresses } from "./kept-press.ts";

let stop = () => {};
const save = vi.fn();
const around = vi.fn();

/** A page with a button, and the names of what is clicked. */
function show(html = "<p>Hoje</p><button><b>Anotar</b></button>"): { button: HTMLElement; main: HTMLElement } {
  document.body.innerHTML = `<main>${html}</main>`;
  const [main, button] = [document.querySelector("main"), document.querySelector("button")];
  if (!main || !button) throw new Error("no button");
  main.addEventListener("click", ({ target }) =>
    target instanceof Element && target.closest("button") ? save() : around(),
  );
  return { main, button };
}

const at = { clientX: 100, clientY: 200, detail: 1 };
const press = (element: Element) =>
  element.dispatchEvent(Object.assign(new MouseEvent("pointerdown", { ...at, bubbles: true }), { isPrimary: true }));

beforeEach(() => {
  stop = keepPresses();
});
afterEach(() => {
  stop();
  vi.clearAllMocks();
});

it.each([
  ["moved away from the pointer", () => {}],
  ["taken out and put in again", (button: HTMLElement) => button.parentElement?.append(button)],
  ["replaced by one of its name", (button: HTMLElement) => button.replaceWith(button.cloneNode(true))],
])("a button that is %s while it is held is pressed, and nothing else", (_what, arrive) => {
  const { button, main } = show();
  press(button.querySelector("b") ?? button);
  arrive(button);
  fireEvent.click(main, at);
  expect([save.mock.calls.length, around.mock.calls.length]).toEqual([1, 0]);
});

it("a press that arrives is pressed once", () => {
  const { button } = show();
  press(button);
  fireEvent.click(button, at);
  expect(save).toHaveBeenCalledOnce();
});

it.each([
  ["drawn away", { clientX: 160 }],
  ["followed by a key", { detail: 0 }],
])("a press that is %s is not made", (_what, change) => {
  const { button, main } = show();
  press(button);
  fireEvent.click(main, { ...at, ...change });
  expect([save.mock.calls.length, around.mock.calls.length]).toEqual([0, 1]);
});

it("no other button is pressed for one that is gone, nor one of two of the same name", () => {
  const { button, main } = show("<button>Anotar</button><button>Corrigir</button>");
  press(button);
  button.remove();
  fireEvent.click(main, at);
  const two = show("<button>Anotar</button><button>Anotar</button><button>Anotar</button>");
  press(two.button);
  two.button.remove();
  fireEvent.click(two.main, at);
  expect(save).not.toHaveBeenCalled();
});
