import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { installDialog } from "../../testing/dialog.ts";
import { Dialog } from "./dialog.tsx";
import { dismissMessages, messageToast, Toaster, toast } from "./toast.tsx";

/** How long a toast stays without interaction. */
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

it("announces a message, shows equal messages once, and disappears", () => {
  render(<Toaster />);
  act(() => toast("Irrigação registrada"));
  act(() => toast("Irrigação registrada"));
  expect(screen.getByRole("status").textContent).toBe("Irrigação registrada");
  wait(STAY_MS);
  expect(screen.getByRole("status").textContent).toBe("");
});

it("shows each of equal messages, and of many the newest with the number of the others", () => {
  render(<Toaster />);
  const message = { title: "Mensagem", message: "Pivô parou" };
  act(() => toast("Irrigação registrada"));
  act(() => messageToast(message));
  act(() => messageToast(message));
  expect(screen.getAllByText("Pivô parou")).toHaveLength(2);
  for (let count = 1; count <= 14; count++) act(() => messageToast({ ...message, message: `Aviso ${count}` }));
  expect(screen.getAllByText("Mensagem")).toHaveLength(2);
  expect(["Aviso 13", "Aviso 14", "e mais 14 no sino"].filter((words) => !screen.queryByText(words))).toEqual([]);
  // A confirmation of the user's own action is not pushed out.
  expect(screen.queryByText("Irrigação registrada")).not.toBeNull();
  act(dismissMessages);
  expect(screen.getByRole("status").textContent).toBe("Irrigação registrada");
  act(() => messageToast(message));
  wait(2 * STAY_MS);
  expect(screen.getByRole("status").textContent).toBe("");
});

it("offers to undo the action once", () => {
  const { undo, action } = show();
  act(() => action.click());
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.queryByText("Irrigação registrada")).toBeNull();
});

it("stays while the pointer is on it, and for the full time afterwards", () => {
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

it("gets the focus with F8, stays while it has the focus, and returns the focus", () => {
  const { undo, opener, action } = show();
  fireEvent.keyDown(opener, { key: "F8" });
  expect(document.activeElement).toBe(action);
  wait(10 * STAY_MS);
  act(() => action.click());
  expect(undo).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(opener);
  // The toast is gone, so it does not keep a later one on the screen.
  act(() => toast("Chuva registrada"));
  wait(STAY_MS);
  expect(screen.queryByText("Chuva registrada")).toBeNull();
});

it("stays while the user moves with Tab", () => {
  const { opener } = show();
  for (let step = 0; step < 5; step++) {
    wait(STAY_MS - 1);
    fireEvent.keyDown(opener, { key: "Tab" });
  }
  expect(screen.queryByText("Irrigação registrada")).not.toBeNull();
  wait(STAY_MS);
  expect(screen.queryByText("Irrigação registrada")).toBeNull();
});

it("is inside the topmost dialog while one is open, because the rest is inert", async () => {
  installDialog();
  const undo = vi.fn();
  const page = (open: boolean) => (
    <>
      <Dialog open={open} onClose={() => {}} title="Notificações" variant="sheet">
        Alertas
      </Dialog>
      <Toaster />
    </>
  );
  const { rerender } = render(page(true));
  act(() => toast("Alerta resolvido.", { label: "Desfazer", onClick: undo }));
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByText("Alerta resolvido.")).toBeTruthy();
  rerender(page(false));
  expect(screen.getByText("Alerta resolvido.").closest("dialog")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Desfazer" }));
  expect(undo).toHaveBeenCalledOnce();
});
