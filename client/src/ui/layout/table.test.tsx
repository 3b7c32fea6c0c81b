import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Table } from "./table.tsx";

afterEach(cleanup);

it("labels each row by its first cell and each value by its column", () => {
  render(
    <Table
      caption="Pivôs"
      columns={[
        { key: "name", header: "Pivô", cell: (row) => row.name },
        { key: "area", header: "Área", cell: (row) => row.area, numeric: true },
      ]}
      rows={[{ name: "Pivô 01", area: "72,4 ha" }]}
      rowKey={(row) => row.name}
    />,
  );
  expect(screen.getByRole("table", { name: "Pivôs" })).toBeDefined();
  expect(screen.getByRole("rowheader", { name: "Pivô 01" })).toBeDefined();
  expect(screen.getByRole("cell", { name: "72,4 ha" }).dataset.label).toBe("Área");
});
