import type { CDPSession } from "playwright-core";
import { describe, expect, inject } from "vitest";
import { recordNotifications, shownNotifications } from "../browser/notifications.ts";
import { JOURNEY_SIZES, type Visitor } from "../browser/visitor.ts";
import { INSTALLED, journey } from "../journey.ts";
import { expectLive, signIn } from "../screens.ts";

const { url } = inject("product");

/** Delivers a push to the visitor's service worker, as the browser's push service does. */
async function openPushService({ context, page }: Visitor): Promise<(message: object) => Promise<void>> {
  const browser: CDPSession = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    browser.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [own] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (own) resolve(own.registrationId);
    }),
  );
  await browser.send("ServiceWorker.enable");
  const registrationId = await registered;
  return async (message) =>
    void (await browser.send("ServiceWorker.deliverPushMessage", {
      origin: url,
      registrationId,
      data: JSON.stringify(message),
    }));
}

describe.each(JOURNEY_SIZES)("push at $size size", (size) => {
  journey("a pushed message is in the page that the user sees, and a notification elsewhere", async ({ visit }) => {
    const visitor = await visit(url, size, INSTALLED);
    await recordNotifications(visitor);
    await signIn(visitor, "bruno");
    await visitor.page.goto("/home");
    await expectLive(visitor);
    await visitor.page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    const push = await openPushService(visitor);
    await push({ text: "Pivô 3 parou", link: null });
    await visitor.page.getByRole("status").getByText("Pivô 3 parou").waitFor();
    await expect.poll(() => shownNotifications(visitor)).toContainEqual({ title: "Mensagem", body: "Pivô 3 parou" });
  });
});
