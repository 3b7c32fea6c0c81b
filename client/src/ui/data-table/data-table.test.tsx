import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { installDialog } from "../../testing/dialog.ts";
import { type DataColumn, sum } from "./columns.ts";
import { DataTable } from "./data-table.tsx";
import type { DataTableProps } from "./table-props.ts";
import { useTableView } from "./use-table-view.ts";

interface Pivot {
  id: string;
  name: string;
  crop: string;
  mm: number | null;
}
const columns: DataColumn<Pivot>[] = [
  { key: "name", header: "Pivô", value: ({ name }) => name },
  { key: "crop", header: "Cultura", value: ({ crop }) => crop, facet: true },
  { key: "mm", header: "Lâmina", unit: "mm", kind: "number", value: ({ mm }) => mm, total: sum(({ mm }) => mm) },
];
const few: Pivot[] = [
  { id: "1", name: "Pivô 1", crop: "Soja", mm: 12 },
  { id: "2", name: "Pivô 2", crop: "Milho", mm: null },
  { id: "3", name: "Pivô 3", crop: "Soja", mm: 4.5 },
];
const many = Array.from(
  { length: 5000 },
  (_, index): Pivot => ({ id: `${index}`, name: `Pivô ${index}`, crop: "Soja", mm: 1 }),
);

