import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { setLeftOut, setOfflineReady, useOfflineReady } from "./offline-ready.ts";

const state = () => renderHook(useOfflineReady).result.current;

it("names what did not fit, and is not ready without a part that the field needs", () => {
  setOfflineReady(true);
  const sectors = Array.from({ length: 312 }, (_, index) => ["c", "irrigameter", "sector", `s${index}`]);
  setLeftOut([...sectors, ["c", "irrigameter", "records"], ["c", "report", "days"]]);
  expect(state()).toEqual({
    ready: true,
    incomplete: false,
    leftOut: ["gráficos de parte dos setores", "registros dos pivôs", "relatórios"],
  });
  setLeftOut([["c", "map"]]);
  expect(state()).toEqual({ ready: false, incomplete: true, leftOut: ["mapa"] });
  setLeftOut([["c", "irrigameter", "cards", "p1"]]);
  expect(state()).toMatchObject({ ready: false, leftOut: ["detalhes de parte dos pivôs"] });
  setLeftOut([]);
  expect(state()).toEqual({ ready: true, incomplete: false, leftOut: [] });
});
