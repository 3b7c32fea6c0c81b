/**
 * Fetches the first screen's code before the router asks for it. A logged-in user needs it at once, because the address
 * redirects there. For a visitor on the login page it starts while they type, because an earlier fetch would delay the
 * form.
 */
export function fetchAhead(loggedIn: boolean): void {
  const { pathname } = location;
  if (!loggedIn) addEventListener("focusin", fetchFirstScreen, { once: true });
  else if (pathname === "/home" || pathname.startsWith("/irrigameter")) fetchFirstScreen();
}

function fetchFirstScreen(): void {
  const parts = [
    import("../core/session/session-calls.ts"),
    import("./signed-in.tsx"),
    import("./type-chart-gate.tsx"),
    import("../features/irrigameter/page.tsx"),
  ];
  // A part that fails to load is requested again when it is needed. The failure is shown then.
  for (const part of parts) part.catch(() => {});
}
