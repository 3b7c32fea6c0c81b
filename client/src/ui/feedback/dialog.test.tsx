import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { installDialog } from "../../testing/dialog.ts";
import { AlertDialog } from "./alert-dialog.tsx";
import { Dialog } from "./dialog.tsx";

afterEach(cleanup);

beforeAll(installDialog);

it("shows an alert with its title, its sentence and Fechar", async () => {
  const close = vi.fn();
  render(<AlertDialog open onClose={close} title="Login" message="Usuário ou senha inválidos" />);
  const alert = screen.getByRole("alertdialog", { name: "Login" });
  expect(alert.textContent).toContain("Usuário ou senha inválidos");
  await userEvent.click(screen.getByRole("button", { name: "Fechar" }));
  expect(close).toHaveBeenCalledOnce();
});

it("is hidden from all users while closed", () => {
  render(<AlertDialog open={false} onClose={() => {}} title="Login" message="…" />);
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

function Sheet() {
  const [open, setOpen] = useState(true);
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="Clientes" variant="sheet">
      <p>Fazenda Boa Vista</p>
    </Dialog>
  );
}

it("closes on a click beside it, not on one inside", async () => {
  render(<Sheet />);
  await userEvent.click(screen.getByText("Fazenda Boa Vista"));
  await userEvent.click(screen.getByRole("dialog"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("closes on Escape, which the browser sends as cancel", () => {
  render(<Sheet />);
  const cancelled = new Event("cancel", { cancelable: true });
  screen.getByRole("dialog").dispatchEvent(cancelled);
  expect(cancelled.defaultPrevented).toBe(true);
});

it("stays open when a text selection ends outside of it", async () => {
  render(<Sheet />);
  fireEvent.pointerDown(screen.getByText("Fazenda Boa Vista"));
  fireEvent.click(screen.getByRole("dialog"));
  expect(screen.getByRole("dialog")).toBeTruthy();
});

it("stays open when a file selection is cancelled", () => {
  const close = vi.fn();
  render(
    <Dialog open onClose={close} title="Importar" variant="sheet">
      <input type="file" aria-label="Arquivo" />
    </Dialog>,
  );
  fireEvent(screen.getByLabelText("Arquivo"), new Event("cancel", { bubbles: true }));
  expect(close).not.toHaveBeenCalled();
});

it("does not close an alert on a click beside it", async () => {
  const close = vi.fn();
  render(<AlertDialog open onClose={close} title="Login" message="…" />);
  await userEvent.click(screen.getByRole("alertdialog"));
  expect(close).not.toHaveBeenCalled();
});
