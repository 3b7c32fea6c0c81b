import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { Button } from "./button.tsx";

afterEach(cleanup);

it("ignores clicks while pending, but keeps the focus", async () => {
  const submit = vi.fn((event: React.FormEvent) => event.preventDefault());
  const click = vi.fn();
  const form = (pending: boolean) => (
    <form onSubmit={submit}>
      <Button type="submit" pending={pending} onClick={click}>
        Entrar
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  const button = screen.getByRole("button", { name: "Entrar" });
  await userEvent.click(button);
  rerender(form(true));
  await userEvent.click(button);
  expect(submit).toHaveBeenCalledOnce();
  expect(click).toHaveBeenCalledOnce();
  expect(button.getAttribute("aria-busy")).toBe("true");
  expect(document.activeElement).toBe(button);
});

it("also ignores Enter in a field while it is pending", async () => {
  const submit = vi.fn((event: React.FormEvent) => event.preventDefault());
  render(
    <form onSubmit={submit}>
      <input aria-label="Nome" />
      <Button type="submit" pending>
        Criar
      </Button>
    </form>,
  );
  await userEvent.type(screen.getByLabelText("Nome"), "Alfa{Enter}");
  expect(submit).not.toHaveBeenCalled();
});
