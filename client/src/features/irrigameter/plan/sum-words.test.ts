import { expect, it } from "vitest";
import { sumWords } from "./sum-words.ts";

it("writes the sum of the plan with the parts that are more than nothing", () => {
  const parts = { runsBrl: 1247.2, lossBrl: 4183.6, otherBrl: 0.2 };
  expect(sumWords({ costBrl: 5431, parts })).toBe(
    "Soma do plano: R$\u00a05.431 = R$\u00a01.247 de energia e água + R$\u00a04.184 de produção perdida",
  );
  expect(sumWords({ costBrl: 5431, parts, assumed: ["worth", "energy"] })).toMatch(
    / perdida \(com valores de partida: produção sem Ky, preço ou produtividade; energia sem tarifa\)$/,
  );
  // The sum is that of its parts as they are written.
  expect(sumWords({ costBrl: 3, parts: { runsBrl: 1.4, lossBrl: 1.4, otherBrl: 0.2 } })).toBe(
    "Soma do plano: R$\u00a02 = R$\u00a01 de energia e água + R$\u00a01 de produção perdida",
  );
  expect(sumWords({ costBrl: 0, parts: { runsBrl: 0, lossBrl: 0, otherBrl: 0 } })).toBeNull();
  expect(sumWords({ costBrl: 5431 })).toBeNull();
});
