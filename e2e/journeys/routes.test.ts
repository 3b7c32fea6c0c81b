import { expect, inject } from "vitest";
import { isLongFor } from "../../scripts/testing/long.ts";
import { problemsOf, setSize, THEMES } from "../browser/appearance.ts";
import { SIZES } from "../browser/visitor.ts";
import { journey } from "../journey.ts";
import { enter, expectPath, SCREENS, signIn } from "../screens.ts";

const { url } = inject("product");

/** The table of §2 for bruno, whose only client has typeChart 1: each address and its final page. */
const ROUTES = [
  ["/", "/irrigameter/calculated-pivot"],
  ["/home", "/irrigameter/calculated-pivot"],
  ["/irrigameter", "/irrigameter/calculated-pivot"],
  ["/irrigameter/calculated", "/irrigameter/calculated-pivot"],
  ["/irrigameter/sensor", "/irrigameter/sensor-pivot"],
  ["/irrigameter/sensor-pivot", "/irrigameter/sensor-pivot"],
  ["/irrigameter/unknown", "/irrigameter/calculated-pivot"],
  ["/forecast", "/forecast/forecastweekly"],
  ["/forecast/forecastdaily", "/forecast/forecastdaily"],
  ["/charts", "/charts/pluviometry"],
  ["/charts/airhumidity", "/charts/airhumidity"],
  ["/charts/airtemperature", "/charts/airtemperature"],
  ["/charts/soilmoisture", "/charts/soilmoisture"],
  ["/report", "/report/irrigationmanager"],
  ["/report/waterconsuption", "/report/waterconsuption"],
  ["/setup", "/setup/farms"],
  ["/setup/config", "/setup/config"],
  ["/setup/device", "/setup/device"],
  ["/setup/monitor", "/setup/monitor"],
  ["/setup/balance", "/setup/balance"],
  ["/setup/watering", "/setup/watering"],
  ["/setup/user", "/setup/user"],
  ["/setup/usersgroup", "/setup/usersgroup"],
  ["/maps", "/maps"],
  ["/policy", "/policy"],
  ["/nowhere/at-all", "/nowhere/at-all"],
] as const;

/** The journey of the states shows these with data. */
const isScreen = (shown: string) => SCREENS.some(({ path }) => path.split("?")[0] === shown);
/** The pages that no other journey shows. The table as a whole has a test in jsdom too. */
const OPENED = ROUTES.filter(([, shown]) => isLongFor("client/src/app/") || !isScreen(shown));

journey("every route leads to its page; axe passes those that show no data of a client", async ({ visit }) => {
  const visitor = await visit(url);
  const { page } = visitor;
  await signIn(visitor, "bruno");
  for (const [path, shown] of OPENED) {
    await page.goto(path);
    await expectPath(visitor, shown);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    for (const size of isScreen(shown) ? [] : SIZES) {
      await setSize(page, size);
      expect(await problemsOf(visitor, { themes: THEMES }), shown).toEqual([]);
    }
  }
});

journey("a visitor without a login sees the policy and no protected page", async ({ visit }) => {
  const visitor = await visit(url);
  const { page } = visitor;
  await page.goto("/policy");
  await page.getByRole("heading", { name: "Política de privacidade" }).first().waitFor();
  for (const size of SIZES) {
    await setSize(page, size);
    expect(await problemsOf(visitor, { themes: THEMES })).toEqual([]);
  }
  for (const path of ["/irrigameter/sensor", "/setup/user", "/maps", "/logout"]) {
    await page.goto(path);
    await expectPath(visitor, "/login");
  }
});

journey("a page that does not exist says so and links home", async ({ visit }) => {
  const visitor = await visit(url);
  await signIn(visitor, "bruno");
  await visitor.page.goto("/nowhere");
  await visitor.page
    .getByText(/página não encontrada/i)
    .first()
    .waitFor();
  await visitor.page
    .getByRole("link", { name: /início/i })
    .first()
    .click();
  await expectPath(visitor, "/irrigameter/calculated-pivot");
});

journey("the menu marks the current page, and choosing the current page reloads it", async ({ visit }) => {
  const visitor = await visit(url);
  const { page } = visitor;
  await enter(visitor, "bruno");
  const menu = page.getByRole("navigation", { name: "Principal" });
  await menu.getByRole("link", { name: "Mapas" }).click();
  await expectPath(visitor, "/maps");
  await expect.poll(() => menu.locator("[aria-current]").allInnerTexts()).toEqual(["Mapas"]);
  await page.evaluate(() => Object.assign(globalThis, { beforeReload: true }));
  const reloaded = page.waitForEvent("load");
  await menu.getByRole("link", { name: "Mapas" }).click();
  await reloaded;
  expect(await page.evaluate(() => "beforeReload" in globalThis)).toBe(false);
  await expectPath(visitor, "/maps");
});
