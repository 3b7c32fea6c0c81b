import { pivotPages, sectionRows } from "../shared/src/screens/screens.ts";
import { screenTitles } from "../shared/src/screens/text.ts";

const PIVOTS = "Agropecuária Santa Clara";
const RULERS = "Irrigantes Boa Esperança";

/**
 * The screens that `screenshots.mjs` captures. `user` is a demo user, or none before the login; `client` is selected
 * first; `open` runs on the page before the picture is taken.
 * @type {{ group: string, screens: { name: string, path: string, user?: string, client?: string, open?: (page:
 * import("playwright-core").Page) => Promise<void> }[] }[]}
 */
export const groups = [
  {
    group: "Public",
    screens: [
      { name: "login", path: "/login" },
      { name: "policy", path: "/policy" },
    ],
  },
  ...sectionRows.map(({ name, pages }) => ({
    group: screenTitles[name].title,
    screens:
      pages.length === 0
        ? [{ name, path: `/${name}`, user: "ana", client: PIVOTS }]
        : pages.map((page) => screen(name, page.name)),
  })),
  {
    group: "Around every page",
    screens: [
      {
        name: "notifications",
        path: "/irrigameter",
        user: "ana",
        client: PIVOTS,
        open: (page) => page.getByRole("button", { name: /^Notificações/ }).click(),
      },
      {
        name: "clients",
        path: "/irrigameter",
        user: "ana",
        client: PIVOTS,
        open: (page) => page.getByRole("button", { name: /^Cliente: / }).click(),
      },
      { name: "not-found", path: "/nowhere", user: "ana", client: PIVOTS },
    ],
  },
];

function screen(section, child) {
  return {
    name: `${section}-${child}`,
    path: `/${section}/${child}`,
    user: section === "setup" ? "admin" : "ana",
    client: section === "irrigameter" && pivotPages.has(child) ? RULERS : PIVOTS,
  };
}