let wide = true;
beforeAll(installDialog);
beforeEach(() => {
  wide = true;
  const observer = class {
    observe() {}
    disconnect() {}
  };
  vi.stubGlobal("matchMedia", () => ({ matches: wide, addEventListener: () => {}, removeEventListener: () => {} }));
  vi.stubGlobal("ResizeObserver", observer);
  vi.stubGlobal("IntersectionObserver", observer);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const kept = new Map<string, string>();
const memory = {
  read: (key: string) => kept.get(key) ?? null,
  write: (key: string, value: string) => void kept.set(key, value),
};
beforeEach(() => kept.clear());

function Table({ rows = few, ...rest }: Partial<DataTableProps<Pivot>>) {
  const [view, setView] = useTableView("pivots", memory);
  return (
    <DataTable
      caption="Pivôs"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      timeZone="America/Cuiaba"
      view={view}
      onView={setView}
      empty={<p>Nenhum pivô cadastrado</p>}
      {...rest}
    />
  );
}

const names = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);

it("sorts by its headers and announces the order", async () => {
  render(<Table />);
  const header = screen.getByRole("columnheader", { name: /Lâmina \(mm\)/ });
  expect(header.getAttribute("aria-sort")).toBeNull();
  await userEvent.click(within(header).getByRole("button"));
  expect(header.getAttribute("aria-sort")).toBe("ascending");
  expect(names()).toEqual(["Pivô 3", "Pivô 1", "Pivô 2", "Total"]);
  await userEvent.click(within(header).getByRole("button"));
  expect(header.getAttribute("aria-sort")).toBe("descending");
});

it("remembers order and columns, and ignores invalid stored values", async () => {
  const { unmount } = render(<Table />);
  await userEvent.click(screen.getByRole("button", { name: "Lâmina (mm)" }));
  await userEvent.click(screen.getByRole("button", { name: "Colunas" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Cultura" }));
  expect(screen.queryByRole("columnheader", { name: /Cultura/ })).toBeNull();
  unmount();
  const again = render(<Table />);
  expect(names()[0]).toBe("Pivô 3");
  expect(screen.queryByRole("columnheader", { name: /Cultura/ })).toBeNull();
  again.unmount();
  kept.set("table:pivots", "{broken");
  render(<Table />);
  expect(names()[0]).toBe("Pivô 1");
});

it("totals the visible rows", async () => {
  render(<Table />);
  const total = () => screen.getByRole("row", { name: /^Total/ }).textContent;
  expect(total()).toContain("16,5");
  await userEvent.type(screen.getByRole("searchbox", { name: "Buscar" }), "pivo 3");
  expect(total()).toContain("4,5");
  expect(screen.getByText("1 de 3")).toBeDefined();
});

it("shows each filter as a chip that removes it", async () => {
  render(<Table />);
  await userEvent.click(screen.getByRole("button", { name: "Filtrar" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Milho" }));
  expect(names()).toEqual(["Pivô 2", "Total"]);
  fireEvent.click(screen.getByRole("button", { name: "Remover filtro Cultura: Milho", hidden: true }));
  expect(names()).toHaveLength(4);
});

it("says when no row matches, and offers to show all again", async () => {
  render(<Table />);
  await userEvent.type(screen.getByRole("searchbox"), "xyz");
  expect(screen.getByText("Nada encontrado")).toBeDefined();
  await userEvent.click(screen.getAllByRole("button", { name: "Limpar filtros" })[0] as HTMLElement);
  expect(names()).toHaveLength(4);
});

it("distinguishes an empty table from a loading one", () => {
  const { rerender } = render(<Table rows={[]} />);
  expect(screen.getByText("Nenhum pivô cadastrado")).toBeDefined();
  rerender(<Table rows={[]} loading />);
  expect(screen.queryByText("Nenhum pivô cadastrado")).toBeNull();
  expect(screen.getByRole("status").textContent).toBe("Carregando…");
});

it("renders a few of 5,000 rows on the screen, and all of them on paper", () => {
  render(<Table rows={many} />);
  expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe("5002");
  expect(screen.getAllByRole("rowheader").length).toBeLessThan(80);
  act(() => void window.dispatchEvent(new Event("beforeprint")));
  expect(document.querySelectorAll("tbody tr")).toHaveLength(5000);
  // Browsers leave buttons out of the headers that they repeat on each sheet.
  expect(document.querySelectorAll("thead button")).toHaveLength(0);
  expect(screen.getAllByRole("columnheader")[0]?.textContent).not.toBe("");
  act(() => void window.dispatchEvent(new Event("afterprint")));
  expect(screen.getAllByRole("rowheader").length).toBeLessThan(80);
});

it("opens a row by its name, and moves between rows with the arrow keys", async () => {
  const open = vi.fn();
  render(<Table onOpen={open} />);
  screen.getByRole("button", { name: "Pivô 1" }).focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}{Enter}");
  expect(open).toHaveBeenCalledExactlyOnceWith(few[1]);
});

function Selectable() {
  const [selected, onChange] = useState<ReadonlySet<string>>(new Set());
  return <Table selection={{ selected, onChange }} />;
}

it("selects single rows, or all that match", async () => {
  render(<Selectable />);
  await userEvent.click(screen.getByRole("checkbox", { name: "Selecionar Pivô 2" }));
  expect(screen.getByText("1 selecionada")).toBeDefined();
  const all = screen.getByRole<HTMLInputElement>("checkbox", { name: "Selecionar todas" });
  expect(all.indeterminate).toBe(true);
  await userEvent.click(all);
  expect(screen.getByText("3 selecionadas")).toBeDefined();
  await userEvent.click(all);
  expect(screen.getByText("3 registros")).toBeDefined();
});

it("shows cards on a phone, with a choice of order and with totals", async () => {
  wide = false;
  render(<Table rows={many} />);
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getAllByRole("listitem")).toHaveLength(40);
  await userEvent.click(screen.getByRole("button", { name: "Mostrar mais" }));
  const cards = screen.getAllByRole("listitem");
  expect(cards).toHaveLength(80);
  // Of those that are not near the window only the name, which a search in the page finds.
  expect(cards.filter((card) => card.querySelector("dl"))).toHaveLength(20);
  expect(cards.at(-1)?.textContent).toBe("Pivô 79");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Ordenar por" }), "Pivô ↓");
  expect(screen.getAllByRole("listitem")[0]?.textContent).toContain("Pivô 4999");
  expect(screen.getByText(/Total · Lâmina/)).toBeDefined();
});
