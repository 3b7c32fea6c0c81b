import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { NowProvider } from "../now.tsx";
import { isStale, Value } from "./value.tsx";

afterEach(cleanup);

const now = Date.parse("2026-01-15T12:00:00Z");
const show = (value: React.ReactNode) => render(<NowProvider clock={() => now}>{value}</NowProvider>);

it("shows number, unit, age and source", () => {
  const { container } = show(
    <Value value={1234.56} unit="mm" at="2026-01-15T11:48:00Z" source="estação" staleAfterMs={3_600_000} />,
  );
  expect(container.textContent).toBe("1.234,6 mmhá 12 min · estação");
});

it("says that it is out of date", () => {
  show(<Value value={4.2} unit="mm/dia" at="2026-01-15T09:00:00Z" staleAfterMs={3_600_000} />);
  expect(screen.getByText("há 3 h · desatualizado")).toBeDefined();
});

it("shows a dash for what is missing, never a zero", () => {
  const { container } = show(<Value value={null} unit="mm" />);
  expect(container.textContent).toBe("– mm");
});

it("takes an unreadable date for a stale one", () => {
  expect(isStale("ontem", 1000, now)).toBe(true);
  expect(isStale(now - 1000, 1000, now)).toBe(false);
  expect(isStale(now - 1001, 1000, now)).toBe(true);
});
