import { DAY_MS } from "@lamina/shared/core/time";
import type { Client } from "@lamina/shared/records/client";
import { Irrigameter } from "@lamina/shared/views/irrigameter";
import type { Locator, Page } from "playwright-core";
import { describe, expect, inject } from "vitest";
import { isLong } from "../../scripts/testing/long.ts";
import { type Answers, type Bodies, renew, steerAnswers } from "../browser/answers.ts";
import { problemsOf, setSize, setTheme, THEMES, type Theme } from "../browser/appearance.ts";
import { contrastOf } from "../browser/contrast.ts";
import { SMALLEST, unreachableIn } from "../browser/reach.ts";
import { SIZES, type Visitor } from "../browser/visitor.ts";
import { journey } from "../journey.ts";
import { openSession } from "../product/session.ts";
import { DATA, enter, expectPath, moveTo, SCREENS, type Screen, STATUS_WORDS, signIn } from "../screens.ts";

const { url } = inject("product");
const [PHONE] = SIZES;

const AT = new Date().toISOString();
const NOTHING: Bodies = {
  "Irrigameter/": {
    ...{ at: AT, decidedAt: null, farms: [], pivots: [], machines: [], soils: [], crops: [], sectors: [] },
    ...{ yesterday: [], plans: [], detections: [] },
  },
  "Map/": { at: AT, farms: [], pivots: [], machines: [], sectors: [], plans: [], devices: [], rain7d: [] },
  "Source/": { farms: [], stations: [], monitors: [], rainMinFracEto: 0.2, sensorMarginPct: 2 },
  "Report/IrrigationManager": { generatedAt: AT, from: "2026-01-01", to: "2026-01-02", sectors: [] },
  "Report/WaterConsumption": { generatedAt: AT, year: 2026, rows: [], permits: [] },
  "Notification/": { items: [], next: null },
  "Record/": {},
  "Watering/GetPage": { items: [], next: null },
  "": [],
};
const FAILED = "Não foi possível carregar os dados";
const RETRY = "Tentar novamente";
const STALE = /^Mostrando dados recebidos .+: a atualização falhou\.$/;

/** The place of a state on the page, and the selector of its data. */
interface ScreenArea {
  within: string;
  data: string;
  /** Opens a place that has no page. */
  open?: (page: Page) => Promise<void>;
}
const MAIN: ScreenArea = { within: "main", data: DATA };
const INBOX: ScreenArea = {
  within: "dialog[open]",
  data: "dialog[open] ol",
  open: async (page) => {
    await page.locator(DATA).first().waitFor();
    await page.getByRole("button", { name: /^Notificações/ }).click();
  },
};

interface Section {
  name: string;
  /** The typeChart of the client. */
  typeChart: Client["typeChart"];
  place: ScreenArea;
  screens: readonly Screen[];
}

const ofPivots = Object.groupBy(SCREENS, ({ path }) => path.split("/")[1] ?? "");
const rulers = SCREENS.filter(({ path }) => path.endsWith("-pivot"));
const alerts = { path: "/setup/usersgroup", calls: ["Notification/"], empty: "Nenhum alerta aberto" };
/** The screens in sections, in the long run one by one, so that a failure in one does not stop the others. */
const SECTIONS: readonly Section[] = [
  ...Object.entries(isLong ? ofPivots : { "every section": SCREENS }).map(
    ([name, screens = []]): Section => ({ name, typeChart: 1, place: MAIN, screens }),
  ),
  {
    name: "irrigameter, drawn as rulers",
    typeChart: 2,
    place: MAIN,
    screens: rulers.map((screen) => ({ ...screen, path: screen.path.replace("-pivot", "") })),
  },
  { name: "alerts", typeChart: 1, place: INBOX, screens: [alerts] },
];

/**
 * The long run shows every screen in five states, two sizes and three themes. `npm test` shows every screen with data, in
 * one of the themes by turns; axe reads it on the phone. The other states are tested in jsdom.
 */
describe("the states", () => {
  journey.for(SECTIONS)(
    "of $name, which pass axe and fit both sizes, with data in other themes",
    { timeout: 300_000 },
    async ({ typeChart, place, screens }, { visit }) => {
      const visitor = await visit(url);
      visitor.expectError(/status of 500/);
      visitor.expectError(/^Erro ao carregar .*ApiError: http-500/);
      await openAs(visitor, "admin", typeChart);
      for (const [index, screen] of screens.entries()) {
        const themes = isLong ? THEMES : [THEMES[index % THEMES.length] ?? "claro"];
        if (isLong) {
          await walkStates(visitor, screen, place, themes);
        } else {
          await (index === 0 ? visitor.page.goto(screen.path) : moveTo(visitor, screen.path));
          await expectPath(visitor, new URL(screen.path, url).pathname);
          await place.open?.(visitor.page);
          await expectShown(visitor, screen, place, themes);
          if (place === MAIN) expect(await unreachableIn(visitor, SMALLEST), screen.path).toEqual([]);
        }
      }
    },
  );
});

