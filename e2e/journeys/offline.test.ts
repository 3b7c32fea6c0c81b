import { expect, inject } from "vitest";
import { SIZES, type Visitor } from "../browser/visitor.ts";
import { journey } from "../journey.ts";
import { DATA, enter } from "../screens.ts";

const { url } = inject("product");
const [PHONE] = SIZES;

/** Screens that an operator uses without a signal, and the end of the key of each in the snapshot. */
const IN_THE_FIELD = [
  ["/irrigameter/calculated-pivot", '"irrigameter"]'],
  ["/maps", '"map"]'],
  ["/report/irrigationmanager", '"management"'],
  ["/charts/pluviometry", '"chart"'],
] as const;

journey("without a connection the app opens with the last data, and says so", async ({ visit }) => {
  const visitor = await visit(url, PHONE);
  const { page, context } = visitor;
  visitor.expectError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  visitor.expectError(/^Erro ao carregar .*ApiError: network/);
  await enter(visitor, "bruno");
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  const data = page.locator(DATA).filter({ visible: true }).first();
  for (const [path, key] of IN_THE_FIELD) {
    await page.goto(path);
    await data.waitFor();
    await expect.poll(() => snapshot(visitor)).toContain(key);
  }
  await context.setOffline(true);
  const main = page.getByRole("main");
  for (const [path] of IN_THE_FIELD) {
    await page.goto(path);
    await main.getByText(/^Sem internet\. Dados recebidos /).waitFor();
    await data.waitFor();
    expect(await main.getByRole("alert").count(), path).toBe(0);
    expect(await visitor.accessibilityProblems(), path).toEqual([]);
  }
  await context.setOffline(false);
  await main.getByText(/^Sem internet\./).waitFor({ state: "detached" });
});

/** A client's data in the snapshot on the device, as text. */
function snapshot({ page }: Visitor): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open("lamina");
        opening.onsuccess = () => {
          const reading = opening.result.transaction("keep").objectStore("keep").get("snapshot");
          reading.onsuccess = () => {
            opening.result.close();
            resolve(String(reading.result));
          };
        };
      }),
  );
}
