import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { installDialog } from "../../testing/dialog.ts";
import { NowProvider } from "../now.tsx";
import type { Period, SeasonSpan } from "./period.ts";
import { PeriodPicker } from "./period-picker.tsx";

beforeAll(installDialog);
afterEach(cleanup);

const changed = vi.fn();
function Picker({ season }: { season?: SeasonSpan }) {
  const [period, setPeriod] = useState<Period>({ kind: "7d" });
  const change = (next: Period) => {
    changed(next);
    setPeriod(next);
  };
  const now = Date.parse("2026-05-15T01:47:00Z");
  return (
    <NowProvider clock={() => now}>
      <PeriodPicker period={period} onChange={change} now={now} timeZone="America/Cuiaba" season={season} />
    </NowProvider>
  );
}

it("chooses a period by its name", async () => {
  render(<Picker />);
  expect(screen.getByRole("group", { name: "Período" })).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "7 dias" }).checked).toBe(true);
  await userEvent.click(screen.getByRole("radio", { name: "30 dias" }));
  expect(changed).toHaveBeenLastCalledWith({ kind: "30d" });
});

it("offers the season if there is one", () => {
  const { rerender } = render(<Picker />);
  expect(screen.queryByRole("radio", { name: "Safra" })).toBeNull();
  rerender(<Picker season={{ start: "2026-02-01", end: null }} />);
  expect(screen.getByRole("radio", { name: "Safra" })).toBeDefined();
});

it("opens the free period with the shown days, and shows its errors", async () => {
  changed.mockClear();
  render(<Picker />);
  await userEvent.click(screen.getByRole("radio", { name: "Livre" }));
  const from = screen.getByLabelText<HTMLInputElement>("De");
  const to = screen.getByLabelText<HTMLInputElement>("Até");
  expect([from.value, to.value]).toEqual(["08/05/2026", "14/05/2026"]);
  fireEvent.change(to, { target: { value: "2026-05-01" } });
  await userEvent.click(screen.getByRole("button", { name: "Mostrar" }));
  expect(screen.getByText("A data final vem antes da inicial.")).toBeDefined();
  expect(changed).not.toHaveBeenCalled();
  fireEvent.change(to, { target: { value: "2026-05-10" } });
  await userEvent.click(screen.getByRole("button", { name: "Mostrar" }));
  expect(changed).toHaveBeenCalledExactlyOnceWith({ kind: "custom", from: "2026-05-08", to: "2026-05-10" });
});

it("offers the days of the end also while the first day is typed", async () => {
  render(<Picker />);
  await userEvent.click(screen.getByRole("radio", { name: "Livre" }));
  const from = screen.getByLabelText("De");
  await userEvent.clear(from);
  await userEvent.type(from, "31/");
  const [, calendarOfEnd] = screen.getAllByRole("button", { name: "Abrir calendário" });
  if (calendarOfEnd) await userEvent.click(calendarOfEnd);
  const day = screen.getByRole("button", { name: "domingo, 10 de maio de 2026" });
  expect(day.getAttribute("aria-disabled")).toBe("false");
  await userEvent.click(day);
  expect(screen.getByLabelText<HTMLInputElement>("Até").value).toBe("10/05/2026");
});