/** Goes through the five states of a screen. */
async function walkStates(
  visitor: Visitor,
  screen: Screen,
  place: ScreenArea,
  themes: readonly Theme[],
): Promise<void> {
  await forgetSnapshot(visitor);
  const answers = await steerAnswers(visitor.page, screen.calls);
  await answers.hold();
  await visitor.page.goto(screen.path);
  await place.open?.(visitor.page);
  await expectLoading(visitor, screen, place);
  await answers.fail();
  await expectFailed(visitor, screen, place);
  await expectEmpty(visitor, screen, place, answers);
  await expectData(visitor, screen, place, answers);
  await expectShown(visitor, screen, place, themes);
  await expectStale(visitor, screen, place, answers);
  await visitor.page.unrouteAll();
}

/** Signs in with the first demo client with this typeChart. */
async function openAs(visitor: Visitor, user: string, typeChart: Client["typeChart"]): Promise<void> {
  const clients = await (await openSession(url, "ana")).get<Client[]>("/Client/GetAll");
  const chosen = clients.find((client) => client.typeChart === typeChart);
  await signIn(visitor, user, chosen?._id);
}

/** Checks a state at both sizes, the current one first, because a new size lays the page out again. */
async function look(visitor: Visitor, face: string, within: string, themes: readonly Theme[] = ["claro"]) {
  const problems: string[] = [];
  const width = visitor.page.viewportSize()?.width;
  for (const size of SIZES.toSorted((one, other) => Number(other.width === width) - Number(one.width === width))) {
    await setSize(visitor.page, size);
    problems.push(...(await problemsOf(visitor, { themes: isLong || size === PHONE ? themes : [], within })));
  }
  await setTheme(visitor.page, "claro");
  expect(problems, face).toEqual([]);
}

/** Removes the snapshot from the device; the session stays. */
async function forgetSnapshot({ page, context }: Visitor): Promise<void> {
  await page.goto("about:blank");
  const devtools = await context.newCDPSession(page);
  await devtools.send("Storage.clearDataForOrigin", { origin: url, storageTypes: "indexeddb" });
  await devtools.detach();
}

/**
 * Refetches everything, as after a reconnection, until an element has a state. Each refetch may take two seconds, because
 * a new one cancels it.
 */
function expectAfterRenewal({ page }: Visitor, element: Locator, state: "attached" | "detached"): Promise<void> {
  const renewed = async () => {
    await renew(page);
    return element.waitFor({ state, timeout: 2000 }).then(
      () => true,
      () => false,
    );
  };
  return expect.poll(renewed).toBe(true);
}

journey("the words of the six statuses are readable in each theme, with more contrast in sol", async ({ visit }) => {
  const session = await openSession(url, "bruno");
  const [client] = await session.get<Client[]>("/Client/GetAll");
  const view = Irrigameter.parse(await session.get(`/Irrigameter/GetByClientID?ID=${client?._id}`));
  const kinds = Object.keys(STATUS_WORDS) as (keyof typeof STATUS_WORDS)[];
  const sectors = view.sectors.map((card, index) => ({ ...card, status: kinds[index % kinds.length] }));
  const visitor = await visit(url);
  const answers = await steerAnswers(visitor.page, ["Irrigameter/"]);
  await answers.give({ "Irrigameter/": { ...view, sectors } });
  await enter(visitor, "bruno");
  const words = Object.values(STATUS_WORDS);
  const main = visitor.page.getByRole("main");
  for (const word of words) await main.getByRole("button", { name: new RegExp(`^\\d+ ${word}$`) }).waitFor();
  for (const theme of THEMES) {
    const least = theme === "sol" ? 7 : 4.5;
    await setTheme(visitor.page, theme);
    const contrast = await contrastOf(visitor.page, words);
    expect(Object.keys(contrast).sort()).toEqual([...words].sort());
    for (const word of words) expect(contrast[word], `${word} in ${theme}`).toBeGreaterThanOrEqual(least);
  }
});

