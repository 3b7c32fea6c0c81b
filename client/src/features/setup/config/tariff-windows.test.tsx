import { TariffFields } from "@lamina/shared/records/config";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FormContext } from "../../../ui/form/form-context.ts";
import { FormFields } from "../../../ui/form/form-fields.tsx";
import { fromFormValues, toFormValues } from "../../../ui/form/form-values.ts";
import { withValue } from "../../../ui/form/path.ts";
import { tariffView } from "./tariff-view.tsx";

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const whole = { days: EVERY_DAY, from: "00:00", to: "00:00", kind: "offpeak", brlKwh: 0.4 };
const peak = { days: [1], from: "18:00", to: "21:00", kind: "peak", brlKwh: 2 };

beforeEach(() =>
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} })),
);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Shows the form of a tariff with these windows. Returns a function that reads its values. */
function open(windows: readonly object[]) {
  let now: readonly unknown[] = [];
  function Form() {
    const [values, setValues] = useState(() => toFormValues(TariffFields, { name: "Verde", windows }));
    now = fromFormValues(TariffFields, values).windows as unknown[];
    return (
      <FormContext
        value={{
          schema: TariffFields,
          values,
          errors: {},
          set: (path, value) => setValues((written) => withValue(written, path, value)),
          change: () => {},
          readOnly: false,
          timeZone: "America/Bahia",
        }}
      >
        <FormFields groups={tariffView.groups({ has: () => true, of: () => [], find: () => undefined }, undefined)} />
      </FormContext>
    );
  }
  render(<Form />);
  return { windows: () => now, user: userEvent.setup() };
}

const slot = (name: string) => screen.getByRole("gridcell", { name: new RegExp(`^${name}:`) });

it("paints with the mouse from press to release, and writes the rows", async () => {
  const { windows, user } = open([whole]);
  await user.click(screen.getByRole("radio", { name: "Reservado (noturno)" }));
  fireEvent.pointerDown(slot("dom 21:30"), { pointerType: "mouse", button: 0 });
  fireEvent.pointerOver(slot("seg 23:30"), { pointerType: "mouse" });
  expect(screen.getByRole("status").textContent).toBe("dom–seg 21:30–00:00");
  fireEvent.pointerUp(document.body);
  expect(windows()).toContainEqual({ days: [0, 1], from: "21:30", to: "00:00", kind: "reserved" });
  expect(windows()).toContainEqual({ ...whole, days: [0, 1], to: "21:30" });
  expect(screen.getAllByRole("group", { name: /^Janela \d/ })).toHaveLength(windows().length);
});

it("paints with two touches, and with the keyboard", async () => {
  const { windows, user } = open([peak]);
  for (const name of ["ter 18:00", "ter 20:30"]) {
    fireEvent.pointerDown(slot(name), { pointerType: "touch" });
    fireEvent.click(slot(name));
  }
  expect(windows()).toEqual([{ ...peak, days: [1, 2] }]);
  slot("ter 20:30").focus();
  await user.keyboard("{ArrowRight} {Shift>}{ArrowRight}{/Shift}");
  expect(windows()).toContainEqual({ ...peak, days: [2], to: "22:00" });
});

it("follows the rows, marks hours without a tariff, and separates overlapping windows", async () => {
  const { windows, user } = open([peak, { ...whole, days: [0, 1, 2, 3, 4, 5] }]);
  expect(screen.getByText("24 horas da semana estão sem tarifa.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Separar as janelas" }));
  expect(tariffView.check?.({ windows: windows() }, { has: () => true, of: () => [], find: () => undefined })).toEqual(
    [],
  );
  expect(slot("seg 19:00").getAttribute("aria-label")).toBe("seg 19:00: Ponta, R$ 2");
  const row = within(screen.getByRole("group", { name: "Janela 1" }));
  await user.clear(row.getByLabelText("Fim *"));
  await user.type(row.getByLabelText("Fim *"), "1000");
  expect(windows()[0]).toMatchObject({ to: "10:00" });
  expect(slot("dom 12:00").getAttribute("aria-label")).toBe("dom 12:00: Sem tarifa");
});
