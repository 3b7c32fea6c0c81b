import type { Client } from "@lamina/shared/client";
import { Irrigameter } from "@lamina/shared/irrigameter";
import { describe, expect, inject } from "vitest";
import { type Answers, type Bodies, renew, steerAnswers } from "../browser/answers.ts";
import { contrastOf } from "../browser/contrast.ts";
import { SIZES, type Visitor } from "../browser/visitor.ts";
import { journey } from "../journey.ts";
import { openSession } from "../product/session.ts";
import { DATA, enter, SCREENS, type Screen, STATUS_WORDS } from "../screens.ts";

const { url } = inject("product");
const [PHONE] = SIZES;

const AT = new Date().toISOString();
/** The answers for a client that has nothing yet. */
const NOTHING: Bodies = {
  "Irrigameter/": {
    ...{ at: AT, decidedAt: null, farms: [], pivots: [], soils: [], crops: [], sectors: [] },
    ...{ yesterday: [], plans: [], detections: [] },
  },
  "Map/": { at: AT, farms: [], pivots: [], sectors: [], plans: [], devices: [], rain7d: [] },
  "Source/": { farms: [], stations: [], monitors: [], rainMinFracEto: 0.2, sensorMarginPct: 2 },
  "Report/IrrigationManager": { generatedAt: AT, from: "2026-01-01", to: "2026-01-02", sectors: [] },
  "Report/WaterConsumption": { generatedAt: AT, year: 2026, rows: [], permits: [] },
  "Notification/": { items: [], next: null },
  "Watering/GetPage": { items: [], next: null },
  "": [],
};
const FAILED = "Não foi possível carregar os dados";
const RETRY = "Tentar novamente";
const STALE = /^Mostrando dados de .+: a atualização falhou\.$/;

/** The screens in parts, so that a failure of one leaves the others their say. */
const SECTIONS = Object.entries(Object.groupBy(SCREENS, ({ path }) => path.split("/")[1] ?? ""));

async function openAs(visitor: Visitor, user: string): Promise<void> {
  const [client] = await (await openSession(url, "bruno")).get<Client[]>("/Client/GetAll");
  await enter(visitor, user);
  await visitor.page.evaluate((id) => localStorage.setItem("clientId", id), client?._id ?? "");
}

const axe = async (visitor: Visitor, face: string) =>
  expect(await visitor.accessibilityProblems("main"), face).toEqual([]);

describe("five faces", () => {
  journey.for(SECTIONS)(
    "of /%s, each of which axe accepts, in three themes",
    { timeout: 240_000 },
    async ([, screens = []], { visit }) => {
      const visitor = await visit(url, PHONE);
      visitor.expectError(/status of 500/);
      visitor.expectError(/^Erro ao carregar .*ApiError: http-500/);
      await openAs(visitor, "admin");
      for (const screen of screens) {
        await forgetSnapshot(visitor);
        const answers = await steerAnswers(visitor.page, screen.calls);
        await answers.hold();
        await visitor.page.goto(screen.path);
        await expectLoading(visitor, screen);
        await answers.fail();
        await expectFailed(visitor, screen);
        await expectEmpty(visitor, screen, answers);
        await expectData(visitor, screen, answers);
        await expectStale(visitor, screen, answers);
        await visitor.page.unrouteAll();
      }
    },
  );
});

/** Makes the device as one that has not seen any data yet; the session stays. */
async function forgetSnapshot({ page, context }: Visitor): Promise<void> {
  await page.goto("about:blank");
  const devtools = await context.newCDPSession(page);
  await devtools.send("Storage.clearDataForOrigin", { origin: url, storageTypes: "indexeddb" });
  await devtools.detach();
}

/** Asks for everything once more, as when the connection comes back, until a condition holds. */
function expectAfterRenewal({ page }: Visitor, count: () => Promise<number>, wanted: number): Promise<void> {
  const renewed = async () => {
    await renew(page);
    return count();
  };
  return expect.poll(renewed, { interval: 250 }).toBe(wanted);
}

journey("the words of the six statuses can be read in each theme, in the sun above all", async ({ visit }) => {
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
  for (const word of words) await main.getByRole("listitem").getByText(word, { exact: true }).first().waitFor();
  for (const [theme, least] of [
    [null, 4.5],
    ["escuro", 4.5],
    ["sol", 7],
  ] as const) {
    await setTheme(visitor, theme);
    const contrast = await contrastOf(visitor.page, words);
    expect(Object.keys(contrast).sort()).toEqual([...words].sort());
    for (const word of words) expect(contrast[word], `${word} in ${theme ?? "claro"}`).toBeGreaterThanOrEqual(least);
  }
});

async function expectLoading(visitor: Visitor, { path }: Screen): Promise<void> {
  const main = visitor.page.getByRole("main");
  await main.getByRole("status").filter({ hasText: "Carregando" }).first().waitFor({ state: "attached" });
  expect(await main.locator(DATA).count()).toBe(0);
  await axe(visitor, `${path}, loading`);
}

async function expectFailed(visitor: Visitor, { path }: Screen): Promise<void> {
  const alert = visitor.page.getByRole("main").getByRole("alert");
  await alert.getByText(FAILED).waitFor();
  await axe(visitor, `${path}, failed`);
}

async function expectEmpty(visitor: Visitor, { path, empty }: Screen, answers: Answers): Promise<void> {
  if (empty === null) return;
  const main = visitor.page.getByRole("main");
  await answers.give(NOTHING);
  await main.getByRole("alert").getByRole("button", { name: RETRY }).click();
  await main.getByText(empty).waitFor();
  await axe(visitor, `${path}, empty`);
}

async function expectData(visitor: Visitor, { path, empty }: Screen, answers: Answers): Promise<void> {
  const { page } = visitor;
  const main = page.getByRole("main");
  await answers.pass();
  if (empty === null) await main.getByRole("alert").getByRole("button", { name: RETRY }).click();
  else await expectAfterRenewal(visitor, () => main.getByText(empty).count(), 0);
  await page.locator(DATA).filter({ visible: true }).first().waitFor();
  await expect.poll(() => main.getByRole("status").filter({ hasText: "Carregando" }).count()).toBe(0);
  expect(await main.getByRole("alert").count(), path).toBe(0);
  // In the theme that it comes in, axe sees each of them with its data in the journey through the routes; the set-up in
  // all of them in that through its forms.
  for (const theme of path.startsWith("/setup") ? [] : ["escuro", "sol"]) {
    await setTheme(visitor, theme);
    expect(await visitor.accessibilityProblems("main", ["color-contrast"]), `${path}, ${theme}`).toEqual([]);
  }
  await setTheme(visitor, null);
}

/** The data stay, and say how old they are, when a connection that comes back brings no answers. */
async function expectStale(visitor: Visitor, { path }: Screen, answers: Answers): Promise<void> {
  const { page } = visitor;
  await answers.fail();
  const banner = page.getByRole("main").getByText(STALE);
  await expectAfterRenewal(visitor, () => banner.count(), 1);
  await page.getByRole("main").getByRole("button", { name: RETRY }).waitFor();
  expect(await page.locator(DATA).count(), path).toBeGreaterThan(0);
  expect(await visitor.accessibilityProblems("main [role=status]"), `${path}, with old data`).toEqual([]);
}

/** Colours that are on their way from one theme to the other are of neither. */
function setTheme({ page }: Visitor, theme: string | null): Promise<void> {
  return page.evaluate(async (name) => {
    if (name === null) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
    const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changing.map(({ finished }) => finished));
  }, theme);
}
