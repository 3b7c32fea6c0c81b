// `BFF_URL=https://… npm run mobile:sync`: builds the client for that BFF and brings both native projects up to date.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { install } from "./prepare.mjs";
import { bin, node24, root, run } from "./run.mjs";

const client = `${root}client`;
const MANIFEST = `${client}/android/app/src/main/AndroidManifest.xml`;
/** §9: a notification is due one second ahead; Android 12 and later delay it at will without this permission. */
const EXACT_ALARM = '<uses-permission android:name="android.permission.SCHEDULE_EXACT_ALARM" />';

/** Where the notification plugin must appear for a project to show notifications at all. */
const WIRING = {
  "android/capacitor.settings.gradle": ":capacitor-local-notifications",
  "android/app/capacitor.build.gradle": ":capacitor-local-notifications",
  "android/app/src/main/AndroidManifest.xml": EXACT_ALARM,
  "ios/App/CapApp-SPM/Package.swift": "CapacitorLocalNotifications",
};

try {
  const bffUrl = readBffUrl(process.env.BFF_URL);
  await install();
  await step("vite", [bin.vite, "build", "--outDir", "dist-native", "--logLevel", "warn"], { VITE_BFF_URL: bffUrl });
  removePrecompressed();
  for (const platform of ["android", "ios"]) {
    if (!existsSync(`${client}/${platform}`)) await step(`cap add ${platform}`, [bin.capacitor, "add", platform]);
  }
  cpSync(`${client}/native/android`, `${client}/android`, { recursive: true });
  permitExactAlarms();
  await step("cap sync", [bin.capacitor, "sync"]);
  checkWiring();
  console.log(`client/android and client/ios are ready and talk to ${bffUrl}.`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

/** @returns {string} the origin of the BFF; phones accept nothing but https */
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

/** For a web server only; in an Android package `a.js` and `a.js.gz` are one and the same resource, and the build stops. */
function removePrecompressed() {
  for (const name of readdirSync(`${client}/dist-native`, { recursive: true })) {
    if (/\.(br|gz)$/.test(name)) rmSync(`${client}/dist-native/${name}`);
  }
}

function permitExactAlarms() {
  const manifest = readFileSync(MANIFEST, "utf8");
  if (!manifest.includes(EXACT_ALARM)) {
    writeFileSync(MANIFEST, manifest.replace("</manifest>", `    ${EXACT_ALARM}\n</manifest>`));
  }
}

function checkWiring() {
  for (const [file, text] of Object.entries(WIRING)) {
    if (!readFileSync(`${client}/${file}`, "utf8").includes(text)) throw new Error(`${file} lacks ${text}.`);
  }
}
