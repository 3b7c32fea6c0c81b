import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { Field } from "./field.tsx";
import { PasswordInput, TextInput } from "./input.tsx";

afterEach(cleanup);

it("connects label, hint and error with the control", () => {
  render(
    <Field label="Área" hint="em hectares" error="Informe a área">
      {(control) => <TextInput {...control} />}
    </Field>,
  );
  const input = screen.getByLabelText("Área");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  const described = (input.getAttribute("aria-describedby") ?? "").split(" ");
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual(["em hectares", "Informe a área"]);
});

it("shows the password and hides it again, and keeps the input", async () => {
  render(<Field label="Senha">{(control) => <PasswordInput {...control} />}</Field>);
  const input = screen.getByLabelText<HTMLInputElement>("Senha");
  await userEvent.type(input, "irrigação");
  expect(input.type).toBe("password");
  await userEvent.click(screen.getByRole("button", { name: "Mostrar senha" }));
  expect([input.type, input.value]).toEqual(["text", "irrigação"]);
  await userEvent.click(screen.getByRole("button", { name: "Ocultar senha" }));
  expect(input.type).toBe("password");
});
