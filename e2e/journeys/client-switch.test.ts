import type { Client } from "@lamina/shared/records/client";
import { Irrigameter } from "@lamina/shared/views/irrigameter";
import { expect, inject } from "vitest";
import { steerAnswers } from "../browser/answers.ts";
import type { Visitor } from "../browser/visitor.ts";
import { journey } from "../journey.ts";
import { openSession } from "../product/session.ts";
import { chooseClient, chosenClient, DATA, enter } from "../screens.ts";

const { url } = inject("product");

/** The screens whose numbers belong to a client. */
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
/** The calls that screens and inbox are filled by. */
const CALLS = ["Irrigameter/", "PivotStatus/", "Source/", "Chart/", "Report/", "Map/", "Forecast/", "Notification/"];

interface Owned extends Client {
  /** Names that only its own screens may show. */
  names: string[];
  farmId: string | undefined;
}

journey("a client that is chosen in mid-load shows nothing of the one before, on any screen", async ({ visit }) => {
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
  await enter(visitor, "ana");
  await chooseClient(visitor, one.name);
  const answers = await steerAnswers(page, CALLS);
  for (const path of SCREENS) {
    await page.goto(path);
    await page.locator(DATA).first().waitFor();
    await answers.hold();
    // All of one client is on the screen, and nothing of the other comes.
    await watchScreen(visitor, one, other);
    await chooseClient(visitor, other.name);
    await expect.poll(() => chosenClient(visitor)).toBe(other.name);
    await expectNoAlertOf(visitor, one);
    expect(await seen(visitor), `under the new name on ${path}`).toEqual({ drawings: 0, names: [] });
    // The other's answers are still on their way when one changes one's mind.
    await watchScreen(visitor, other, one);
    await chooseClient(visitor, one.name);
    await expect.poll(() => chosenClient(visitor)).toBe(one.name);
    await answers.pass();
    await page.locator(DATA).first().waitFor();
    await expect.poll(() => page.getByRole("main").innerText()).toMatch(new RegExp(one.names.join("|")));
    expect(await seen(visitor), `of answers that came late on ${path}`).toEqual({ drawings: 0, names: [] });
  }

  // A farm that the address names is no farm of the next client.
  await page.goto(`/report/irrigationmanager?fazenda=${one.farmId}`);
  await page.locator(DATA).first().waitFor();
  await chooseClient(visitor, other.name);
  await page.locator(DATA).first().waitFor();
  expect(page.url()).toBe(`${url}/report/irrigationmanager`);
});

/** What was seen of one client under the name of another. */
interface Seen {
  /** Charts, tables and maps that outlived the change. */
  drawings: number;
  names: string[];
}

/** Looks at every change of the page, for what no poll would catch: one frame of the old under the new name. */
function watchScreen({ page }: Visitor, before: Owned, after: Owned): Promise<void> {
  return page.evaluate(
    ({ oldNames, newName, selector }) => {
      const seen: Seen = { drawings: 0, names: [] };
      Object.assign(globalThis, { seenUnderNewName: seen });
      const old = [...document.querySelectorAll(selector)];
      new MutationObserver(() => {
        // The button that names the chosen client; the list of all of them, when it is open, names the others too.
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
  return page.evaluate(() => (globalThis as unknown as { seenUnderNewName: Seen }).seenUnderNewName);
}

/** The inbox of the new client waits for its own alerts, or shows those that it had. */
async function expectNoAlertOf({ page }: Visitor, { names }: Owned): Promise<void> {
  await page.getByRole("button", { name: /^Notificações/ }).click();
  const panel = page.getByRole("dialog", { name: "Notificações" });
  await panel.getByText("Alertas").first().waitFor();
  const shown = await panel.innerText();
  expect(names.filter((name) => shown.includes(name))).toEqual([]);
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "hidden" });
}
