import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Centre, centreText } from "./pivot-centre.tsx";
import { PivotDiagram } from "./pivot-diagram.tsx";
import type { DiagramSector } from "./pivot-sector.tsx";

afterEach(cleanup);

const sectors: DiagramSector[] = [
  { key: "a", label: "Q1", arc: { from: 0, to: 180 }, status: "ok", storagePct: 78, irrigated: true },
  { key: "b", label: "Q2", arc: { from: 180, to: 360 }, status: "nodata", storagePct: null },
];
const centre: Centre = { action: "irrigate", depthMm: 12, percent: 29 };
const arm = { angle: 214, direction: "forward", wet: true } as const;

it("has a label with all of its data", () => {
  render(<PivotDiagram label="Pivô 03" sectors={sectors} centre={centre} arm={arm} />);
  expect(screen.getByRole("img").getAttribute("aria-label")).toBe(
    "Pivô 03; 12 mm · 29 % no painel; braço a 214°, com água, sentido horário; " +
      "Q1: Adequado, 78 % da CAD, irrigado nesta volta; Q2: Sem dados",
  );
});

it("lets the user choose a sector by click and by keyboard", async () => {
  const select = vi.fn();
  render(<PivotDiagram label="Pivô 03" sectors={sectors} centre={centre} arm={arm} selected="b" onSelect={select} />);
  const first = screen.getByRole("button", { name: /^Q1/ });
  expect(first.getAttribute("aria-pressed")).toBe("false");
  expect(screen.getByRole("button", { name: /^Q2/ }).getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(first);
  for (const key of ["Enter", " ", "x"]) fireEvent.keyDown(screen.getByRole("button", { name: /^Q2/ }), { key });
  expect(select.mock.calls).toEqual([["a"], ["b"], ["b"]]);
  expect([...document.querySelectorAll("[role=button]")].map((sector) => sector.getAttribute("tabindex"))).toEqual([
    "0",
    "0",
  ]);
});

it("turns the arm in the shorter direction", () => {
  const { container, rerender } = render(
    <PivotDiagram label="P" sectors={[]} centre={centre} arm={{ ...arm, angle: 350 }} />,
  );
  rerender(<PivotDiagram label="P" sectors={[]} centre={centre} arm={{ ...arm, angle: 10 }} />);
  expect(container.innerHTML).toContain("rotate(370deg)");
});

it("draws no arm without a status of the panel", () => {
  render(<PivotDiagram label="P" sectors={[]} centre={centre} arm={null} />);
  expect(screen.getByRole("img").getAttribute("aria-label")).toBe("P; 12 mm · 29 % no painel");
});

it("breaks a detail that is wider than its centre, and no shorter one", () => {
  const lines = (detail: string) => {
    cleanup();
    render(<PivotDiagram label="P" sectors={[]} centre={{ action: "running", detail }} arm={null} size={288} />);
    return screen.getByRole("img").textContent;
  };
  expect(lines("até 16/05")).toContain("até 16/05");
  expect(lines("até amanhã 05:33")).toContain("até amanhã05:33");
});

describe("centreText", () => {
  it.each([
    [{ action: "irrigate", depthMm: 12.04, percent: 29 }, "12 mm · 29 % no painel"],
    [{ action: "irrigate", depthMm: 8.4, percent: null }, "8,4 mm"],
    [{ action: "wait", detail: "até 16/05" }, "Aguardar até 16/05"],
    [{ action: "none" }, "Não irrigar"],
    [{ action: "nodata" }, "Sem recomendação"],
  ] as const)("writes %o", (given, written) => {
    expect(centreText(given)).toBe(written);
  });
});
