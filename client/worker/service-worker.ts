import { clientsClaim } from "workbox-core/clientsClaim.js";
import { cleanupOutdatedCaches } from "workbox-precaching/cleanupOutdatedCaches.js";
import { createHandlerBoundToURL } from "workbox-precaching/createHandlerBoundToURL.js";
import { precacheAndRoute } from "workbox-precaching/precacheAndRoute.js";
import { NavigationRoute } from "workbox-routing/NavigationRoute.js";
import { registerRoute } from "workbox-routing/registerRoute.js";
import "./notification-click.ts";
import "./push-message.ts";

declare const self: ServiceWorkerGlobalScope;
/** The built files with a hash of those whose name has none; `../vite-service-worker.ts` fills it in. */
declare const PRECACHE: { url: string; revision: string | null }[];

/** Addresses of the BFF, which are no pages. */
const NO_PAGES = [/^\/api\//, /^\/push\//, /^\/realtime/, /^\/(healthz|readyz|metrics|config\.json|robots\.txt)$/];

// A new version waits until the user presses "Atualizar".
self.addEventListener("message", (event) => {
  if (event.data?.type === "SKIP_WAITING") void self.skipWaiting();
});
// The page of the first visit has no service worker yet. Claimed, it opens offline without a reload.
clientsClaim();
precacheAndRoute(PRECACHE);
cleanupOutdatedCaches();
// Only navigations fall back to the page. The service worker never caches answers of the BFF.
registerRoute(new NavigationRoute(createHandlerBoundToURL("/index.html"), { denylist: NO_PAGES }));
