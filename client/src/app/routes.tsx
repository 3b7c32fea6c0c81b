import { type LoaderFunction, type RouteObject, redirect } from "react-router-dom";
import type { SectionName } from "../core/navigation/sections.ts";
import { Component as LoginPage } from "../features/login/page.tsx";
import { homeLoader, knownChild, loginLoader, requireLogin, toDefaultChild } from "./guards.ts";
import { LogoutPage } from "./logout-page.tsx";
import { RouteError } from "./route-error.tsx";
import { Starting } from "./shell/notices/starting.tsx";

/** A route that only leads to another: React Router wants to be told that nothing to show is meant. */
function redirectRoute(loader: LoaderFunction): Pick<RouteObject, "loader" | "element"> {
  return { loader, element: null };
}

/**
 * A section of §2. Its children share one page, which reads the child by `useSectionChild` and stays mounted from one
 * child to the next.
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

/** The irrigameter section, drawn as the selected client's `typeChart` says. */
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

/** The whole table of §2. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteError,
    HydrateFallback: Starting,
    children: [
      { path: "/", ...redirectRoute(homeLoader) },
      { path: "/home", ...redirectRoute(() => redirect("/irrigameter")) },
      // Not lazy: who comes for the first time sees it first, and without a second round trip.
      { path: "/login", loader: loginLoader, Component: LoginPage },
      // Outside the guard: a call without a token leads here (§8), and the address must show it before /login.
      { path: "/logout", Component: LogoutPage },
      { path: "/policy", lazy: () => import("../features/policy/page.tsx") },
      {
        middleware: [requireLogin],
        children: [
          {
            path: "/",
            lazy: () => import("./signed-in.tsx"),
            // What it restores does not change from page to page.
            shouldRevalidate: () => false,
            children: [
              {
                ErrorBoundary: RouteError,
                children: [
                  irrigameter,
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
