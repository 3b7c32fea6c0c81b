import { expect, it } from "vitest";
import { text } from "./text.ts";

it("writes the retention times, in whole years where possible", () => {
  const { time, readings } = text.retention;
  expect([24, 60, 18, 12, null].map(time)).toEqual([
    "por 2 anos",
    "por 5 anos",
    "por 18 meses",
    "por 12 meses",
    "sem prazo",
  ]);
  expect(readings(time(24))).toBe("Leituras brutas dos sensores, estados dos pivôs, bateria e sinal: por 2 anos.");
});
