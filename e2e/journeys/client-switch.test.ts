import type { Client } from "@lamina/shared/records/client";
import { Irrigameter } from "@lamina/shared/views/irrigameter";
import { expect, inject } from "vitest";
import { steerAnswers } from "../browser/answers.ts";
import type { Visitor } from "../browser/visitor.ts";
import { journey } from "../journey.ts";
import { openSession } from "../product/session.ts";
import { chooseClient, chosenClient, DATA, signIn } from "../screens.ts";

declare global {
  var seenUnderNewName: Seen;
}

const { url } = inject("product");

/** The screens with data of a client. */
const SCREENS = [
  "/irrigameter",
  "/charts/pluviometry",
  "/report/irrigationmanager",
  "/maps",
  "/forecast/forecastweekly",
  "/report/waterconsuption",
  "/charts/soilmoisture",
  "/forecast/forecastdaily",
];
/** The calls of the screens and of the alert inbox. */
const CALLS = ["Irrigameter/", "PivotStatus/", "Source/", "Chart/", "Report/", "Map/", "Forecast/", "Notification/"];

interface Owned extends Client {
  /** Names that may only be on this client's screens. */
  names: string[];
  farmId: string | undefined;
}

journey("after a change of client during loading, no screen shows data of the previous client", async ({ visit }) => {
  const session = await openSession(url, "ana");
  const clients: Owned[] = [];
  for (const client of await session.get<Client[]>("/Client/GetAll")) {
    const { farms, pivots } = Irrigameter.parse(await session.get(`/Irrigameter/GetByClientID?ID=${client._id}`));
    clients.push({ ...client, names: [...farms, ...pivots].map(({ name }) => name), farmId: farms[0]?._id });
  }
  const [one, other] = clients.filter(({ names }) => names.length > 0);
  if (!one || !other) throw new Error("ana needs two clients with farms");

  const visitor = await visit(url);
  const { page } = visitor;
  await signIn(visitor, "ana", one._id);
  const answers = await steerAnswers(page, CALLS);
  for (const path of SCREENS) {
    await page.goto(path);
    await page.locator(DATA).first().waitFor();
    await answers.hold();
    // The screen shows one client, and the answers for the other are held back.
    await watchScreen(visitor, one, other);
    await chooseClient(visitor, other.name);
    await expect.poll(() => chosenClient(visitor)).toBe(other.name);
    await expectNoAlertOf(visitor, one);
    expect(await seen(visitor), `under the new name on ${path}`).toEqual({ drawings: 0, names: [] });
    // The user changes back while the other client's answers are still held back.
    await watchScreen(visitor, other, one);
    await chooseClient(visitor, one.name);
    await expect.poll(() => chosenClient(visitor)).toBe(one.name);
    await answers.pass();
    await page.locator(DATA).first().waitFor();
    await expect.poll(() => page.getByRole("main").innerText()).toMatch(new RegExp(one.names.join("|")));
    expect(await seen(visitor), `of answers that came late on ${path}`).toEqual({ drawings: 0, names: [] });
  }

  // A farm in the address is not valid for the next client.
  await page.goto(`/report/irrigationmanager?fazenda=${one.farmId}`);
  await page.locator(DATA).first().waitFor();
  await chooseClient(visitor, other.name);
  await expect.poll(() => page.url()).toBe(`${url}/report/irrigationmanager`);
  await page.locator(DATA).first().waitFor();
});

/** Data of one client that were shown under the name of another. */
interface Seen {
  /** Charts, tables and maps that survived the change. */
  drawings: number;
  names: string[];
}

/** Checks every change of the page, because polling could miss a single frame with old data under the new name. */
function watchScreen({ page }: Visitor, before: Owned, after: Owned): Promise<void> {
  return page.evaluate(
    ({ oldNames, newName, selector }) => {
      const seen: Seen = { drawings: 0, names: [] };
      globalThis.seenUnderNewName = seen;
      const old = [...document.querySelectorAll(selector)];
      new MutationObserver(() => {
        // Looks at the button with the selected client's name, because the open list also has the names of the others.
        if (!document.querySelector(`header button[aria-label^="Cliente: ${newName}"]`)) return;
        seen.drawings += old.filter((element) => element.isConnected).length;
        const shown = `${document.title} ${document.querySelector("main")?.textContent}`;
        seen.names.push(...oldNames.filter((name) => shown.includes(name) && !seen.names.includes(name)));
      }).observe(document, { subtree: true, childList: true, characterData: true });
    },
    { oldNames: before.names, newName: after.name, selector: DATA },
  );
}

function seen({ page }: Visitor): Promise<Seen> {
  return page.evaluate(() => globalThis.seenUnderNewName);
}

/** The inbox of the new client is loading, or shows its own stored alerts. */
async function expectNoAlertOf({ page }: Visitor, { names }: Owned): Promise<void> {
  await page.getByRole("button", { name: /^Notificações/ }).click();
  const panel = page.getByRole("dialog", { name: "Notificações" });
  await panel.getByText("Alertas").first().waitFor();
  const shown = await panel.innerText();
  expect(names.filter((name) => shown.includes(name))).toEqual([]);
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "hidden" });
}
