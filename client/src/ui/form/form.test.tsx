import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { Button } from "../controls/button.tsx";
import { TextField } from "../controls/text-field.tsx";
import { Form, useSubmit } from "./form.tsx";

afterEach(cleanup);

function Names({ save }: { save: () => Promise<unknown> }) {
  const [error, setError] = useState<string>();
  const { pending, submit } = useSubmit(async () => {
    const closes = await save();
    setError("Informe o nome.");
    return closes;
  });
  return (
    <Form failure={error && "Confira o nome."} onSubmit={submit}>
      <TextField label="Fazenda" value="Santa Clara" onValue={() => {}} />
      <TextField label="Nome" value="" error={error} onValue={() => {}} />
      <Button type="submit" pending={pending}>
        Salvar
      </Button>
    </Form>
  );
}

it("shows the failure above the fields and moves the focus to the first invalid one", async () => {
  render(<Names save={async () => {}} />);
  await userEvent.click(screen.getByRole("button", { name: "Salvar" }));
  expect(screen.getByRole("status").textContent).toBe("Confira o nome.");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Nome")));
});

it("saves once when two presses come before the page is drawn again", async () => {
  const save = vi.fn(() => Promise.withResolvers<void>().promise);
  render(<Names save={save} />);
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Salvar" });
  act(() => {
    button.click();
    button.click();
  });
  expect(save).toHaveBeenCalledTimes(1);
});

it("saves a double click once, and can save again after a refusal", async () => {
  const saved = Promise.withResolvers<void>();
  const save = vi.fn(() => saved.promise);
  render(<Names save={save} />);
  const button = screen.getByRole("button", { name: "Salvar" });
  await userEvent.dblClick(button);
  expect(save).toHaveBeenCalledTimes(1);
  saved.resolve();
  await screen.findByText("Informe o nome.");
  await userEvent.click(button);
  expect(save).toHaveBeenCalledTimes(2);
});

it("stays busy after a save that closes it", async () => {
  render(<Names save={async () => true} />);
  await userEvent.click(screen.getByRole("button", { name: "Salvar" }));
  await screen.findByText("Informe o nome.");
  expect(screen.getByRole("button", { name: "Salvar" }).getAttribute("aria-busy")).toBe("true");
});
