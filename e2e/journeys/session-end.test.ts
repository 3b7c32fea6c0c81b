import { describe, expect, inject } from "vitest";
import { JOURNEY_SIZES } from "../browser/visitor.ts";
import { journey } from "../journey.ts";
import { enter, expectPath, stored } from "../screens.ts";

const { url } = inject("product");

describe.each(JOURNEY_SIZES)("the end of a session at $size size", (size) => {
  journey("/logout removes the token and keeps the selected client", async ({ visit }) => {
    const visitor = await visit(url, size);
    await enter(visitor, "ana");
    await expect.poll(() => stored(visitor, "clientId")).toBeTruthy();
    const clientId = await stored(visitor, "clientId");
    await visitor.page.goto("/logout");
    await expectPath(visitor, "/login");
    expect(await stored(visitor, "token")).toBeNull();
    expect(await stored(visitor, "clientId")).toBe(clientId);
  });

  journey("a logout in one tab logs the other one out", async ({ visit }) => {
    const visitor = await visit(url, size);
    await enter(visitor, "ana");
    const other = await visitor.context.newPage();
    visitor.watch(other);
    await other.goto("/forecast/forecastdaily");
    await other.getByRole("heading").first().waitFor();
    await visitor.page.goto("/logout");
    await expectPath(visitor, "/login");
    await other.waitForURL("**/login");
  });

  journey("a token that expires while a page is open leads to the login", async ({ visit }) => {
    const visitor = await visit(url, size);
    const { page } = visitor;
    await page.clock.install();
    // The `Date` of a response that arrives after the jump would correct the page's clock, and rightly keep the session.
    await page.route("**/api/**", async (route) => {
      const response = await route.fetch();
      const { date: _date, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await enter(visitor, "ana");
    // The renewal that would keep the session alive fails.
    await page.route("**/Authentication/RenewToken", (route) => route.abort());
    visitor.expectError(/Failed to load resource.*RenewToken/);
    // A query that is due in the skipped hours is sent without a token. A request in flight runs into its time limit.
    visitor.expectError(/ApiError: (Token not found|timeout)/);
    await page.getByRole("article").first().waitFor();
    await page.clock.fastForward("09:00:00");
    await page.clock.resume();
    await expectPath(visitor, "/login");
    expect(await stored(visitor, "token")).toBeNull();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
});
