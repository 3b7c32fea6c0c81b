import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { installDialog } from "../../testing/dialog.ts";
import { ExportMenu } from "./export-menu.tsx";
import type { ExportTable } from "./export-table.ts";

beforeAll(installDialog);
afterEach(cleanup);

const table: ExportTable = {
  title: "Chuva",
  timeZone: "America/Cuiaba",
  columns: [{ header: "Chuva (mm)", kind: "number", decimals: 1 }],
  rows: [[3.25]],
};
const name = ["Chuva", "Fazenda Norte"];

it("exports the visible table under a descriptive name", async () => {
  const save = vi.fn(async (_file: File) => {});
  render(<ExportMenu name={name} table={() => table} save={save} />);
  await userEvent.click(screen.getByRole("button", { name: "Exportar" }));
  expect(screen.queryByRole("button", { name: /PNG/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: /CSV/ }));
  const file = save.mock.calls[0]?.[0];
  expect(file?.name).toBe("chuva_fazenda-norte.csv");
  expect(await file?.text()).toContain("Chuva (mm)\r\n3,3\r\n");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("shares the workbook with another app, where the device can", async () => {
  const [save, send] = [vi.fn(async () => {}), vi.fn(async (_file: File) => {})];
  render(<ExportMenu name={name} table={() => table} save={save} send={send} />);
  await userEvent.click(screen.getByRole("button", { name: "Exportar" }));
  await userEvent.click(screen.getByRole("button", { name: "Compartilhar o Excel…" }));
  await vi.waitFor(() => expect(send.mock.calls[0]?.[0].name).toBe("chuva_fazenda-norte.xlsx"));
  expect(save).not.toHaveBeenCalled();
});

it("offers the picture if there is one, and says when a file could not be made", async () => {
  const save = vi.fn(async () => {});
  const picture = vi
    .fn()
    .mockRejectedValueOnce(new Error("lost"))
    .mockResolvedValue(new Blob(["x"], { type: "image/png" }));
  render(<ExportMenu name={name} table={() => table} picture={picture} save={save} />);
  await userEvent.click(screen.getByRole("button", { name: "Exportar" }));
  await userEvent.click(screen.getByRole("button", { name: /PNG/ }));
  expect((await screen.findByRole("alert")).textContent).toContain("Não foi possível");
  await userEvent.click(screen.getByRole("button", { name: /PNG/ }));
  expect(save).toHaveBeenCalledOnce();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("waits for the rest of the data, and then has all of it", async () => {
  const save = vi.fn(async (_file: File) => {});
  let finish = (_rows: ExportTable) => {};
  function List() {
    const [whole, setWhole] = useState<ExportTable>();
    finish = setWhole;
    return <ExportMenu name={name} table={() => whole ?? table} save={save} waits={!whole} complete={async () => {}} />;
  }
  render(<List />);
  await userEvent.click(screen.getByRole("button", { name: "Exportar" }));
  await userEvent.click(screen.getByRole("button", { name: /CSV/ }));
  expect(screen.getByRole("status").textContent).toContain("Esperando o resto dos dados");
  expect(save).not.toHaveBeenCalled();
  act(() => finish({ ...table, rows: [[3.25], [4]] }));
  await vi.waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(await save.mock.calls[0]?.[0].text()).toContain("3,3\r\n4,0\r\n");
});

it("says when the rest of the data could not be loaded", async () => {
  const save = vi.fn(async (_file: File) => {});
  render(<ExportMenu name={name} table={() => table} save={save} waits complete={() => Promise.reject(new Error())} />);
  await userEvent.click(screen.getByRole("button", { name: "Exportar" }));
  await userEvent.click(screen.getByRole("button", { name: /CSV/ }));
  expect((await screen.findByRole("alert")).textContent).toContain("Não foi possível");
  expect(save).not.toHaveBeenCalled();
});
