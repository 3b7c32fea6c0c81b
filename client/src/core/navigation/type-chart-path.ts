import { TypeChart } from "@lamina/shared/records/client";
import { pivotPages } from "@lamina/shared/screens/screens";
import { defaultChild, isChildOf, type SectionChild } from "./sections.ts";

const barPages = new Map([...pivotPages].map(([bar, pivot]) => [pivot, bar]));

/** The page that a client of this `typeChart` sees instead of `child` in the irrigameter section (§2). */
export function childForTypeChart(typeChart: TypeChart, child: string | undefined): SectionChild<"irrigameter"> {
  const requestedChild = isChildOf("irrigameter", child) ? child : defaultChild("irrigameter");
  const childOfType = (typeChart === TypeChart.pivot ? pivotPages : barPages).get(requestedChild);
  return isChildOf("irrigameter", childOfType) ? childOfType : requestedChild;
}
