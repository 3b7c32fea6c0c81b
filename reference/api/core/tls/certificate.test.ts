import { createPrivateKey, X509Certificate } from "node:crypto";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DAY_MS } from "@lamina/shared/core/time";
import { describe, expect, it } from "vitest";
import { copyAuthority, ensureCertificate } from "./certificate.ts";

const NOW = new Date("2026-05-14T12:00:00Z");
const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
const directory = () => mkdtempSync(join(tmpdir(), "tls-"));

describe("the certificate of an installation", () => {
  it("covers its names and the loopback, is signed by an authority and is not one itself", async () => {
    const { cert, caFile } = await ensureCertificate(directory(), ["localhost", "fazenda.local"], NOW);
    const [server, ca] = [new X509Certificate(cert), new X509Certificate(readFileSync(caFile))];
    for (const name of ["localhost", "fazenda.local"]) expect(server.checkHost(name)).toBe(name);
    for (const address of ["127.0.0.1", "::1"]) expect(server.checkIP(address)).toBe(address);
    expect(server.checkHost("outra.com")).toBeUndefined();
    expect(server.verify(ca.publicKey)).toBe(true);
    expect([ca.ca, server.ca]).toEqual([true, false]);
    expect(Date.parse(server.validTo) - NOW.getTime()).toBeLessThan(398 * DAY_MS);
  });

  it("names the setting when the copy of the authority cannot be written", async () => {
    const { caFile } = await ensureCertificate(directory(), ["localhost"], NOW);
    const target = join(caFile, "ca.pem");
    await expect(copyAuthority(caFile, target)).rejects.toThrow(`TLS_CA_COPY_FILE ${target} cannot be written`);
  });

  it("makes its files unreadable for others", async () => {
    const path = directory();
    await ensureCertificate(path, ["localhost"], NOW);
    for (const file of readdirSync(path)) expect(statSync(join(path, file)).mode & 0o777).toBe(0o600);
  });

  it("remains the same over restarts", async () => {
    const path = directory();
    const first = await ensureCertificate(path, ["localhost"], NOW);
    expect(await ensureCertificate(path, ["localhost"], later(300))).toEqual(first);
  });

  it("is renewed near its end or for another name, by the same authority", async () => {
    const path = directory();
    const first = await ensureCertificate(path, ["localhost"], NOW);
    const ca = readFileSync(first.caFile, "utf8");
    const renewed = await ensureCertificate(path, ["localhost"], later(380));
    expect(renewed.cert).not.toBe(first.cert);
    const renamed = await ensureCertificate(path, ["localhost", "nova.local"], later(380));
    expect(new X509Certificate(renamed.cert).checkHost("nova.local")).toBe("nova.local");
    expect(readFileSync(first.caFile, "utf8")).toBe(ca);
  });

  it("is renewed with its authority when that one is near its end", async () => {
    const path = directory();
    const first = await ensureCertificate(path, ["localhost"], NOW);
    const ca = readFileSync(first.caFile, "utf8");
    const renewed = await ensureCertificate(path, ["localhost"], later(3640));
    expect(readFileSync(first.caFile, "utf8")).not.toBe(ca);
    expect(new X509Certificate(renewed.cert).verify(new X509Certificate(readFileSync(first.caFile)).publicKey)).toBe(
      true,
    );
  });

  it.each(["ca.pem", "ca-key.pem", "server.pem", "server-key.pem"])(
    "refuses a damaged %s by its name",
    async (name) => {
      const path = directory();
      const file = join(path, name);
      const first = await ensureCertificate(path, ["localhost"], NOW);
      const whole = readFileSync(file, "utf8");
      for (const text of ["", " \n", whole.slice(0, 60), "\0".repeat(whole.length)]) {
        writeFileSync(file, text);
        await expect(ensureCertificate(path, ["localhost"], NOW)).rejects.toThrow(`${file} is damaged: copy`);
        expect(readFileSync(file, "utf8")).toBe(text);
      }
      writeFileSync(file, whole);
      expect(await ensureCertificate(path, ["localhost"], NOW)).toEqual(first);
    },
  );

  it("refuses the key of another authority, and makes a server's pair again that does not match", async () => {
    const [path, other] = [directory(), directory()];
    const first = await ensureCertificate(path, ["localhost"], NOW);
    await ensureCertificate(other, ["localhost"], NOW);
    copyFileSync(join(other, "server-key.pem"), join(path, "server-key.pem"));
    const again = await ensureCertificate(path, ["localhost"], NOW);
    expect(new X509Certificate(again.cert).checkPrivateKey(createPrivateKey(again.key))).toBe(true);
    expect(again.cert).not.toBe(first.cert);
    copyFileSync(join(other, "ca-key.pem"), join(path, "ca-key.pem"));
    await expect(ensureCertificate(path, ["localhost"], NOW)).rejects.toThrow("ca-key.pem is damaged");
  });
});
