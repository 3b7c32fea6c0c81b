import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connectCredentials } from "../../../../api/credentials.ts";
import { queryClient } from "../../../../api/query-client.ts";
import { type ApiServer, startApiServer } from "../../../../testing/api-server.ts";
import { installDialog } from "../../../../testing/dialog.ts";
import { ReadingImport } from "../../devices/reading-import.tsx";
import { listsOf } from "../../records/data/lists-of.ts";
import type { AnyRecord } from "../../records/data/screen-config.ts";
import { ImportHost } from "../import-host.tsx";

vi.mock("../../../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 }),
}));
vi.mock("../../../../core/rights/use-rights.ts", () => ({ useRights: () => ({ can: () => true }) }));

const record = (fields: object) => fields as AnyRecord;
const lists = listsOf(
  new Map([
    ["farm", [record({ _id: "f1", name: "Buriti", timezone: "America/Cuiaba" })]],
    ["device", [record({ _id: "d1", serial: "E-1", farmId: "f1" })]],
  ]),
);
/** Three calls of readings. */
const ROWS = 5_000;
const START = Date.UTC(2026, 0, 1);
const content = [
  "Data e hora;Temperatura do ar (°C)",
  ...Array.from(
    { length: ROWS },
    (_, index) => `${new Date(START + index * 900_000).toISOString()};${20 + (index % 9)}`,
  ),
].join("\n");
const file = () => new File([content], "ano.csv", { type: "text/csv", lastModified: 7 });

beforeEach(() => {
  localStorage.clear();
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
  installDialog();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

/** A page on which the file is chosen. */
async function choose(answers: ApiServer["answers"]) {
  const api = await startApiServer(answers);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ImportHost>
          <ReadingImport lists={lists} ready />
        </ImportHost>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByText("Importar arquivo"));
  await user.upload(screen.getByLabelText("Planilha ou arquivo"), file());
  return {
    user,
    sent: () => api.requests.filter(({ url }) => url === "/Reading/Import").map(({ body }) => firstOf(body)),
  };
}
const firstOf = (body: unknown) => (body as { readings: { date: string }[] }).readings[0]?.date;
const dateOf = (row: number) => new Date(START + row * 900_000).toISOString();
const counted = (body: unknown) => ({
  ...{ inserted: (body as { readings: unknown[] }).readings.length, duplicate: 0 },
  ...{ changed: 0, conflicting: 0, errors: [] },
});

it("the same file continues after a reload in the middle, and no part is sent twice", async () => {
  let calls = 0;
  const first = await choose({
    "POST /Reading/Import": ({ body }, response) => (++calls === 2 ? response.writeHead(503).end() : counted(body)),
  });
  await first.user.click(await screen.findByText("Importar 5.000"));
  await screen.findByText("Continuar importação");
  expect(first.sent()[0]).toBe(dateOf(0));
  cleanup();

  const second = await choose({ "POST /Reading/Import": ({ body }) => counted(body) });
  await screen.findByText(/já começou a ser importado neste aparelho: 2\.000 de 5\.000/);
  await second.user.click(screen.getByText("Continuar importação"));
  await screen.findByText("5.000 importadas.");
  expect(second.sent()).toEqual([dateOf(2_000), dateOf(4_000)]);
  cleanup();

  // Once it has ended, the same file is another import.
  await choose({});
  await screen.findByText("Importar 5.000");
  await waitFor(() => expect(screen.queryByText(/já começou/)).toBeNull());
});

it("an API without the call for files gets the readings by the call of devices", async () => {
  const stored: number[] = [];
  const first = await choose({
    "POST /Reading/InsertMany": ({ body }) => {
      const [{ readings } = { readings: [] }] = (body as { batches: { readings: unknown[] }[] }).batches;
      stored.push(readings.length);
      const refused = stored.length === 1 ? [{ index: 3, id: "out-of-range" }] : [];
      const counts = { accepted: readings.length - refused.length, duplicate: 0 };
      const result = { ...counts, rejected: refused, index: 0, serial: "E-1", error: null };
      return { ...counts, rejected: refused.length, results: [result] };
    },
  });
  await first.user.click(await screen.findByText("Importar 5.000"));
  await screen.findByText(/4\.999 importadas/);
  expect(stored).toEqual([2_000, 2_000, 1_000]);
  expect(first.sent()).toHaveLength(1);
  // Its answers name no import that could be undone.
  expect(screen.queryByText("Desfazer importação")).toBeNull();
  screen.getByText("Linha 5");
});

it("an API without either call is named", async () => {
  const { user } = await choose({});
  await user.click(await screen.findByText("Importar 5.000"));
  await screen.findByText(/A API conectada não recebe leituras de arquivos/);
});
