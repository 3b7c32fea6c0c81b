import { keysOf } from "@lamina/shared/core/keys";
import { statusOrder } from "@lamina/shared/views/urgency";
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { type Filter, orders } from "./board.ts";

/** Parameters of the address. Links in alerts use `pivo`. */
const names = { status: "situacao", farmId: "fazenda", search: "busca", order: "ordem" } as const;
const SECTOR = "setor";
const PIVOT = "pivo";
const PLAN = "plano";
const ACTION = "acao";
const TARGET = "alvo";

const actions = {
  watering: "irriguei",
  started: "liguei",
  rain: "chuva",
  note: "anotar",
  why: "porque",
  adjust: "ajuste",
  probe: "ajuste-pela-sonda",
  simulate: "simular",
  speeds: "tabela",
  out: "fora-de-servico",
  orders: "ordens",
  handover: "passagem",
} as const;
export type SectorAction = keyof typeof actions;
const actionKeys = keysOf(actions);

/** An open dialog of a sector. */
interface OpenAction {
  action: SectorAction;
  sectorId: string;
}

/** The state of the screen in the address. */
interface View extends Filter {
  sectorId: string | null;
  pivotId: string | null;
  /** The day plan is open. */
  plan: boolean;
  open: OpenAction | null;
}

/** The view of an address. Ignores invalid values. */
export function viewOf(params: URLSearchParams): View {
  const status = params.get(names.status);
  const order = params.get(names.order);
  return {
    status: statusOrder.find((kind) => kind === status) ?? null,
    farmId: params.get(names.farmId),
    search: params.get(names.search) ?? "",
    order: orders.find((known) => known === order) ?? "priority",
    sectorId: params.get(SECTOR),
    pivotId: params.get(PIVOT),
    plan: params.has(PLAN),
    open: actionOf(params),
  };
}

function actionOf(params: URLSearchParams): OpenAction | null {
  const action = actionKeys.find((key) => actions[key] === params.get(ACTION));
  const sectorId = params.get(TARGET);
  return action && sectorId ? { action, sectorId } : null;
}

/** The address with a dialog, or without one. After a reload the dialog opens again with its input. */
export function withAction(params: URLSearchParams, open: OpenAction | null): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(ACTION);
  next.delete(TARGET);
  if (open) {
    next.set(ACTION, actions[open.action]);
    next.set(TARGET, open.sectorId);
  }
  return next;
}

/** The address with a changed filter. Defaults are left out. */
export function withFilter(params: URLSearchParams, change: Partial<Filter>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [key, value] of Object.entries(change)) {
    const name = names[key as keyof Filter];
    if (value && value !== "priority") next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** The address of a sector, of the plan, or of the list. The filter stays. */
export function withOpen(params: URLSearchParams, open: { sectorId: string } | "plan" | null): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of [SECTOR, PIVOT, PLAN]) next.delete(name);
  if (open === "plan") next.set(PLAN, "1");
  else if (open) next.set(SECTOR, open.sectorId);
  return next;
}

/** The view in the address, functions that change it, and addresses that open a panel. */
export function useView(): {
  view: View;
  filter(change: Partial<Filter>): void;
  act(open: OpenAction | null): void;
  addressOf(open: Parameters<typeof withOpen>[1]): string;
} {
  const [params, setParams] = useSearchParams();
  return useMemo(() => {
    // A filter or a dialog adds no entry to the history, so that back leaves the screen.
    const stay = (next: URLSearchParams) => setParams(next, { replace: true, preventScrollReset: true });
    return {
      view: viewOf(params),
      filter: (change) => stay(withFilter(params, change)),
      act: (open) => stay(withAction(params, open)),
      addressOf: (open) => `?${withOpen(params, open)}`,
    };
  }, [params, setParams]);
}
