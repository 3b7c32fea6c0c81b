import { expect, it } from "vitest";
import { viewOf, withAction, withFilter, withOpen } from "./view-params.ts";

const params = (text: string) => new URLSearchParams(text);

it("reads the address, and ignores invalid values", () => {
  expect(viewOf(params("situacao=stress&busca=piv&ordem=name&fazenda=f1&setor=s1&acao=irriguei&alvo=s1"))).toEqual({
    status: "stress",
    search: "piv",
    order: "name",
    farmId: "f1",
    sectorId: "s1",
    pivotId: null,
    plan: false,
    open: { action: "watering", sectorId: "s1" },
  });
  expect(viewOf(params("situacao=wet&ordem=size&acao=voar&alvo=s1"))).toMatchObject({
    status: null,
    order: "priority",
    open: null,
  });
});

it("writes the active filters only", () => {
  const next = withFilter(params("setor=s1&busca=x"), { status: "ok", search: "", order: "priority" });
  expect(String(next)).toBe("setor=s1&situacao=ok");
});

it("opens one panel at a time, and keeps the filter", () => {
  expect(String(withOpen(params("situacao=ok&plano=1"), { sectorId: "s2" }))).toBe("situacao=ok&setor=s2");
  expect(String(withOpen(params("situacao=ok&setor=s2"), "plan"))).toBe("situacao=ok&plano=1");
  expect(String(withOpen(params("pivo=p1"), null))).toBe("");
});

it("keeps a dialog in the address, so that it opens again after a reload", () => {
  const open = withAction(params("setor=s1"), { action: "probe", sectorId: "s1" });
  expect(viewOf(open).open).toEqual({ action: "probe", sectorId: "s1" });
  expect(String(withAction(open, null))).toBe("setor=s1");
});
