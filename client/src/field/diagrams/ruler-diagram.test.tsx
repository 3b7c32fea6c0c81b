import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { RulerDiagram } from "./ruler-diagram.tsx";

afterEach(cleanup);

const scale = { tawMm: 62, rawMm: 31, irrigateFromMm: 22 };
const spoken = () => screen.getByRole("img").getAttribute("aria-label");

it("has a label with level, marks and probe", () => {
  render(<RulerDiagram label="Setor 1" status="irrigate" scale={scale} drMm={25.4} sensorDrMm={24.1} />);
  expect(spoken()).toBe("Setor 1: Irrigar, déficit 25,4 mm; AFD 31,0 mm, CAD 62,0 mm; sonda 24,1 mm");
});

it("lowers the level as the soil dries, and raises it to the top with excess", () => {
  const level = (container: HTMLElement) =>
    Number(/translateY\(([\d.]+)px\)/.exec(container.querySelector("g[style]")?.getAttribute("style") ?? "")?.[1]);
  const { container, rerender } = render(<RulerDiagram label="S" status="ok" scale={scale} drMm={0} />);
  const full = level(container);
  rerender(<RulerDiagram label="S" status="stress" scale={scale} drMm={50} />);
  expect(level(container)).toBeGreaterThan(full);
  rerender(<RulerDiagram label="S" status="excess" scale={scale} drMm={0} excess />);
  expect(level(container)).toBeLessThan(full);
});

it("is empty without a season", () => {
  render(<RulerDiagram label="Setor 5" status="fallow" scale={null} drMm={null} />);
  expect(spoken()).toBe("Setor 5: Sem cultivo, déficit – mm");
  expect(screen.queryByText("PMP")).toBeNull();
});
