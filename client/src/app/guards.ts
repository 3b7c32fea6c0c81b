import { pagesOf } from "@lamina/shared/screens/screens";
import { type LoaderFunction, type MiddlewareFunction, redirect } from "react-router-dom";
import { defaultPath, isChildOf, type SectionName } from "../core/navigation/sections.ts";
import { storedOffers } from "../core/runtime-config/offered-screens.ts";
import { session } from "../core/session/current-session.ts";

/**
 * Redirects a visitor who is not logged in to /login (§2). Runs on every navigation, before any loader of a child
 * route.
 */
export const requireLogin: MiddlewareFunction = async () => {
  if (!session.loggedIn()) throw redirect("/login");
};

/** `/`: renews a valid token (readings, 3) and redirects to /home, which redirects to the login without a session. */
export const homeLoader: LoaderFunction = async () => {
  await session.enter();
  return redirect("/home");
};

/** `/login`: with a valid token, renews it and redirects to /home; otherwise shows the page. */
export const loginLoader: LoaderFunction = async () => ((await session.enter()) ? redirect("/home") : null);

/** Accepts the known children of a section. Redirects any other child to the default one (§2; readings, 9). */
export function knownChild(name: SectionName): LoaderFunction {
  return ({ params }) => (isChildOf(name, params.child) ? null : redirect(`/${name}`));
}

/** Redirects to the default child of a section, or to the first one that the API can feed. */
export function toDefaultChild(name: SectionName): LoaderFunction {
  return () => {
    const offers = storedOffers();
    const paths = pagesOf(name).map((page) => `/${name}/${page}`);
    return redirect(paths.find(offers) ?? defaultPath(name));
  };
}
