import { WateringFields } from "@lamina/shared/records/irrigation";
import { SensorFields } from "@lamina/shared/records/telemetry";
import { unusualRain } from "@lamina/shared/records/unusual";
import { RainFields } from "@lamina/shared/records/weather";
import { fieldErrors } from "@lamina/shared/rules/rule-text";
import { expect, it } from "vitest";
import { parseCsv } from "../../../ui/import/testing/parse-csv.ts";
import { reader as station } from "../devices/testing/station.ts";
import { rowsInSteps } from "./import-rows.ts";
import { repairFile } from "./repair-file.ts";
import { readRows } from "./testing/read-rows.ts";

const reader = {
  fields: [
    { path: "deviceId", label: "Equipamento", options: [{ value: "d1", label: "Estação (E-1)" }] },
    { path: "variable", label: "Grandeza", options: [{ value: "airTemp", label: "Temperatura do ar" }] },
    { path: "unit", label: "Unidade" },
    { path: "depthCm", label: "Profundidade" },
    { path: "calibA", label: "a (deslocamento)" },
  ],
  schema: SensorFields,
  timeZone: () => "America/Sao_Paulo",
  check: ({ calibA }: Readonly<Record<string, unknown>>): Record<string, string> =>
    calibA === -9 ? { calibA: "Fora do que se calibra." } : {},
};
const FILE = `equipamento;Grandeza *;Unidade;Profundidade (cm);a (deslocamento);Cor
estacao (e-1);temperatura do ar;°C;;'-0,5;azul

E-9;Temperatura do ar;°C;;;
E-1;Temperatura do ar;°C;fundo;;
Estação (E-1);Temperatura do ar;;900;;
Estação (E-1);Temperatura do ar;°C;;-9;
`.replace("E-1;Temp", "Estação (E-1);Temp");

it("separates good and bad rows, and gives each bad row's number in the spreadsheet, its column and reason", () => {
  const { good, errors, unknown, missing } = readRows(parseCsv(FILE), reader);
  expect(good).toEqual([{ line: 2, fields: { deviceId: "d1", variable: "airTemp", unit: "°C", calibA: -0.5 } }]);
  expect(errors).toEqual([
    { line: 4, field: "Equipamento", message: "“E-9” não está cadastrado." },
    { line: 5, field: "Profundidade", message: "Informe um número." },
    { line: 6, field: "Unidade", message: "Campo obrigatório." },
    { line: 6, field: "Profundidade", message: "Deve ser no máximo 300." },
    { line: 7, field: "a (deslocamento)", message: "Fora do que se calibra." },
  ]);
  expect(unknown).toEqual(["Cor"]);
  expect(missing).toEqual([]);
  expect(readRows(parseCsv("Unidade\n°C"), reader).missing).toEqual(["Equipamento", "Grandeza"]);
});

it("reads a moment in the zone of the row's farm, for any order of columns", () => {
  const { good } = readRows(parseCsv("Início;Setor\n14/05/2026 08:00;Leste\n14/05/2026 08:00;Oeste"), {
    fields: [
      { path: "sectorId", label: "Setor", options: ["Leste", "Oeste"].map((label) => ({ value: label, label })) },
      { path: "start", label: "Início", widget: "moment" },
    ],
    schema: WateringFields,
    timeZone: ({ sectorId }) => (sectorId === "Oeste" ? "America/Cuiaba" : "America/Sao_Paulo"),
  });
  expect(good.map(({ fields }) => fields.start)).toEqual(["2026-05-14T11:00:00.000Z", "2026-05-14T12:00:00.000Z"]);
});

