import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { RingDepths, ringsOf } from "./ring-depths.tsx";

const cans = [
  { radiusM: 300, depthMm: 8 },
  { radiusM: 100, depthMm: 10 },
  { radiusM: 200, depthMm: 10 },
];

it("gives each can the ring up to the middle of its neighbours, in the order of the machine", () => {
  expect(ringsOf(cans).map(({ fromM, toM }) => [fromM, toM])).toEqual([
    [50, 150],
    [150, 250],
    [250, 350],
  ]);
  // The mean by area is 9 mm.
  expect(ringsOf(cans).map(({ part }) => Math.round(100 * part))).toEqual([111, 111, 89]);
});

it("says which ring is driest and wettest to those who do not see the drawing", () => {
  render(<RingDepths cans={cans} date="2026-03-01" />);
  const words = "Anel mais seco: 250 a 350 m recebe 89 % da média. Mais molhado: 50 a 150 m recebe 111 % da média.";
  expect(screen.getByRole("img").getAttribute("aria-label")).toBe(words);
  expect(screen.getByText(words)).toBeDefined();
});

it("draws nothing without water", () => {
  const { container } = render(<RingDepths cans={[{ radiusM: 100, depthMm: 0 }]} date="2026-03-01" />);
  expect(container.innerHTML).toBe("");
});
