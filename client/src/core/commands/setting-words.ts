import type { CommandOrder } from "@lamina/shared/records/commands/pivot-command";
import { formatAmount, formatNumber } from "../../ui/format.ts";
import { commandText } from "./command-text.ts";

/** `Com água · 45 % no painel`; of a table each angle, and that the others are passed dry. `isBrief`: the water alone. */
export function settingWords({ wet, percent, table }: CommandOrder, isBrief: boolean): string {
  const water = wet ? commandText.wet : commandText.dry;
  if (isBrief) return water;
  if (percent !== undefined) return `${water} · ${commandText.settingOf(formatAmount(percent, "%"))}`;
  const rows = table ?? [];
  const arcs = rows.map(({ fromDeg, toDeg, percent: one }) =>
    commandText.arcOf(degrees(fromDeg), degrees(toDeg), formatAmount(one, "%")),
  );
  const swept = rows.reduce((sum, { fromDeg, toDeg }) => sum + ((toDeg - fromDeg + 360) % 360 || 360), 0);
  return [water, ...arcs, ...(swept < 360 ? [commandText.restDry] : [])].join(" · ");
}

/** `90°` */
export const degrees = (angle: number): string => `${formatNumber(angle, 0)}°`;
