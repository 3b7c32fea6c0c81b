import { type LoaderFunction, Navigate, Outlet, redirect, useLocation } from "react-router-dom";
import { clientSetup } from "../core/clients/current-clients.ts";
import { useSelectedClient } from "../core/clients/use-clients.ts";
import { defaultPath } from "../core/navigation/sections.ts";
import { childForTypeChart } from "../core/navigation/type-chart-path.ts";
import { useSectionChild } from "../core/navigation/use-section-child.ts";

/**
 * Shows the irrigameter as the selected client's `typeChart` draws it, and leads from the other way to it (§2), to the
 * same sector. Not a loader: the client may change while the page is open, and is waited for inside the shell.
 */
export function TypeChartGate() {
  const { typeChart } = useSelectedClient();
  const { search } = useLocation();
  const child = useSectionChild("irrigameter");
  const right = childForTypeChart(typeChart, child);
  return right === child ? <Outlet /> : <Navigate to={`/irrigameter/${right}${search}`} replace />;
}

/**
 * The default child, as the selected client draws it: without a detour over the other one, so that the section's own
 * entry leads to the URL already shown.
 */
export const toOwnChild: LoaderFunction = () => {
  const { selected } = clientSetup.state.get();
  return redirect(
    selected ? `/irrigameter/${childForTypeChart(selected.typeChart, undefined)}` : defaultPath("irrigameter"),
  );
};
