import { type LoaderFunction, type MiddlewareFunction, redirect } from "react-router-dom";
import { defaultPath, isChildOf, type SectionName } from "../core/navigation/sections.ts";
import { session } from "../core/session/current-session.ts";

/** A visitor who is not logged in goes to /login (§2). Runs on every navigation, before any loader beneath it. */
export const requireLogin: MiddlewareFunction = async () => {
  if (!session.loggedIn()) throw redirect("/login");
};

/** `/`: renews a valid token (readings, 3) and leads home, or on to the login. */
export const homeLoader: LoaderFunction = async () => {
  await session.enter();
  return redirect("/home");
};

/** `/login`: who has a valid token has it renewed and goes home; anybody else sees the page. */
export const loginLoader: LoaderFunction = async () => ((await session.enter()) ? redirect("/home") : null);

/** Lets the children of a section through, and anything else to its default one (§2; readings, 9). */
export function knownChild(name: SectionName): LoaderFunction {
  return ({ params }) => (isChildOf(name, params.child) ? null : redirect(`/${name}`));
}

/** Leads to the default child of a section. */
export function toDefaultChild(name: SectionName): LoaderFunction {
  return () => redirect(defaultPath(name));
}
