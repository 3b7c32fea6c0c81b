import type { Page } from "playwright-core";
import { describe, expect, inject } from "vitest";
import { recordNotifications, shownNotifications } from "../browser/notifications.ts";
import { askedOf, onPhone } from "../browser/phone-bridge.ts";
import { SIZES, Visitor } from "../browser/visitor.ts";
import { journey } from "../journey.ts";
import { FORMS } from "../product/message-forms.ts";
import { openPublisher } from "../product/publisher.ts";
import { addOperator, OWN_PASSWORD } from "../product/users.ts";
import { enter, expectLive } from "../screens.ts";

const { url, api } = inject("product");
const ALL = FORMS.map((_, index) => index + 1);
const numbersIn = (texts: readonly string[]) => texts.map((text) => Number(/Forma (\d+) não some/.exec(text)?.[1]));

/** A notification that the app gives to the phone. */
interface Scheduled {
  id: number;
  title: string;
  body: string;
  channelId: string;
}

/** A browser whose user was not asked yet, and answers so; or one that has no notifications. */
async function answering({ context }: Visitor, answer: "granted" | "denied" | "unsupported"): Promise<void> {
  await context.addInitScript((given) => {
    if (!isSecureContext) return;
    if (given === "unsupported") {
      Reflect.deleteProperty(globalThis, "Notification");
      return;
    }
    const KEY = "journey-permission";
    const read = () => (sessionStorage.getItem(KEY) ?? "default") as NotificationPermission;
    Object.defineProperty(Notification, "permission", { get: read });
    Notification.requestPermission = async () => {
      sessionStorage.setItem(KEY, given);
      return given;
    };
  }, answer);
}

async function listed(page: Page): Promise<number[]> {
  await page.getByRole("button", { name: /^Notificações/ }).click();
  const panel = page.getByRole("dialog", { name: "Notificações" });
  await panel.getByText(/^Mensagens/).click();
  const items = panel.getByRole("listitem").filter({ hasText: "Forma" });
  await expect.poll(() => items.count()).toBe(FORMS.length);
  return numbersIn(await items.locator("p").allTextContents()).reverse();
}

describe("a fresh profile", () => {
  journey("that allows notifications at the login shows fourteen of fourteen forms", async ({ keep, visit }) => {
    const publisher = await keep(openPublisher(api));
    const { userName } = await keep(addOperator(url));
    const visitor = await visit(url, SIZES[1]);
    await recordNotifications(visitor);
    await answering(visitor, "granted");
    await enter(visitor, userName, OWN_PASSWORD);
    await expectLive(visitor);
    for (const payload of FORMS) await publisher.notifyRaw(userName, payload);
    const shown = async () => numbersIn((await shownNotifications(visitor)).map(({ body }) => body));
    await expect.poll(shown).toEqual(ALL);
    expect(new Set((await shownNotifications(visitor)).map(({ title }) => title))).toEqual(new Set(["Mensagem"]));
  });

  journey("in two tabs shows each message once, and lists it in both", async ({ keep, visit }) => {
    const publisher = await keep(openPublisher(api));
    const { userName } = await keep(addOperator(url));
    const first = await visit(url, SIZES[1]);
    await recordNotifications(first);
    await enter(first, userName, OWN_PASSWORD);
    await expectLive(first);
    const second = new Visitor(url, await first.context.newPage());
    await second.page.goto("/home");
    await expectLive(second);
    for (const payload of FORMS) await publisher.notifyRaw(userName, payload);
    const tags = async ({ page }: Visitor) => page.evaluate(() => globalThis.recordedTags);
    for (const visitor of [first, second])
      await expect.poll(async () => (await tags(visitor)).length).toBe(FORMS.length);
    // A later notification with the same tag replaces the first one.
    expect(new Set([...(await tags(first)), ...(await tags(second))]).size).toBe(FORMS.length);
    for (const { page } of [first, second]) expect(await listed(page)).toEqual(ALL);
  });

  journey.for([
    ["denied", /bloquea|negad/i],
    ["unsupported", /navegador/i],
  ] as const)(
    "with notifications %s lists all, also after a reload, and says why",
    async ([answer, reason], { keep, visit }) => {
      const publisher = await keep(openPublisher(api));
      const { userName } = await keep(addOperator(url));
      const visitor = await visit(url, SIZES[0]);
      await answering(visitor, answer);
      await enter(visitor, userName, OWN_PASSWORD);
      await expectLive(visitor);
      for (const payload of FORMS) await publisher.notifyRaw(userName, payload);
      const { page } = visitor;
      await page.getByRole("status").filter({ hasText: "Mensagem" }).getByText(`Forma ${FORMS.length} `).waitFor();
      expect(await listed(page)).toEqual(ALL);
      await page.getByRole("dialog", { name: "Notificações" }).getByText(reason).first().waitFor();
      await page.reload();
      expect(await listed(page)).toEqual(ALL);
    },
  );
});

describe("the app on a phone, by the phone's bridge", () => {
  journey(
    "asks at the start after the login, shows fourteen of fourteen, and opens what is tapped",
    async ({ keep, visit }) => {
      const publisher = await keep(openPublisher(api));
      const { userName } = await keep(addOperator(url));
      const visitor = await visit(url, SIZES[0]);
      await onPhone(visitor, "granted");
      await enter(visitor, userName, OWN_PASSWORD);
      await expect.poll(() => askedOf(visitor, "requestPermissions")).toHaveLength(1);
      await expectLive(visitor);
      for (const payload of FORMS) await publisher.notifyRaw(userName, payload);
      const scheduled = async () =>
        (await askedOf(visitor, "schedule")).flatMap(({ notifications }) => notifications as Scheduled[]);
      await expect.poll(async () => numbersIn((await scheduled()).map(({ body }) => body))).toEqual(ALL);
      const notifications = await scheduled();
      expect(new Set(notifications.map(({ id }) => id)).size).toBe(FORMS.length);
      const [channel] = await askedOf(visitor, "createChannel");
      expect(channel).toMatchObject({ importance: 5 });
      expect(new Set(notifications.map(({ title, channelId }) => `${title} ${channelId}`))).toEqual(
        new Set([`Mensagem ${channel?.id}`]),
      );
      await visitor.page.evaluate(() =>
        globalThis.raiseNative("LocalNotifications", "localNotificationActionPerformed", {
          notification: { extra: { link: "/alerts" } },
        }),
      );
      await visitor.page.waitForURL("**/alerts");
    },
  );

  journey("whose user denies lists all in the page", async ({ keep, visit }) => {
    const publisher = await keep(openPublisher(api));
    const { userName } = await keep(addOperator(url));
    const visitor = await visit(url, SIZES[0]);
    visitor.expectError(/User denied permissions!/);
    await onPhone(visitor, "denied");
    await enter(visitor, userName, OWN_PASSWORD);
    await expectLive(visitor);
    for (const payload of FORMS) await publisher.notifyRaw(userName, payload);
    expect(await listed(visitor.page)).toEqual(ALL);
    expect(await askedOf(visitor, "schedule")).toEqual([]);
  });
});
