import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { expect, inject } from "vitest";
import { ownName, save } from "../forms.ts";
import { journey } from "../journey.ts";
import { addClient, plantFarm } from "../product/farm.ts";
import { openSession } from "../product/session.ts";
import { signIn } from "../screens.ts";

const { url } = inject("product");

interface Lines {
  lines?: { name: string; kind: string; points: number[][] }[] | null;
}

journey(
  "a road is drawn by mouse and keyboard, named, shown on the map, deleted and brought back",
  async ({ keep, visit }) => {
    const session = await openSession(url, "admin");
    const { clientId } = await keep(addClient(session, ownName("Estradas"), 1));
    const timezone = "America/Sao_Paulo";
    const plantingDate = addDays(farmDay(Date.now(), timezone), -10);
    const farm = { clientId, name: "Trilha", timezone, plantingDate, serial: `TRI-${process.pid}`, sensors: {} };
    const { farmId } = await plantFarm(session, farm);
    const linesOf = async () => (await session.get<Lines>(`/Farm/GetByID?ID=${farmId}`)).lines ?? [];

    const visitor = await visit(url);
    const { page } = visitor;
    await signIn(visitor, "admin", clientId);
    await page.goto(`/setup/farms?parte=fazendas&registro=${farmId}`);
    await page.getByRole("button", { name: "Nova linha" }).click();
    const map = page.getByRole("region", { name: "Mapa da fazenda" });
    const points = page.getByLabel("Pontos");
    await map.click({ position: { x: 120, y: 120 } });
    await map.click({ position: { x: 260, y: 160 } });
    await expect.poll(async () => (await points.inputValue()).split("\n").length).toBe(2);
    const box = await map.getByTitle(/^Ponto 2/).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 14, (box?.y ?? 0) + 14);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 14, { steps: 3 });
    await page.mouse.up();
    await points.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\n-15,01 -56,01");
    const group = page.getByRole("group", { name: "Estradas e linhas do mapa" });
    await group.getByLabel("Nome").fill("Estrada do talhão");
    expect(await visitor.accessibilityProblems("main")).toEqual([]);
    await save(visitor, /Trilha: salvo/);
    const [road] = await linesOf();
    expect(road).toMatchObject({ name: "Estrada do talhão", kind: "road" });
    expect([road?.points.length, road?.points.at(-1)]).toEqual([3, [-56.01, -15.01]]);

    await page.goto("/maps");
    await page.getByRole("region", { name: "Mapa da fazenda" }).getByText("Estrada do talhão").waitFor();

    await page.goto(`/setup/farms?parte=fazendas&registro=${farmId}`);
    await group.getByRole("button", { name: "Estrada do talhão" }).click();
    await group.getByRole("button", { name: "Excluir linha" }).click();
    await save(visitor, /Trilha: salvo/);
    const undo = page.getByRole("button", { name: "Desfazer", exact: true });
    // Its message stays while the pointer is on it.
    await undo.hover();
    await expect.poll(linesOf).toEqual([]);
    await undo.click();
    await expect.poll(linesOf).toHaveLength(1);
  },
);
