/**
 * Fetches the first screen's code before the router asks for it: for a user at once, where the address leads there over
 * redirects; for a visitor on the login page while they type, because before it would delay the form itself.
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
  // A part that did not load is requested again when it is needed, and its failure is shown there.
  for (const part of parts) part.catch(() => {});
}
