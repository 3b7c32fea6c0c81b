import type { Projection } from "@lamina/shared/records/balance";
import type { SectorDetail } from "@lamina/shared/views/irrigameter";
import { useMemo } from "react";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { saveFile } from "../../../core/save-file.ts";
import { ChartPanel } from "../../../ui/chart/chart-panel.tsx";
import { balanceModel } from "./balance-model.ts";
import { chartText } from "./chart-text.ts";

const HEIGHT_PX = 340;

interface BalanceChartProps {
  detail: SectorDetail;
  /** The projection with the run of the plan. */
  withPlan?: Projection | undefined;
  name: string;
  timeZone: string;
  today: string;
  busy: boolean;
}

/** The balance of a sector over time, with its table and exports. */
export function BalanceChart({ detail, withPlan, name, timeZone, today, busy }: BalanceChartProps) {
  const client = useSelectedClient();
  const title = chartText.balance(name);
  const model = useMemo(
    () => balanceModel(detail, { title, timeZone, today, withPlan }),
    [detail, title, timeZone, today, withPlan],
  );
  if (!model) return <p>{chartText.none}</p>;
  return <ChartPanel model={model} height={HEIGHT_PX} busy={busy} name={[title, client.name]} save={saveFile} />;
}
