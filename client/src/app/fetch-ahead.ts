/**
 * Fetches the code behind the login as soon as the visitor turns to the form, so that it comes while they type. Not
 * before: on a slow line it would delay the form itself.
 */
export function fetchAhead(): void {
  if (location.pathname !== "/login") return;
  addEventListener("focusin", fetchBehindLogin, { once: true });
}

function fetchBehindLogin(): void {
  const parts = [
    import("../core/session/session-calls.ts"),
    import("./signed-in.tsx"),
    import("./type-chart-gate.tsx"),
    import("../features/irrigameter/page.tsx"),
  ];
  // Whoever needs a part that did not come asks for it again, and says so.
  for (const part of parts) part.catch(() => {});
}
