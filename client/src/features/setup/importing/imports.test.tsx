import type { SensorType } from "@lamina/shared/records/sensor-type";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connectCredentials } from "../../../api/credentials.ts";
import { queryClient } from "../../../api/query-client.ts";
import { type ApiServer, startApiServer } from "../../../testing/api-server.ts";
import { installDialog } from "../../../testing/dialog.ts";
import { DeviceImport } from "../devices/device-import.tsx";
import { deviceView } from "../devices/device-view.tsx";
import { ReadingImport } from "../devices/reading-import.tsx";
import { listsOf } from "../records/data/lists-of.ts";
import type { AnyRecord } from "../records/data/screen-config.ts";
import { WateringImport } from "../watering/watering-import.tsx";
import { ImportHost } from "./import-host.tsx";

vi.mock("../../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 }),
}));

vi.mock("../../../core/rights/use-rights.ts", () => ({ useRights: () => ({ can: () => true }) }));

const record = (fields: object) => fields as unknown as AnyRecord;
const lists = listsOf(
  new Map([
    ["farm", [record({ _id: "f1", name: "Buriti", timezone: "America/Cuiaba" })]],
    ["pivot", [record({ _id: "p1", name: "Pivô 1", farmId: "f1" })]],
    ["pivotSector", [record({ _id: "x1", name: "A", pivotId: "p1" })]],
    [
      "device",
      [record({ _id: "d1", serial: "E-1", farmId: "f1" }), record({ _id: "d2", serial: "E-2", farmId: "f1" })],
    ],
  ]),
);

