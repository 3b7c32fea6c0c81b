import { type LoaderFunction, type RouteObject, redirect } from "react-router-dom";
import type { SectionName } from "../core/navigation/sections.ts";
import { Component as LoginPage } from "../features/login/page.tsx";
import { homeLoader, knownChild, loginLoader, requireLogin, toDefaultChild } from "./guards.ts";
import { LogoutPage } from "./logout-page.tsx";
import { RouteError } from "./route-error.tsx";
import { Starting } from "./shell/notices/starting.tsx";

/** A route that only redirects. React Router needs an explicit null element. */
function redirectRoute(loader: LoaderFunction): Pick<RouteObject, "loader" | "element"> {
  return { loader, element: null };
}

/**
 * A section of §2. Its children share one page. The page reads the child with `useSectionChild` and stays mounted when
 * the child changes.
 */
function section(name: SectionName, lazy: () => Promise<{ Component: React.ComponentType }>): RouteObject {
  return {
    path: name,
    children: [
      { index: true, ...redirectRoute(toDefaultChild(name)) },
      { path: ":child", loader: knownChild(name), lazy },
      { path: "*", ...redirectRoute(toDefaultChild(name)) },
    ],
  };
}

/** The irrigameter section, drawn by the selected client's `typeChart`. */
const irrigameter: RouteObject = {
  path: "irrigameter",
  lazy: { Component: async () => (await import("./type-chart-gate.tsx")).TypeChartGate },
  children: [
    {
      index: true,
      element: null,
      lazy: { loader: async () => (await import("./type-chart-gate.tsx")).toOwnChild },
    },
    { path: ":child", loader: knownChild("irrigameter"), lazy: () => import("../features/irrigameter/page.tsx") },
    { path: "*", ...redirectRoute(() => redirect("/irrigameter")) },
  ],
};

/** The route table of §2. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteError,
    HydrateFallback: Starting,
    children: [
      { path: "/", ...redirectRoute(homeLoader) },
      { path: "/home", ...redirectRoute(() => redirect("/irrigameter")) },
      // Not lazy, because it is the first page of a new visitor and must not need a second round trip.
      { path: "/login", loader: loginLoader, Component: LoginPage },
      // Outside the guard, because a call without a token leads here (§8) and the address must show it before /login.
      { path: "/logout", Component: LogoutPage },
      { path: "/policy", lazy: () => import("../features/policy/page.tsx") },
      // Behind the link in a mail, which needs no login.
      { path: "/unsubscribe", lazy: () => import("../features/unsubscribe/page.tsx") },
      {
        middleware: [requireLogin],
        children: [
          {
            path: "/",
            lazy: () => import("./signed-in.tsx"),
            // The snapshot is the same for all pages.
            shouldRevalidate: () => false,
            children: [
              {
                ErrorBoundary: RouteError,
                children: [
                  irrigameter,
                  // Outside the section, because a pivot's page is the same for each `typeChart`.
                  { path: "irrigameter/pivo/:pivotId", lazy: () => import("../features/irrigameter/pivot/page.tsx") },
                  section("forecast", () => import("../features/forecast/page.tsx")),
                  section("charts", () => import("../features/charts/page.tsx")),
                  section("report", () => import("../features/report/page.tsx")),
                  section("setup", () => import("../features/setup/page.tsx")),
                  { path: "maps", lazy: () => import("../features/maps/page.tsx") },
                  { path: "*", lazy: () => import("./shell/notices/not-found.tsx") },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
];