it("returns the bad rows unchanged with their reasons, so that they can be repaired and read again", async () => {
  const preview = readRows(parseCsv(FILE), reader);
  const file = repairFile(preview.errors, preview, "Importar sensores");
  expect(file.name).toBe("importar-sensores_linhas-com-problema.csv");
  const again = parseCsv(await file.text());
  expect(again.map((row) => row.at(-1))).toEqual([
    "Problema",
    "Equipamento: “E-9” não está cadastrado.",
    "Profundidade: Informe um número.",
    "Unidade: Campo obrigatório. Profundidade: Deve ser no máximo 300.",
    "a (deslocamento): Fora do que se calibra.",
  ]);
  const repaired = again.map(([device, variable, unit, , calibA, ...rest], row) =>
    row === 0
      ? ([...(again[0] ?? [])] as string[])
      : [device?.replace("E-9", "Estação (E-1)"), variable, unit || "°C", "", calibA?.replace("9", "1"), ...rest].map(
          String,
        ),
  );
  const { good, errors: left, unknown } = readRows(repaired, reader);
  expect(left).toEqual([]);
  expect(good).toHaveLength(4);
  expect(unknown).toEqual(["Cor"]);
});

it("lists possible but unusual values, and takes their rows", () => {
  const { good, unusual, errors } = readRows(parseCsv("Dia;mm\n04/05/2026;318\n05/05/2026;31,8"), {
    fields: [
      { path: "date", label: "Dia" },
      { path: "mm", label: "Chuva" },
    ],
    schema: RainFields,
    timeZone: () => "America/Sao_Paulo",
    unusual: (row) => fieldErrors(unusualRain(row)),
  });
  expect([good.length, errors.length]).toEqual([2, 0]);
  expect(unusual).toEqual([{ line: 2, field: "Chuva", message: "É isto mesmo? O usual vai de 0 mm a 200 mm." }]);
});

it("keeps a note that begins with a day", () => {
  const { good } = readRows(parseCsv("Setor;Início;Lâmina;Observação\nLeste;4/5/2026 8:00;5;04/05/2026 com vento"), {
    fields: [
      { path: "sectorId", label: "Setor" },
      { path: "start", label: "Início", widget: "moment" },
      { path: "grossMm", label: "Lâmina" },
      { path: "note", label: "Observação" },
    ],
    schema: WateringFields,
    timeZone: () => "America/Sao_Paulo",
  });
  expect(good.map(({ fields }) => [fields.start, fields.note])).toEqual([
    ["2026-05-04T11:00:00.000Z", "04/05/2026 com vento"],
  ]);
});

it("accepts the pivot's name for a pivot with one sector, as on its card, and rejects it for several sectors", () => {
  const sectors = ["Pivô 03 · Setor único", "Pivô 04 · Setor A", "Pivô 04 · Setor B"];
  const { good, errors } = readRows(parseCsv("Setor;Início;Lâmina\npivo 03;4/5/2026;5\nPivô 04;4/5/2026;5"), {
    fields: [
      { path: "sectorId", label: "Setor", options: sectors.map((label) => ({ value: label, label })) },
      { path: "start", label: "Início", widget: "moment" },
      { path: "grossMm", label: "Lâmina" },
    ],
    schema: WateringFields,
    timeZone: () => "America/Sao_Paulo",
  });
  expect(good.map(({ fields }) => fields.sectorId)).toEqual(["Pivô 03 · Setor único"]);
  expect(errors.map(({ line, message }) => [line, message])).toEqual([[3, "“Pivô 04” não está cadastrado."]]);
});

it("the good rows of a large file are read again each time, and are the same", () => {
  const rows = Array.from({ length: 21_000 }, (_, index) => [
    index === 7 ? "x" : new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
    String(20 + (index % 9)),
  ]);
  const file = [["Data e hora", "Temperatura do ar"], ...rows];
  const steps = rowsInSteps(file, station);
  let step = steps.next();
  while (!step.done) step = steps.next();
  const { good, errors } = step.value;
  expect(errors).toHaveLength(1);
  expect(Array.isArray(good)).toBe(false);
  expect(good.length).toBe(20_999);
  const again = [...good];
  expect(again).toHaveLength(20_999);
  expect(again.slice(0, 20)).toEqual(good.slice(0, 20));
  expect(again.slice(-1)[0]).toMatchObject({ line: 21_001, fields: { date: "2026-01-15T13:59:00.000Z" } });
});
