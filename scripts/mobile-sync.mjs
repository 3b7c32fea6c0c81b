// `BFF_URL=https://… npm run mobile:sync`: builds the client for that BFF and updates both native projects.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { entitlements, PATCHES, TEMPLATE_PICTURES } from "./native-projects.mjs";
import { install } from "./prepare.mjs";
import { bin, node24, root, run } from "./run.mjs";

const client = `${root}client`;
/** The places where a project must name the notification plugin to show notifications. */
const WIRING = {
  "android/capacitor.settings.gradle": ":capacitor-local-notifications",
  "android/app/capacitor.build.gradle": ":capacitor-local-notifications",
  "android/app/src/main/AndroidManifest.xml": "android.permission.ACCESS_FINE_LOCATION",
  "ios/App/CapApp-SPM/Package.swift": "CapacitorLocalNotifications",
};
/** Of your Firebase project. Without it, the Android app asks for no push token, because Firebase would end the app. */
const FIREBASE = `${client}/native/android/app/google-services.json`;

try {
  const bffUrl = readBffUrl(process.env.BFF_URL);
  await install();
  await step("vite", [bin.vite, "build", "--outDir", "dist-native", "--logLevel", "warn"], {
    VITE_BFF_URL: bffUrl,
    VITE_FCM: existsSync(FIREBASE) ? "1" : "",
  });
  removePrecompressed();
  for (const platform of ["android", "ios"]) {
    if (!existsSync(`${client}/${platform}`)) await step(`cap add ${platform}`, [bin.capacitor, "add", platform]);
  }
  finishProjects(bffUrl);
  await step("cap sync", [bin.capacitor, "sync"]);
  checkWiring();
  console.log(`client/android and client/ios are ready and talk to ${bffUrl}.`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

/** @returns {string} the origin of the BFF; phones accept only https */
function readBffUrl(text) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "https:" || `${url.origin}/` !== url.href) {
    throw new Error(
      `BFF_URL must be the https origin of the BFF, as in https://irriga.example.com.br; it is ${text ?? "unset"}.`,
    );
  }
  return url.origin;
}

async function step(name, args, env = {}) {
  if ((await run(node24(), args, { cwd: client, env: { ...process.env, ...env } })) !== 0) {
    throw new Error(`${name} failed; the reason is above.`);
  }
}

/**
 * Deletes precompressed files, which only web servers use. An Android package treats `a.js` and `a.js.gz` as the same
 * resource, and its build fails.
 */
function removePrecompressed() {
  for (const name of readdirSync(`${client}/dist-native`, { recursive: true })) {
    if (/\.(br|gz)$/.test(name)) rmSync(`${client}/dist-native/${name}`);
  }
}

/** Sets version, permissions, languages, backup rules, links, icons and splash, which the template leaves open. */
function finishProjects(bffUrl) {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  const given = { version, host: new URL(bffUrl).host };
  for (const platform of ["android", "ios"]) {
    for (const name of readdirSync(`${client}/${platform}`, { recursive: true })) {
      const path = `${platform}/${name}`;
      if (TEMPLATE_PICTURES.some((pattern) => pattern.test(path))) rmSync(`${client}/${path}`);
    }
    cpSync(`${client}/native/${platform}`, `${client}/${platform}`, { recursive: true });
  }
  for (const [file, patch] of Object.entries(PATCHES)) {
    const path = `${client}/${file}`;
    writeFileSync(path, patch(readFileSync(path, "utf8"), given));
  }
  writeFileSync(`${client}/ios/App/App/App.entitlements`, entitlements(given));
}

function checkWiring() {
  for (const [file, text] of Object.entries(WIRING)) {
    if (!readFileSync(`${client}/${file}`, "utf8").includes(text)) throw new Error(`${file} lacks ${text}.`);
  }
}
