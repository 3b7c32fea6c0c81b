const PIVOTS = "Agropecuária Santa Clara";
const RULERS = "Irrigantes Boa Esperança";

/**
 * Every screen with what shows it, for `screenshots.mjs`. `user` is a demo user, none for a visitor; `client` is chosen
 * first; `open` is done on the page before the picture is taken.
 * @type {{ group: string, screens: { name: string, path: string, user?: string, client?: string, open?: (page: import("playwright-core").Page) => Promise<void> }[] }[]}
 */
export const groups = [
  {
    group: "Public",
    screens: [
      { name: "login", path: "/login" },
      { name: "policy", path: "/policy" },
    ],
  },
  {
    group: "Irrigâmetro",
    screens: [
      ...["calculated-pivot", "sensor-pivot"].map((child) => screen("irrigameter", child)),
      ...["calculated", "sensor"].map((child) => ({
        ...screen("irrigameter", child),
        client: RULERS,
      })),
    ],
  },
  {
    group: "Previsão do tempo",
    screens: ["forecastweekly", "forecastdaily"].map((child) => screen("forecast", child)),
  },
  {
    group: "Gráficos",
    screens: ["pluviometry", "airhumidity", "airtemperature", "soilmoisture"].map((child) => screen("charts", child)),
  },
  {
    group: "Relatórios",
    screens: ["irrigationmanager", "waterconsuption"].map((child) => screen("report", child)),
  },
  { group: "Mapas", screens: [{ name: "maps", path: "/maps", user: "ana", client: PIVOTS }] },
  {
    group: "Configurações",
    screens: ["farms", "config", "device", "monitor", "balance", "watering", "user", "usersgroup"].map((child) =>
      screen("setup", child, "admin"),
    ),
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

function screen(section, child, user = "ana") {
  return { name: `${section}-${child}`, path: `/${section}/${child}`, user, client: PIVOTS };
}
