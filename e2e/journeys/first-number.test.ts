import { expect, inject } from "vitest";
import { isLong } from "../../scripts/testing/long.ts";
import type { Visitor } from "../browser/visitor.ts";
import { expectFilledToday, expectFirstFigure, expectOrdersInSight, firstFigure, VIEWS } from "../home.ts";
import { journey } from "../journey.ts";
import { eachScreen, expectPath, moveTo, signIn } from "../screens.ts";

const { url } = inject("product");

journey(
  "a manager's home shows the first figure without scrolling, Hoje has no empty half, and a phone has the orders of four machines",
  async ({ visit }) => {
    const visitor = await visit(url);
    await signIn(visitor, "ana");
    await visitor.page.goto("/irrigameter");
    await expectFirstFigure(visitor.page);
    await expectFilledToday(visitor.page);
    await expectOrdersInSight(visitor.page);
  },
);

journey(
  "an operator's home shows the first figure, and has the records of every day two taps away on a phone, and one on a desktop",
  async ({ visit }) => {
    const visitor = await visit(url);
    const { page } = visitor;
    await signIn(visitor, "bruno");
    await page.goto("/irrigameter");
    await expectFirstFigure(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Mais", exact: true }).click();
    await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Chuvas" }).click();
    await expectPath(visitor, "/setup/watering");
    await page.getByRole("main").locator("[aria-current]", { hasText: "Chuvas" }).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("navigation", { name: "Principal" }).getByRole("link", { name: "Irrigações" }).click();
    await page.getByRole("main").locator("[aria-current]", { hasText: "Irrigações" }).first().waitFor();
  },
);

if (isLong)
  journey(
    "no screen is wider than the window, in each size and with text at 200 %",
    { timeout: 180_000 },
    async ({ visit }) => {
      const visitor = await visit(url);
      const { page } = visitor;
      await signIn(visitor, "admin");
      const found: string[] = [];
      for await (const path of eachScreen(visitor)) {
        for (const { width, height, text } of VIEWS) {
          await page.setViewportSize({ width, height });
          const tooWide = await page.evaluate(async (size) => {
            document.documentElement.style.fontSize = `${size}%`;
            await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
            return document.documentElement.scrollWidth - window.innerWidth;
          }, text);
          if (tooWide > 0) found.push(`${path}, ${width} × ${height}, ${text} %: ${tooWide} px`);
        }
      }
      expect(found).toEqual([]);
    },
  );

journey(
  "a window has room for twenty machines, a pivot's figure and a plot on a phone's side need no scrolling, nor a report's exports",
  async ({ visit }) => {
    const visitor = await visit(url);
    const { page } = visitor;
    await signIn(visitor, "ana");
    await expectRoom(visitor);

    await moveTo(visitor, "/irrigameter/pivo/demo-pivo-05");
    for (const { width, height } of VIEWS.filter(({ text }) => text === 100)) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => window.scrollTo(0, 0));
      await expect
        .poll(() => firstFigure(page), { message: `${width} × ${height}`, timeout: 10_000 })
        .toMatchObject({ isSeen: true, isWithin: true, scrolled: 0 });
    }

    // A phone on its side, and a desktop.
    for (const { path, part, width, height } of [
      { path: "/charts/pluviometry", part: page.getByRole("slider"), width: 844, height: 390 },
      ...["irrigationmanager", "waterconsuption"].map((report) => ({
        ...{ path: `/report/${report}`, part: page.getByRole("button", { name: "Exportar" }).first() },
        ...{ width: 1440, height: 900 },
      })),
    ]) {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      const { bottom } = await part.evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect);
      expect(bottom, path).toBeLessThanOrEqual(height);
    }
  },
);

/** In the order of names the list has all machines: its lines would hold twenty of them. */
async function expectRoom({ page }: Visitor): Promise<void> {
  await page.goto("/irrigameter/calculated-pivot?ordem=name");
  for (const { width, height } of [
    { width: 1440, height: 900 },
    { width: 1920, height: 1080 },
  ]) {
    await page.setViewportSize({ width, height });
    const rows = page.getByRole("region", { name: "Setores" }).getByRole("article");
    await rows.nth(4).waitFor();
    const boxes = await rows.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
    const [first] = boxes;
    const columns = boxes.filter(({ top }) => top === first?.top).length;
    const below = boxes[columns];
    if (!first || !below) throw new Error("the list has two lines");
    const covered = await page.evaluate(() => document.querySelector("header")?.getBoundingClientRect().bottom ?? 0);
    const lines = Math.floor((height - covered) / (below.top - first.top));
    expect(columns * lines, `${width} × ${height}`).toBeGreaterThanOrEqual(20);
  }
}

journey("a printed month has about one sheet for each sector", async ({ visit }) => {
  const visitor = await visit(url);
  const { page } = visitor;
  await signIn(visitor, "ana");
  await page.goto("/report/irrigationmanager?periodo=mes-passado");
  const sectors = page.getByRole("table").getByRole("row");
  await sectors.nth(3).waitFor();
  // The header and the total are rows too.
  const maxCount = (await sectors.count()) - 2 + 3;
  await page.waitForLoadState("networkidle");
  const sheets = (await page.pdf({ preferCSSPageSize: true })).toString("latin1").match(/\/Type\s*\/Page\b/g);
  expect(sheets?.length).toBeLessThanOrEqual(maxCount);
});