journey("on paper a page has the colours of the light theme, for any active theme", async ({ visit }) => {
  const visitor = await visit(url);
  const { page } = visitor;
  await signIn(visitor, "ana");
  await page.goto("/charts/soilmoisture");
  await page.locator(DATA).first().waitFor();
  const tokens = () =>
    page.evaluate(() =>
      ["surface", "text", "brand", "brand-soft", "danger-text", "warning-soft", "chart-1", "chart-strong"].map((name) =>
        getComputedStyle(document.documentElement).getPropertyValue(`--${name}`),
      ),
    );
  await page.emulateMedia({ media: "print" });
  const onPaper = [];
  for (const theme of THEMES) {
    await setTheme(page, theme);
    onPaper.push(await tokens());
  }
  expect(onPaper[1]).toEqual(onPaper[0]);
  expect(onPaper[2]).toEqual(onPaper[0]);
  await page.emulateMedia({ media: null });
  expect(await tokens()).not.toEqual(onPaper[0]);
});

journey(
  "in a row wider than the phone the selected item is visible, also after opening its address",
  async ({ visit }) => {
    const visitor = await visit(url, PHONE);
    const { page } = visitor;
    await signIn(visitor, "ana");
    const main = page.getByRole("main");
    const inWeek = new Date(Date.now() + 6 * DAY_MS).toLocaleDateString("sv", { timeZone: "America/Sao_Paulo" });
    const chosen: [string, Locator][] = [
      ["/setup/usersgroup", main.getByRole("link", { name: "Grupos de usuários" })],
      ["/setup/config?parte=alertas", main.getByRole("link", { name: "Alertas" })],
      [
        `/forecast/forecastdaily?dia=${inWeek}`,
        main.locator("label", { has: page.getByRole("radio", { checked: true }) }),
      ],
    ];
    for (const [path, one] of chosen) {
      await page.goto(path);
      await one.first().waitFor();
      const edges = async () => {
        const box = await one.first().boundingBox();
        return box && box.x >= 0 && box.x + box.width <= PHONE.width;
      };
      await expect.poll(edges, { message: path }).toBe(true);
    }
  },
);

const loading = (place: Locator) => place.getByRole("status").filter({ hasText: "Carregando" });

async function expectLoading(visitor: Visitor, { path }: Screen, { within, data }: ScreenArea): Promise<void> {
  const place = visitor.page.locator(within);
  await loading(place).first().waitFor({ state: "attached" });
  expect(await visitor.page.locator(data).count()).toBe(0);
  await look(visitor, `${path}, loading`, within);
}

async function expectFailed(visitor: Visitor, { path }: Screen, { within }: ScreenArea): Promise<void> {
  await visitor.page.locator(within).getByRole("alert").getByText(FAILED).waitFor();
  await look(visitor, `${path}, failed`, within);
}

/** Presses the button until the content appears. A change on the farm may refetch it before the button is reached. */
function retryUntil(place: Locator, content: Locator): Promise<void> {
  const button = place.getByRole("alert").getByRole("button", { name: RETRY });
  const pressed = async () => {
    await button.click({ timeout: 2000 }).catch(() => undefined);
    return content.count();
  };
  return expect.poll(pressed).toBeGreaterThan(0);
}

async function expectEmpty(
  visitor: Visitor,
  { path, empty }: Screen,
  { within }: ScreenArea,
  answers: Answers,
): Promise<void> {
  if (empty === null) return;
  const place = visitor.page.locator(within);
  await answers.give(NOTHING);
  await retryUntil(place, place.getByText(empty));
  await look(visitor, `${path}, empty`, within);
}

async function expectData(visitor: Visitor, { empty }: Screen, { within, data }: ScreenArea, answers: Answers) {
  const { page } = visitor;
  const place = page.locator(within);
  await answers.pass();
  if (empty === null) await retryUntil(place, page.locator(data).filter({ visible: true }));
  else await expectAfterRenewal(visitor, place.getByText(empty).first(), "detached");
}

/** The data, without another state of the place. */
async function expectShown(visitor: Visitor, { path }: Screen, { within, data }: ScreenArea, themes: readonly Theme[]) {
  const { page } = visitor;
  const place = page.locator(within);
  await page.locator(data).filter({ visible: true }).first().waitFor();
  await expect.poll(() => loading(place).count()).toBe(0);
  expect(await place.getByRole("alert").count(), path).toBe(0);
  await look(visitor, `${path}, data`, within, themes);
}

/** The data stay with their age when the refetch after a reconnection fails. */
async function expectStale(
  visitor: Visitor,
  { path }: Screen,
  { within, data }: ScreenArea,
  answers: Answers,
): Promise<void> {
  const place = visitor.page.locator(within);
  await answers.fail();
  const banner = place.getByText(STALE);
  await expectAfterRenewal(visitor, banner, "attached");
  await place.getByRole("button", { name: RETRY }).waitFor();
  expect(await visitor.page.locator(data).count(), path).toBeGreaterThan(0);
  await look(visitor, `${path}, with old data`, `${within} [role=status]`);
}
