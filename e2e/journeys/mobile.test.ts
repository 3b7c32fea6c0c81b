import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Program, ROOT } from "../product/program.ts";

/** Runs the command as a developer does. Both projects are in folders that git ignores. */
async function mobileSync(bffUrl?: string): Promise<{ code: number | null; output: string }> {
  const { BFF_URL: _, ...env } = process.env;
  await using program = new Program("mobile:sync", "npm", ["run", "mobile:sync"], {
    env: bffUrl === undefined ? env : { ...env, BFF_URL: bffUrl },
  });
  return { code: await program.ended(), output: program.output };
}

const read = (path: string) => readFileSync(`${ROOT}client/${path}`, "utf8");

describe("npm run mobile:sync", () => {
  test("makes both native projects for the given BFF, with notifications set up", { timeout: 180_000 }, async () => {
    const { code, output } = await mobileSync("https://irriga.example.com.br");
    expect(code, output).toBe(0);
    expect(read("android/capacitor.settings.gradle")).toContain(":capacitor-local-notifications");
    expect(read("android/app/src/main/AndroidManifest.xml")).toContain("android.permission.SCHEDULE_EXACT_ALARM");
    expect(read("android/app/src/main/res/drawable/ic_stat_lamina.xml")).toContain("<vector");
    for (const plugin of ["LocalNotifications", "Filesystem", "Share"]) {
      expect(read("ios/App/CapApp-SPM/Package.swift")).toContain(`Capacitor${plugin}`);
    }
    expect(read("android/app/build.gradle")).toMatch(/versionName "\d+\.\d+\.\d+"/);
    expect(read("ios/App/App/App.entitlements")).toContain("applinks:irriga.example.com.br");
    for (const project of ["android/app/src/main/assets", "ios/App/App"]) {
      const config = JSON.parse(read(`${project}/capacitor.config.json`));
      expect(config).toMatchObject({
        appId: "br.app.lamina",
        server: { hostname: "localhost", androidScheme: "https" },
      });
      // Vite writes the quotes of an attribute as entities.
      const page = read(`${project}/public/index.html`).replaceAll("&#39;", "'");
      expect(page).toContain("connect-src 'self' https: wss:");
      for (const rule of ["default-src 'self';", "script-src 'self';", "object-src 'none';", "base-uri 'none';"])
        expect(page).toContain(rule);
      expect(scripts(`${project}/public`)).toContain("https://irriga.example.com.br");
    }
  });

  test.each([
    undefined,
    "",
    "irriga.example.com.br",
    "http://irriga.example.com.br",
    "https://irriga.example.com.br/app",
  ])("refuses %j as the BFF's address", async (bffUrl) => {
    const { code, output } = await mobileSync(bffUrl);
    expect(code).not.toBe(0);
    expect(output).toContain("BFF_URL must be the https origin");
  });
});

/** The text of all scripts of a built client. */
function scripts(folder: string): string {
  const assets = readdirSync(`${ROOT}client/${folder}/assets`).filter((name) => name.endsWith(".js"));
  return assets.map((name) => read(`${folder}/assets/${name}`)).join("\n");
}
