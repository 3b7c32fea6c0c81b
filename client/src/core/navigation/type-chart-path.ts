import { TypeChart } from "@lamina/shared/client";
import { isChildOf, type SectionChild } from "./sections.ts";

type Child = SectionChild<"irrigameter">;

const PIVOT_CHILD: Partial<Record<Child, Child>> = { calculated: "calculated-pivot", sensor: "sensor-pivot" };
const BAR_CHILD: Partial<Record<Child, Child>> = { "calculated-pivot": "calculated", "sensor-pivot": "sensor" };

/** The page that a client of this `typeChart` sees in place of `child` in the irrigameter section (§2). */
export function childForTypeChart(typeChart: TypeChart, child: string | undefined): Child {
  const asked = isChildOf("irrigameter", child) ? child : "calculated";
  return (typeChart === TypeChart.pivot ? PIVOT_CHILD : BAR_CHILD)[asked] ?? asked;
}
