import { expect, it } from "vitest";
import { fileName } from "./file-name.ts";

it("names subject, client and period, in characters that every device accepts", () => {
  expect(fileName(["Umidade do solo", "Fazenda São João / Norte", "2026-05-01", "2026-05-31"], "csv")).toBe(
    "umidade-do-solo_fazenda-sao-joao-norte_2026-05-01_2026-05-31.csv",
  );
});

it("contains no path, and is never empty", () => {
  expect(fileName(["../../etc/passwd", ""], "png")).toBe("etc-passwd.png");
  expect(fileName(["…"], "xlsx")).toBe("lamina.xlsx");
});
