import { expect, inject } from "vitest";
import { isLong } from "../../scripts/testing/long.ts";
import { PHONES, type SizeInPx, SMALLEST, unreachableIn } from "../browser/reach.ts";
import { journey } from "../journey.ts";
import { openSession } from "../product/session.ts";
import { eachScreen, enter, FURTHER, signIn } from "../screens.ts";

const { url } = inject("product");

/** The screens and the sizes; outside of the long run the journey of the states looks at the screens. */
const [PATHS, LOOKS] = isLong ? [undefined, PHONES] : [FURTHER, SMALLEST];

journey("every action of Hoje is inside the screen, in each size and with larger text", async ({ visit }) => {
  const visitor = await visit(url);
  await enter(visitor, "ana");
  await visitor.page.getByRole("list", { name: "O que fazer hoje, na ordem" }).getByRole("article").first().waitFor();
  const sizes: SizeInPx[] = [
    ...[320, 344, 360, 375, 390].map((width): SizeInPx => [width, 844]),
    [844, 390],
    [1440, 900],
  ];
  expect(await unreachableIn(visitor, { sizes, texts: [100, 130, 150, 175, 200] })).toEqual([]);
});

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
