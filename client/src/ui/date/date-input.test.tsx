import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { installDialog } from "../../testing/dialog.ts";
import { NowProvider } from "../now.tsx";
import { Calendar } from "./calendar.tsx";
import { DateInput } from "./date-input.tsx";
import { shortDay, typedDay } from "./date-text.ts";

beforeAll(installDialog);
afterEach(cleanup);

it.each([
  ["14/05/2026", "2026-05-14"],
  ["4/5/2026", "2026-05-04"],
  ["14.05.2026", "2026-05-14"],
  ["14052026", "2026-05-14"],
  ["2026-05-14", "2026-05-14"],
  ["31/02/2026", null],
  ["14/05/20", null],
  ["", null],
])("reads %j as %j", (typed, day) => {
  expect(typedDay(typed)).toBe(day);
});

it.each([
  ["14/5", "2026-05-14"],
  ["1405", "2026-05-14"],
  ["14/5/25", "2025-05-14"],
  ["31/2", null],
  ["14/", null],
])("completes %j to %j", (typed, day) => {
  expect(shortDay(typed, "2026-06-01")).toBe(day);
});

function Input({ at = "2026-05-20T15:00:00Z", timeZone = "America/Sao_Paulo", max = "2026-05-20" }) {
  const [day, setDay] = useState("2026-05-14");
  return (
    <NowProvider clock={() => Date.parse(at)}>
      <DateInput aria-label="Data" value={day} onValue={setDay} timeZone={timeZone} max={max} />
      <output>{day}</output>
    </NowProvider>
  );
}

it("shows and accepts a day in the Brazilian format, and keeps an incomplete one", async () => {
  render(<Input />);
  const input = screen.getByLabelText<HTMLInputElement>("Data");
  expect(input.value).toBe("14/05/2026");
  await userEvent.clear(input);
  await userEvent.type(input, "03/04/20");
  expect(screen.getByRole("status").textContent).toBe("03/04/20");
  await userEvent.type(input, "26");
  expect(screen.getByRole("status").textContent).toBe("2026-04-03");
  await userEvent.clear(input);
  await userEvent.type(input, "5/4");
  await userEvent.tab();
  expect(input.value).toBe("05/04/2026");
});

it.each([
  ["America/Sao_Paulo", "2026-05-20"],
  ["America/Rio_Branco", "2026-05-19"],
])("offers the farm's today, in %s", async (timeZone, today) => {
  render(<Input at="2026-05-20T04:30:00Z" timeZone={timeZone} max="2026-05-31" />);
  await userEvent.click(screen.getByRole("button", { name: "Abrir calendário" }));
  await userEvent.click(screen.getByRole("button", { name: "Hoje" }));
  expect(screen.getByRole("status").textContent).toBe(today);
});

it("chooses a day in the calendar by the keyboard, and none after the last", async () => {
  const chosen = vi.fn();
  render(<Calendar day="2026-05-14" today="2026-05-20" max="2026-05-20" onChoose={chosen} />);
  const day = (name: RegExp) => screen.getByRole("button", { name });
  expect(document.activeElement).toBe(day(/14 de maio de 2026/));
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(chosen).not.toHaveBeenCalled();
  await userEvent.keyboard("{PageUp}{Home}");
  expect(screen.getByRole("table", { name: "abril de 2026" })).toBeTruthy();
  await userEvent.keyboard("{Enter}");
  expect(chosen).toHaveBeenCalledExactlyOnceWith("2026-04-19");
});
