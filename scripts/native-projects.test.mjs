import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildNumber, entitlements, OLDEST, PATCHES, TEMPLATE_PICTURES } from "./native-projects.mjs";
import { root } from "./run.mjs";

const given = { version: "1.4.2", host: "irriga.example.com.br" };
const template = mkdtempSync(join(tmpdir(), "lamina-native-"));
const read = (file) => readFileSync(join(template, file), "utf8");
const patched = {};
beforeAll(() => {
  for (const [platform, archive] of [
    ["android", "android-template"],
    ["ios", "ios-spm-template"],
  ]) {
    mkdirSync(join(template, platform));
    const file = `${root}node_modules/@capacitor/cli/assets/${archive}.tar.gz`;
    execFileSync("tar", ["xzf", file, "-C", join(template, platform)]);
  }
  for (const [file, patch] of Object.entries(PATCHES)) patched[file] = patch(read(file), given);
});
afterAll(() => rmSync(template, { recursive: true }));

test("every patch applies to Capacitor's own template, and only once", () => {
  for (const [file, patch] of Object.entries(PATCHES)) {
    expect(patched[file], file).not.toBe(read(file));
    expect(patch(patched[file], given), file).toBe(patched[file]);
  }
});

test("Android: location, exact alarms, the camera's app, no backup of farm data, links of the BFF's host, one language", () => {
  const manifest = patched["android/app/src/main/AndroidManifest.xml"];
  const permissions = [...manifest.matchAll(/permission\.([A-Z_]+)"/g)].map(([, name]) => name);
  expect(permissions.toSorted()).toEqual([
    "ACCESS_COARSE_LOCATION",
    "ACCESS_FINE_LOCATION",
    "INTERNET",
    "SCHEDULE_EXACT_ALARM",
  ]);
  // Without CAMERA in the manifest the camera's own app asks for nothing; it must be visible for that.
  expect(manifest).toContain('<queries><intent><action android:name="android.media.action.IMAGE_CAPTURE" />');
  expect(manifest).toContain('<data android:scheme="https" android:host="irriga.example.com.br" />');
  for (const name of ["data_extraction_rules", "full_backup_content", "locales_config"]) {
    expect(manifest).toContain(`@xml/${name}`);
    expect(existsSync(`${root}client/native/android/app/src/main/res/xml/${name}.xml`)).toBe(true);
  }
  const other = PATCHES["android/app/src/main/AndroidManifest.xml"](manifest, { host: "nova.example.com.br" });
  expect(other).not.toContain("irriga.example.com.br");
});

test("the phone's projects promise the browsers that the build does", () => {
  const project = patched["ios/App/App.xcodeproj/project.pbxproj"];
  const targets = [...project.matchAll(/IPHONEOS_DEPLOYMENT_TARGET = ([^;]+);/g)].map(([, version]) => version);
  expect(new Set(targets)).toEqual(new Set([`${OLDEST.safari}.0`]));
  const config = readFileSync(`${root}client/capacitor.config.ts`, "utf8");
  expect(config).toContain("minWebViewVersion: OLDEST.chrome");
  // Android 7, whose web view is updated apart from the system.
  expect(read("android/variables.gradle")).toContain("minSdkVersion = 24");
});

test("versions and build numbers follow package.json, greater with each version", () => {
  const gradle = patched["android/app/build.gradle"];
  expect(gradle).toMatch(/versionCode 1004002\n\s+versionName "1\.4\.2"/);
  const project = patched["ios/App/App.xcodeproj/project.pbxproj"];
  expect(project.match(/MARKETING_VERSION = 1\.4\.2;/g)).toHaveLength(2);
  expect(project.match(/CURRENT_PROJECT_VERSION = 1004002;/g)).toHaveLength(2);
  const numbers = ["0.1.0", "0.1.1", "0.2.0", "1.0.0", "1.10.0"].map(buildNumber);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
});

test("iOS: usage in Portuguese, no encryption of its own, a privacy manifest in the build, the associated host", () => {
  const plist = patched["ios/App/App/Info.plist"];
  for (const use of ["LocationWhenInUse", "Camera"])
    expect(plist).toMatch(new RegExp(`NS${use}UsageDescription</key>\\s*<string>O Lâmina usa`));
  expect(plist).toMatch(/ITSAppUsesNonExemptEncryption<\/key>\s*<false\/>/);
  expect(plist).toMatch(/CFBundleDevelopmentRegion<\/key>\s*<string>pt-BR/);
  expect(plist).not.toContain("armv7");
  const project = patched["ios/App/App.xcodeproj/project.pbxproj"];
  expect(project.match(/PrivacyInfo\.xcprivacy/g)?.length).toBeGreaterThanOrEqual(5);
  expect(project).toContain("CODE_SIGN_ENTITLEMENTS = App/App.entitlements;");
  expect(entitlements(given)).toContain("applinks:irriga.example.com.br");
  expect(existsSync(`${root}client/native/ios/App/App/PrivacyInfo.xcprivacy`)).toBe(true);
});

test("iOS: the entitlement, the background mode and the token of messages with the app closed", () => {
  expect(entitlements(given)).toMatch(/aps-environment<\/key>\s*<string>production/);
  expect(patched["ios/App/App/Info.plist"]).toMatch(/UIBackgroundModes<\/key>\s*<array>\s*<string>remote-notification/);
  const delegate = patched["ios/App/App/AppDelegate.swift"];
  for (const name of ["capacitorDidRegisterForRemoteNotifications", "capacitorDidFailToRegisterForRemoteNotifications"])
    expect(delegate.match(new RegExp(name, "g"))).toHaveLength(1);
  expect(delegate.match(/\{/g)?.length).toBe(delegate.match(/\}/g)?.length);
});

test("iOS: the folder of the web view's data is excluded from backups before the app's first page", () => {
  const launch = patched["ios/App/App/AppDelegate.swift"]
    .split("didFinishLaunchingWithOptions")[1]
    .split("return true")[0];
  expect(launch).toMatch(/\.libraryDirectory.*appendingPathComponent\("WebKit"/);
  expect(launch).toMatch(/isExcludedFromBackup = true[\s\S]*webData\.setResourceValues\(backup\)/);
});

test("the origins of both shells are those that the BFF allows by default", () => {
  const source = (path) => readFileSync(root + path, "utf8");
  const [, server] = /server: \{ (.+) \}/.exec(source("client/capacitor.config.ts"));
  const { hostname, androidScheme, iosScheme } = Object.fromEntries(
    [...server.matchAll(/(\w+): "([^"]+)"/g)].map(([, name, value]) => [name, value]),
  );
  const [, allowed] = /SHELL_ORIGINS = (\[.+\])/.exec(source("server/src/config-variables.ts"));
  expect(JSON.parse(allowed)).toEqual([`${iosScheme}://${hostname}`, `${androidScheme}://${hostname}`]);
});

test("every picture of the template is replaced by the mark or deleted", () => {
  const digest = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");
  const pictures = ["android", "ios"].flatMap((platform) =>
    readdirSync(join(template, platform), { recursive: true })
      .filter((name) => /\.png$/.test(name))
      .map((name) => `${platform}/${name}`),
  );
  expect(pictures.length).toBeGreaterThan(20);
  for (const picture of pictures) {
    if (TEMPLATE_PICTURES.some((pattern) => pattern.test(picture))) continue;
    const own = `${root}client/native/${picture}`;
    expect(existsSync(own), picture).toBe(true);
    expect(digest(own), picture).not.toBe(digest(join(template, picture)));
  }
});

test("the privacy manifest declares what the app sends: login, e-mail, records and their photos", () => {
  const privacy = readFileSync(`${root}client/native/ios/App/App/PrivacyInfo.xcprivacy`, "utf8");
  const types = [...privacy.matchAll(/<string>NSPrivacyCollectedDataType(\w+)<\/string>/g)].map(([, name]) => name);
  const collected = types.filter((name) => !name.startsWith("Purpose"));
  expect(collected).toEqual(["UserID", "Name", "EmailAddress", "PhoneNumber", "PhotosorVideos", "OtherUserContent"]);
  expect(types).toHaveLength(2 * collected.length);
});
