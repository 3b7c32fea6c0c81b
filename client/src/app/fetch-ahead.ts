/**
 * Fetches the first screen's code before the router asks for it, and then registers the service worker, which stores the
 * rest. A logged-in user needs the code at once, because the address redirects there. For a visitor on the login page it
 * starts with their first letter, because an earlier fetch would delay the form, which has the focus from the start.
 */
export function fetchAhead(loggedIn: boolean): void {
  const { pathname } = location;
  if (!loggedIn) addEventListener("input", () => void fetchFirstScreen().then(storeApp), { once: true });
  else if (pathname === "/home" || pathname.startsWith("/irrigameter")) void fetchFirstScreen();
}

async function fetchFirstScreen(): Promise<void> {
  // A part that fails to load is requested again when it is needed. The failure is shown then.
  await Promise.allSettled([
    import("../core/session/session-calls.ts"),
    import("./signed-in.tsx"),
    import("./type-chart-gate.tsx"),
    import("../features/irrigameter/page.tsx"),
  ]);
}

function storeApp(): void {
  import("../platform/app-update.ts").then(({ registerAppUpdate }) => registerAppUpdate()).catch(() => {});
}
