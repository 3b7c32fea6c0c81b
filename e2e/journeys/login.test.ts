import { describe, expect, inject } from "vitest";
import { openGate } from "../../scripts/testing/gate.ts";
import { isLongFor } from "../../scripts/testing/long.ts";
import { JOURNEY_SIZES } from "../browser/visitor.ts";
import { journey } from "../journey.ts";
import { bffEnvironment, startBff } from "../product/bff.ts";
import { enter, expectPath, logIn, loginAlert, path, stored } from "../screens.ts";

const { url, api } = inject("product");
/** An outage and deep links have tests in jsdom too. */
const isEach = isLongFor("client/src/app/", "client/src/core/session/", "client/src/features/login/");
const REFUSED = /Failed to load resource.*\/Authentication\/Login/;

describe.each(JOURNEY_SIZES)("login at $size size", (size) => {
  journey("the right password leads to the first screen of the first client", async ({ visit }) => {
    const visitor = await visit(url, size);
    await visitor.page.goto("/");
    await expectPath(visitor, "/login");
    expect(await visitor.accessibilityProblems()).toEqual([]);
    await logIn(visitor, "bruno");
    await expectPath(visitor, "/irrigameter/calculated-pivot");
    expect((await stored(visitor, "token"))?.split(".")).toHaveLength(3);
    await expect.poll(() => stored(visitor, "clientId")).toBeTruthy();
  });

  journey("a wrong password shows an alert until Fechar, also across the reload", async ({ visit }) => {
    const visitor = await visit(url, size);
    const { page } = visitor;
    await page.goto("/login");
    const reloaded = page.waitForEvent("load");
    await logIn(visitor, "ana", "wrong");
    await loginAlert(visitor).getByText("Usuário ou senha inválidos").waitFor();
    await reloaded;
    await loginAlert(visitor).getByText("Usuário ou senha inválidos").waitFor();
    expect(await visitor.accessibilityProblems()).toEqual([]);
    await loginAlert(visitor).getByRole("button", { name: "Fechar" }).click();
    await loginAlert(visitor).waitFor({ state: "detached" });
    expect(await page.getByLabel("Usuário", { exact: true }).inputValue()).toBe("ana");
    expect(await page.getByLabel("Senha", { exact: true }).inputValue()).toBe("");
    expect(await stored(visitor, "token")).toBeNull();
    await page.reload();
    await page.getByLabel("Usuário", { exact: true }).waitFor();
    expect(await loginAlert(visitor).count()).toBe(0);
  });

  if (isEach)
    journey(
      "during an outage of the API the alert says that the communication failed, and the login works afterwards",
      async ({ keep, visit }) => {
        const gate = await keep(openGate(api.url));
        const bff = await keep(startBff({ ...bffEnvironment(api), UPSTREAM_URL: `https://localhost:${gate.port}` }));
        gate.cut();
        const visitor = await visit(bff.url, size);
        visitor.expectError(REFUSED);
        await visitor.page.goto("/login");
        const reloaded = visitor.page.waitForEvent("load");
        await logIn(visitor, "ana");
        await loginAlert(visitor).getByText("Falha na comunicação, tente novamente mais tarde.").waitFor();
        await reloaded;
        await loginAlert(visitor).getByRole("button", { name: "Fechar" }).click();
        gate.mend();
        await logIn(visitor, "ana");
        await visitor.page.waitForURL("**/irrigameter/*");
      },
    );

  if (isEach)
    journey("a deep link leads to the login first, and then home", async ({ visit }) => {
      const visitor = await visit(url, size);
      await visitor.page.goto("/charts/airhumidity");
      await expectPath(visitor, "/login");
      await logIn(visitor, "bruno");
      await expectPath(visitor, "/irrigameter/calculated-pivot");
    });
});

journey("a reload keeps the page and the token", async ({ visit }) => {
  const visitor = await visit(url);
  await enter(visitor, "ana");
  await visitor.page.goto("/charts/airtemperature");
  const token = await stored(visitor, "token");
  await visitor.page.reload();
  await visitor.page.getByRole("heading").first().waitFor();
  expect(path(visitor)).toBe("/charts/airtemperature");
  expect(await stored(visitor, "token")).toBe(token);
});

journey("the login page with a valid token renews it and goes home", async ({ visit }) => {
  const visitor = await visit(url);
  await enter(visitor, "ana");
  const before = await stored(visitor, "token");
  await visitor.page.goto("/login");
  await visitor.page.waitForURL("**/irrigameter/*");
  expect(await stored(visitor, "token")).not.toBe(before);
});
