import { type LoaderFunction, Navigate, Outlet, redirect, useLocation } from "react-router-dom";
import { clientSetup } from "../core/clients/current-clients.ts";
import { useSelectedClient } from "../core/clients/use-clients.ts";
import { defaultPath } from "../core/navigation/sections.ts";
import { childForTypeChart } from "../core/navigation/type-chart-path.ts";
import { useSectionChild } from "../core/navigation/use-section-child.ts";
import { useOffers } from "../core/runtime-config/offered-screens.ts";
import { ServerOffer } from "./shell/notices/server-offer.tsx";

/**
 * Shows the irrigameter page that fits the selected client's `typeChart`. Redirects from the other page to it, with the
 * same sector (§2). Not a loader, because the client may change while the page is open, and the shell waits for it.
 */
export function TypeChartGate() {
  const { typeChart } = useSelectedClient();
  const { search } = useLocation();
  const child = useSectionChild("irrigameter");
  const offers = useOffers();
  const right = childForTypeChart(typeChart, child);
  if (right !== child) return <Navigate to={`/irrigameter/${right}${search}`} replace />;
  // The first screen after the login says once what the server has.
  return offers("/irrigameter") ? <Outlet /> : <ServerOffer />;
}

/**
 * Redirects to the default child for the selected client's `typeChart` directly, so that the section's own menu entry
 * leads to the URL already shown.
 */
export const toOwnChild: LoaderFunction = () => {
  const { selected } = clientSetup.state.get();
  return redirect(
    selected ? `/irrigameter/${childForTypeChart(selected.typeChart, undefined)}` : defaultPath("irrigameter"),
  );
};
