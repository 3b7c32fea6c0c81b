import { expect, inject } from "vitest";
import { setTextSize, unreachable } from "../browser/reach.ts";
import type { Visitor } from "../browser/visitor.ts";
import { journey } from "../journey.ts";
import { openSession } from "../product/session.ts";
import { eachScreen, enter } from "../screens.ts";

const { url } = inject("product");

/** What cannot be reached on the page that is open, in each of the sizes and with each text size in %. */
async function unreachableIn({ page }: Visitor, sizes: readonly [number, number][], texts: readonly number[]) {
  const found: string[] = [];
  for (const text of texts) {
    await setTextSize(page, text);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      for (const fault of await unreachable(page)) found.push(`${width} × ${height}, ${text} %: ${fault}`);
    }
  }
  return found;
}

journey("every action of Hoje is inside the screen, in each size and with larger text", async ({ visit }) => {
  const visitor = await visit(url);
  await enter(visitor, "ana");
  await visitor.page.getByRole("list", { name: "O que fazer hoje, na ordem" }).getByRole("article").first().waitFor();
  const sizes: [number, number][] = [
    ...[320, 344, 360, 375, 390].map((width): [number, number] => [width, 844]),
    [844, 390],
    [1440, 900],
  ];
  expect(await unreachableIn(visitor, sizes, [100, 130, 150, 175, 200])).toEqual([]);
});

journey("every action of every screen is inside a phone's screen, also with larger text", async ({ visit }) => {
  const visitor = await visit(url);
  await enter(visitor, "admin");
  const api = await openSession(url, "admin");
  // A note has a button of its own in the list of records.
  const { clientId } = await api.get<{ clientId: string }>("/Pivot/GetByID?ID=demo-pivo-05");
  const note = { clientId, pivotId: "demo-pivo-05", at: new Date().toISOString(), note: "Bocal 12 entupido" };
  const { _id } = await api.post<{ _id: string }>("/FieldNote/Insert", note);
  const found: string[] = [];
  for await (const path of eachScreen(visitor)) {
    const sizes: [number, number][] = [320, 390].map((width) => [width, 844]);
    for (const fault of await unreachableIn(visitor, sizes, [100, 130, 200])) found.push(`${path}, ${fault}`);
  }
  await api.remove(`/FieldNote/Delete?ID=${_id}`);
  expect(found).toEqual([]);
});
