import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { ProbeProfile } from "./probe-profile.tsx";

afterEach(cleanup);

const marks = { fcPct: 33, criticalPct: 26, wpPct: 18 };

it("gives each depth with its status", () => {
  const layers = [
    { depthCm: 10, value: 24.2, ...marks },
    { depthCm: 20, value: null, ...marks },
  ];
  render(<ProbeProfile label="Sonda 1" unit="% vol" layers={layers} marginPct={2} />);
  expect(screen.getByRole("img").getAttribute("aria-label")).toBe(
    "Sonda 1; 10 cm: 24,2 % vol, Déficit; 20 cm: sem leitura, Sem dados",
  );
});

it("does not judge a tension, which has no marks", () => {
  const layers = [{ depthCm: 20, value: 41.4, fcPct: null, criticalPct: null, wpPct: null }];
  render(<ProbeProfile label="Sonda 3" unit="kPa" layers={layers} marginPct={2} />);
  expect(screen.getByRole("img").getAttribute("aria-label")).toBe("Sonda 3; 20 cm: 41,4 kPa");
});