beforeEach(() => {
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
  installDialog();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

const NONE = { inserted: 0, duplicate: 0, changed: 0, conflicting: 0, errors: [] };

/** Opens an import and reads a file into it. */
async function open(part: ReactNode, answers: ApiServer["answers"], rows: readonly string[]) {
  const api = await startApiServer(answers);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ImportHost>{part}</ImportHost>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  const button = await screen.findByText<HTMLButtonElement>("Importar arquivo");
  await waitFor(() => expect(button.disabled).toBe(false));
  await user.click(button);
  await user.upload(
    screen.getByLabelText("Planilha ou arquivo"),
    new File([rows.join("\r\n")], "a.csv", { type: "text/csv" }),
  );
  const bodies = (call: string) =>
    api.requests.filter(({ method, url }) => `${method} ${url}` === call).map(({ body }) => body as { key?: string });
  return { api, user, bodies };
}

/** Line, column and reason of each bad row. */
function problems(): (string | null)[][] {
  const rows = within(screen.getByRole("region", { name: "Linhas com problema", hidden: true })).getAllByRole("row", {
    hidden: true,
  });
  return rows.slice(1).map((row) => [...row.querySelectorAll("th, td")].map(({ textContent }) => textContent));
}

it("waterings: moments are in the farm's zone, and refusals of the API name the line of the file", async () => {
  const { user, bodies } = await open(
    <WateringImport lists={lists} ready />,
    {
      "POST /Watering/Import": () => ({
        inserted: 1,
        duplicate: 0,
        errors: [{ row: 2, field: "grossMm", id: "too-big", message: "A lâmina deve ficar entre 0 e 100 mm." }],
      }),
    },
    [
      "Setor;Início;Lâmina bruta (mm);Percentímetro;Observação",
      "pivo 1 · a;20/11/2026 08:00;7,5;30;madrugada",
      "Pivô 9 · A;20/11/2026 08:00;7,5;;",
      "Pivô 1 · A;20/11/2026 20:00;;1;",
    ],
  );
  await screen.findByText("2 linhas prontas");
  expect(problems()).toEqual([["Linha 3", "Setor", "“Pivô 9 · A” não está cadastrado."]]);
  await user.click(screen.getByText("Importar 2"));
  await screen.findByText("1 importada.");
  expect(bodies("POST /Watering/Import")).toEqual([
    {
      clientId: "c1",
      key: expect.stringMatching(/^[0-9a-f]{32}-0$/),
      batch: expect.stringMatching(/^[0-9a-f]{32}$/),
      // Of several amounts only the first one by priority is sent; 08:00 in Cuiabá.
      rows: [
        { sectorId: "x1", start: "2026-11-20T12:00:00.000Z", grossMm: 7.5, note: "madrugada" },
        { sectorId: "x1", start: "2026-11-21T00:00:00.000Z", percent: 1 },
      ],
    },
  ]);
  expect(problems()).toEqual([
    ["Linha 3", "Setor", "“Pivô 9 · A” não está cadastrado."],
    ["Linha 4", "Lâmina bruta", "A lâmina deve ficar entre 0 e 100 mm."],
  ]);
});

it("devices: all rows are one call, a known serial number names its device, and refusals name their line", async () => {
  const { user, bodies } = await open(
    <DeviceImport lists={lists} ready />,
    {
      "GET /SensorType/GetAll": () => [
        { _id: "weather-station", name: "Estação" },
        { _id: "rain-gauge", name: "Pluviômetro" },
      ],
      "POST /Device/Import": () => ({
        ...{ inserted: 2, duplicate: 1, changed: 1 },
        errors: [{ row: 2, field: "serial", id: "unique", message: "Já existe." }],
      }),
    },
    [
      "Número de série;Nome;Tipo;Fazenda;Latitude",
      "P-1;;Pluviômetro;Buriti;'-15,5",
      "P-2;;Pluviômetro;Buriti;",
      "P-3;;;Buriti;",
      "E-1;Estação da sede;;Buriti;",
      "E-2;;;Buriti;",
      "e-2;;;Buriti;",
      "P 5;;Pluviômetro;Buriti;",
    ],
  );
  await user.click(await screen.findByText("Importar 6"));
  await screen.findByText("2 importadas, 1 alterada, 1 já existia.");
  const farmId = "f1";
  expect(bodies("POST /Device/Import")).toMatchObject([
    {
      clientId: "c1",
      rows: [
        { serial: "P-1", sensorTypeId: "rain-gauge", farmId, lat: -15.5 },
        { serial: "P-2", sensorTypeId: "rain-gauge", farmId },
        // A new row without a type gets the selected one; a stored device keeps its own.
        { serial: "P-3", sensorTypeId: "weather-station", farmId },
        { _id: "d1", serial: "E-1", name: "Estação da sede", farmId },
        { _id: "d2", serial: "E-2", farmId },
        // Serial numbers differ in capitals.
        { serial: "e-2", sensorTypeId: "weather-station", farmId },
      ],
    },
  ]);
  expect(problems().map(([line, field]) => [line, field])).toEqual([
    ["Linha 3", "Número de série"],
    ["Linha 8", "Número de série"],
  ]);
});

it("waterings: says before the import how its rows compare with the stored ones, where the API can", async () => {
  const counts = { inserted: 1, duplicate: 2, changed: 1, conflicting: 0, errors: [] };
  const rows = ["Setor;Início;Lâmina bruta (mm);Código", "Pivô 1 · A;20/11/2026 08:00:12,5;7,4137;r-1"];
  const { bodies } = await open(
    <WateringImport lists={lists} ready />,
    { "POST /Watering/ImportPreview": () => counts },
    rows,
  );
  await screen.findByText(
    "Comparado com o que já está gravado: 1 linha nova; 1 altera um registro; 2 iguais, nada muda.",
  );
  expect(bodies("POST /Watering/ImportPreview")).toEqual([
    {
      clientId: "c1",
      rows: [{ _id: "r-1", sectorId: "x1", start: "2026-11-20T12:00:12.500Z", grossMm: 7.4137 }],
    },
  ]);
  cleanup();
  const { bodies: stored } = await open(<WateringImport lists={lists} ready />, {}, rows);
  await screen.findByText("Não foi possível comparar com o que já está gravado.");
  expect(stored("POST /Watering/Import")).toEqual([]);
});

it("waterings: a row that contradicts a stored record shows both values, and the person chooses for one or for all", async () => {
  const stored = (_id: string, grossMm: number) => ({
    _id,
    sectorId: "x1",
    start: "2026-11-20T12:00:20.000Z",
    grossMm,
  });
  const { user, bodies } = await open(
    <WateringImport lists={lists} ready />,
    {
      "POST /Watering/ImportPreview": () => ({
        ...NONE,
        inserted: 3,
        conflicting: 3,
        conflicts: [
          { row: 1, changes: false, stored: stored("w1", 10) },
          { row: 2, changes: false, stored: stored("w2", 20) },
          { row: 3, changes: false, stored: stored("w3", 30) },
        ],
      }),
      "POST /Watering/Import": () => ({ ...NONE, inserted: 1 }),
    },
    [
      "Setor;Início;Lâmina bruta (mm)",
      "Pivô 1 · A;20/11/2026 08:00;11",
      "Pivô 1 · A;20/11/2026 08:00;21",
      "Pivô 1 · A;20/11/2026 08:00;31",
    ],
  );
  const list = await screen.findByRole("region", {
    name: "3 linhas dizem outra coisa que registros gravados.",
    hidden: true,
  });
  expect(list.textContent).toContain("Lâmina bruta: gravado 10; no arquivo 11");
  // Files write no seconds, so that both moments would read the same.
  expect(list.textContent).not.toContain("Início");
  await user.click(within(list).getByText("Em todas vale o gravado"));
  await screen.findByText("Importar 3");
  const row = (line: number) => within(within(list).getByRole("group", { name: `Linha ${line}`, hidden: true }));
  await user.click(row(2).getByLabelText("Vale o arquivo: altera o registro gravado"));
  await user.click(row(4).getByLabelText("Ficam os dois: a linha entra como mais um registro"));
  expect(bodies("POST /Watering/Import")).toEqual([]);
  await user.click(screen.getByText("Importar 3"));
  await screen.findByText("1 importada.");
  expect(bodies("POST /Watering/Import")).toMatchObject([{ rows: [{ _id: "w1", grossMm: 11 }, { grossMm: 31 }] }]);
});

it("devices: the selected type is the default of the form", () => {
  const [station, gauge] = [
    { _id: "weather-station", name: "Estação" },
    { _id: "rain-gauge", name: "Pluviômetro" },
  ] as SensorType[];
  const view = deviceView([station, gauge] as SensorType[], gauge);
  expect(view.start?.(lists)).toMatchObject({ sensorTypeId: "rain-gauge" });
});

it("readings: are sent by device, and those of unknown devices are listed before anything is sent", async () => {
  const { user, bodies } = await open(
    <ReadingImport lists={lists} ready />,
    {
      "POST /Reading/ImportPreview": () => ({ ...NONE, inserted: 1, conflicting: 1 }),
      "POST /Reading/Import": ({ body }) => {
        const { readings } = body as { readings: unknown[] };
        const message = "O equipamento não tem sensor nesta profundidade.";
        return readings.length === 2
          ? { ...NONE, inserted: 1, errors: [{ row: 2, field: "depthCm", id: "unknown-depth", message }] }
          : { ...NONE, duplicate: 1 };
      },
    },
    [
      "Número de série;Data e hora;Grandeza;Valor",
      "E-1;20/11/2026 08:00;Temperatura do ar;25,5",
      "E-2;20/11/2026 08:00;Chuva;0",
      "E-9;20/11/2026 08:00;Chuva;0",
      "E-1;20/11/2026 09:00;Temperatura do ar;255",
    ],
  );
  await screen.findByText("3 linhas prontas");
  expect(problems()).toEqual([["Linha 4", "Número de série", "“E-9” não está cadastrado."]]);
  await screen.findByText(
    "Comparado com o que já está gravado: 2 linhas novas; 0 alteram registros; 0 iguais, nada muda.",
  );
  screen.getByText(/^2 linhas têm outro valor na mesma hora de leituras gravadas/);
  await user.click(screen.getByText("Importar 3"));
  await screen.findByText("1 importada, 1 já existia.");
  expect(bodies("POST /Reading/Import")).toMatchObject([
    {
      serial: "E-1",
      readings: [{ variable: "airTemp", date: "2026-11-20T12:00:00.000Z", value: 25.5, depthCm: null }, { value: 255 }],
    },
    { serial: "E-2", readings: [{ variable: "rain", value: 0 }] },
  ]);
  await waitFor(() =>
    expect(problems()).toContainEqual(["Linha 5", "Valor", "O equipamento não tem sensor nesta profundidade."]),
  );
});

it("names files that are no table, and sends nothing", async () => {
  const { api, user } = await open(<WateringImport lists={lists} ready />, {}, ["%PDF-1.7"]);
  await screen.findByText(/Isto é um PDF/);
  expect(screen.queryByText(/^Importar \d/)).toBeNull();
  const upload = (content: string | Uint8Array<ArrayBuffer>) =>
    user.upload(screen.getByLabelText("Planilha ou arquivo"), new File([content], "a.csv", { type: "text/csv" }));
  await upload(new Uint8Array(100_000_001));
  await screen.findByText(/O arquivo é grande demais/);
  await upload('{"properties": 1}');
  await screen.findByText(/JSON não tem uma lista de registros/);
  expect(api.requests).toEqual([]);
});

it("a table with a column for each quantity asks for its station once, and remembers the columns", async () => {
  const { user, bodies } = await open(
    <ReadingImport lists={lists} ready />,
    { "POST /Reading/Import": () => ({ ...NONE, inserted: 2 }) },
    ["Estação Sede", "Data;Hora;Temp;Nível de ruído", "20/11/2026;08:00;24,1;60", "20/11/2026;09:00;25,2;61"],
  );
  await screen.findByText(/Faltam colunas obrigatórias: Número de série/);
  await user.selectOptions(screen.getByLabelText("Número de série, em todas as linhas"), "E-2");
  await screen.findByText("2 linhas prontas");
  await user.click(screen.getByText("Importar 2"));
  await screen.findByText("2 importadas.");
  expect(bodies("POST /Reading/Import")).toEqual([
    {
      serial: "E-2",
      batch: expect.stringMatching(/^[0-9a-f]{32}$/),
      readings: [
        { variable: "airTemp", date: "2026-11-20T12:00:00.000Z", value: 24.1, depthCm: null },
        { variable: "airTemp", date: "2026-11-20T13:00:00.000Z", value: 25.2, depthCm: null },
      ],
    },
  ]);
});
