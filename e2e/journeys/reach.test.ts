import { expect, inject } from "vitest";
import { isLong } from "../../scripts/testing/long.ts";
import { EVERY_LOOK, SMALLEST, unreachableIn } from "../browser/reach.ts";
import { journey } from "../journey.ts";
import { openSession } from "../product/session.ts";
import { eachScreen, enter, FURTHER, moveTo, signIn } from "../screens.ts";

const { url } = inject("product");

/** The screens and the sizes; outside of the long run the journey of the states looks at the screens. */
const [PATHS, LOOKS] = isLong ? [undefined, EVERY_LOOK] : [FURTHER, SMALLEST];

journey("every action of Hoje is inside the screen, in each size and with larger text", async ({ visit }) => {
  const visitor = await visit(url);
  await enter(visitor, "ana");
  await visitor.page.getByRole("list", { name: "O que fazer hoje, na ordem" }).getByRole("article").first().waitFor();
  const looks = { sizes: [...EVERY_LOOK.sizes, [375, 844] as const], texts: [...EVERY_LOOK.texts, 150, 175] };
  expect(await unreachableIn(visitor, looks)).toEqual([]);
});

/** Windows in which a dialog ends in sight, px. */
const DIALOG_SIZES = [
  [320, 568],
  [390, 844],
  [844, 390],
  [1440, 900],
] as const;

journey("each dialog of a sector has its button in sight, in each size and with larger text", async ({ visit }) => {
  const visitor = await visit(url);
  const { page } = visitor;
  await signIn(visitor, "ana");
  const found: string[] = [];
  await page.goto("/irrigameter/calculated-pivot");
  await page.getByRole("main").getByRole("article").first().waitFor();
  for (const action of ["irriguei", "liguei", "chuva", "anotar", "porque", "ajuste"]) {
    await moveTo(visitor, `/irrigameter/calculated-pivot?acao=${action}&alvo=demo-pivo-05-1`);
    const dialog = page.getByRole("dialog");
    const primary = dialog.getByRole("button", { name: /^(Registrar|Certo|Ajustar|Irriguei|Parei)$/ });
    await primary.waitFor();
    const isClose = await page.evaluate(() => document.activeElement?.getAttribute("aria-label") === "Fechar");
    if (isClose && action !== "porque") found.push(`${action}: the first focus is on Fechar`);
    for (const text of [100, 200]) {
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`;
      }, text);
      for (const [width, height] of DIALOG_SIZES) {
        await page.setViewportSize({ width, height });
        const box = await primary.boundingBox();
        const isIn = box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
        if (!isIn) found.push(`${action}, ${width} × ${height}, ${text} %: ${JSON.stringify(box)}`);
      }
    }
  }
  expect(found).toEqual([]);
});

journey(
  "a toast covers neither the buttons nor the focused field of a dialog, in each size and with larger text",
  async ({ visit }) => {
    const visitor = await visit(url);
    const { page } = visitor;
    await signIn(visitor, "ana");
    await page.goto("/irrigameter/calculated-pivot");
    await page.getByRole("main").getByRole("article").first().waitFor();
    await moveTo(visitor, "/irrigameter/calculated-pivot?acao=ordens&alvo=demo-pivo-05-1");
    const dialog = page.getByRole("dialog");
    const send = dialog.getByRole("button", { name: "Enviar" });
    const toast = dialog.getByText(/^(Ordens copiadas|Este navegador não envia)/);
    const found: string[] = [];
    for (const [width, height] of DIALOG_SIZES) {
      await page.setViewportSize({ width, height });
      for (const text of [100, 200]) {
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = `${size}%`;
        }, text);
        await send.click();
        await toast.waitFor();
        const faults = await toast.evaluate((words) => {
          const { bottom } = (words.closest("[role=status]") ?? words).getBoundingClientRect();
          const first = words.closest("dialog")?.querySelector("input")?.closest("label")?.getBoundingClientRect();
          return [
            bottom > innerHeight / 5 && `${Math.round(bottom)} of ${innerHeight} px`,
            first && first.top < bottom && "the first field",
          ].filter(Boolean);
        });
        for (const fault of faults) found.push(`${width} × ${height}, ${text} %: ${fault}`);
        await dialog.getByRole("button", { name: "Dispensar" }).first().click();
        await toast.waitFor({ state: "detached" });
      }
    }
    expect(found).toEqual([]);
  },
);

journey("every action of every screen is inside a phone's screen, also with larger text", async ({ visit }) => {
  const visitor = await visit(url);
  await signIn(visitor, "admin");
  const api = await openSession(url, "admin");
  // A note has a button of its own in the list of records.
  const { clientId } = await api.get<{ clientId: string }>("/Pivot/GetByID?ID=demo-pivo-05");
  const note = { clientId, pivotId: "demo-pivo-05", at: new Date().toISOString(), note: "Bocal 12 entupido" };
  const { _id } = await api.post<{ _id: string }>("/FieldNote/Insert", note);
  const found: string[] = [];
  for await (const path of eachScreen(visitor, PATHS)) {
    for (const fault of await unreachableIn(visitor, LOOKS)) found.push(`${path}, ${fault}`);
  }
  await api.remove(`/FieldNote/Delete?ID=${_id}`);
  expect(found).toEqual([]);
});
