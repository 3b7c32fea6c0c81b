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
    group: "Out of the menu",
    screens: [
      {
        name: "pivot",
        path: "/irrigameter",
        user: "ana",
        client: PIVOTS,
        async open(page) {
          await page
            .getByRole("button", { name: /^Mais ações de / })
            .first()
            .click();
          await page.getByRole("button", { name: "Página do pivô" }).click();
        },
      },
      {
        name: "orders",
        path: "/irrigameter",
        user: "ana",
        client: PIVOTS,
        open: (page) =>
          page
            .getByRole("button", { name: /^Ordens da noite/ })
            .first()
            .click(),
      },
      { name: "operator", path: "/irrigameter", user: "bruno" },
      { name: "first-steps", path: "/irrigameter", user: "admin", client: PIVOTS, open: addClient },
    ],
  },
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

/** A client without anything, in the temporary product. */
async function addClient(page) {
  await page.getByRole("button", { name: /^Cliente: / }).click();
  await page.getByRole("button", { name: "Novo cliente" }).click();
  await page.getByLabel("Nome do cliente").fill("Fazenda Primeiro Dia");
  await page.getByRole("button", { name: "Criar cliente" }).click();
  await page.getByRole("region", { name: /^Primeiros passos/ }).waitFor();
}

function screen(section, child) {
  return {
    name: `${section}-${child}`,
    path: `/${section}/${child}`,
    user: section === "setup" ? "admin" : "ana",
    client: section === "irrigameter" && pivotPages.has(child) ? RULERS : PIVOTS,
  };
}
