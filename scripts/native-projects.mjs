// Changes of the native projects beyond Capacitor's template, as text patches; a second run changes nothing.
// scripts/native-projects.test.mjs applies them to the template and checks the result.

import { readFileSync } from "node:fs";

/** The oldest engines, as text, because scripts import nothing of the product. */
const browsers = readFileSync(new URL("../client/browsers.ts", import.meta.url), "utf8");
export const OLDEST = Object.fromEntries(
  [...browsers.matchAll(/(chrome|safari|firefox): (\d+)/g)].map(([, engine, version]) => [engine, Number(version)]),
);

const ANDROID_ENTRIES = [
  // For the position of a new record and "farms near me", only while the app is open.
  '<uses-permission android:name="android.permission.ACCESS_COARSE_LOCATION" />',
  '<uses-permission android:name="android.permission.ACCESS_FINE_LOCATION" />',
  '<uses-feature android:name="android.hardware.location.gps" android:required="false" />',
  // §9: a notification is due one second ahead. Used where the phone grants the permission (docs/release-phones.md).
  '<uses-permission android:name="android.permission.SCHEDULE_EXACT_ALARM" />',
  // Photos of records: Android 11 and later hide the camera's app without this, and the shell then offers files only.
  '<queries><intent><action android:name="android.media.action.IMAGE_CAPTURE" /></intent></queries>',
];

/** Usage descriptions that iOS shows with its prompts; Android prompts in the system's own words. */
const IOS_USAGE = {
  // iOS ends an app that opens the camera without it.
  NSCameraUsageDescription: "O Lâmina usa a câmera quando você tira uma foto para um registro da fazenda.",
  NSLocationWhenInUseUsageDescription: "O Lâmina usa sua localização para mostrar onde você está no mapa da fazenda.",
};

/**
 * `versionCode` and build number of a version: 1.2.3 gives 1002003, so that a later version always has a greater
 * number.
 * @param {string} version
 */
export function buildNumber(version) {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/).map(Number);
  return major * 1_000_000 + minor * 1_000 + patch;
}

/** AndroidManifest.xml: permissions, the camera's app, backup rules, deep links of the BFF's host. */
function patchManifest(text, { host }) {
  const missing = ANDROID_ENTRIES.filter((line) => !text.includes(line));
  const link = `<intent-filter android:autoVerify="true">
                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
                <data android:scheme="https" android:host="${host}" />
            </intent-filter>`;
  return text
    .replace(
      /android:allowBackup="true"(?!\s+android:dataExtractionRules)/,
      'android:allowBackup="true"\n        android:dataExtractionRules="@xml/data_extraction_rules"\n        android:fullBackupContent="@xml/full_backup_content"\n        android:localeConfig="@xml/locales_config"',
    )
    .replace(/\n {12}<intent-filter android:autoVerify[\s\S]*?<\/intent-filter>\n/, "\n")
    .replace("</activity>", `    ${link}\n        </activity>`)
    .replace("</manifest>", `${missing.map((line) => `    ${line}\n`).join("")}</manifest>`);
}

/** app/build.gradle: the version of package.json, and one language. */
function patchGradle(text, { version }) {
  return text
    .replace(/versionCode \d+/, `versionCode ${buildNumber(version)}`)
    .replace(/versionName "[^"]*"/, `versionName "${version}"`)
    .replace(
      /(versionName "[^"]*"\n)(?!\s*resourceConfigurations)/,
      '$1        resourceConfigurations += ["pt-rBR"]\n',
    );
}

/** styles.xml: the mark on its background while the app starts. */
function patchStyles(text) {
  return text.replace(
    /<style name="AppTheme.NoActionBarLaunch"[\s\S]*?<\/style>/,
    `<style name="AppTheme.NoActionBarLaunch" parent="Theme.SplashScreen">
        <item name="windowSplashScreenBackground">@color/ic_launcher_background</item>
        <item name="windowSplashScreenAnimatedIcon">@drawable/ic_launcher_foreground</item>
        <item name="postSplashScreenTheme">@style/AppTheme.NoActionBar</item>
        <item name="android:background">@drawable/splash</item>
    </style>`,
  );
}

/** Info.plist: Portuguese, usage descriptions, no encryption of its own, current processors. */
function patchInfoPlist(text) {
  const entries = {
    ...Object.fromEntries(Object.entries(IOS_USAGE).map(([key, words]) => [key, `<string>${words}</string>`])),
    CFBundleLocalizations: "<array>\n\t\t<string>pt-BR</string>\n\t</array>",
    // HTTPS of the system only, which is exempt from the export declaration.
    ITSAppUsesNonExemptEncryption: "<false/>",
    // Messages with the app closed.
    UIBackgroundModes: "<array>\n\t\t<string>remote-notification</string>\n\t</array>",
  };
  const missing = Object.entries(entries).filter(([key]) => !text.includes(`<key>${key}</key>`));
  return text
    .replace(/(<key>CFBundleDevelopmentRegion<\/key>\s*<string>)[^<]*/, "$1pt-BR")
    .replace("<string>armv7</string>", "<string>arm64</string>")
    .replace(
      /<\/dict>\s*<\/plist>\s*$/,
      `${missing.map(([key, value]) => `\t<key>${key}</key>\n\t${value}\n`).join("")}</dict>\n</plist>\n`,
    );
}

/** AppDelegate.swift: no backup of what the web view stores, which is token, farm data and records that were not sent. */
function patchAppDelegate(text) {
  return withPushToken(text).replace(
    "        // Override point for customization after application launch.\n",
    `        // WebKit excludes the data of a web view from backups for its first 24 hours only.
        var webData = FileManager.default.urls(for: .libraryDirectory, in: .userDomainMask)[0].appendingPathComponent("WebKit", isDirectory: true)
        var backup = URLResourceValues()
        backup.isExcludedFromBackup = true
        try? FileManager.default.createDirectory(at: webData, withIntermediateDirectories: true)
        try? webData.setResourceValues(backup)
`,
  );
}

/** Passes the token of Apple's push service to the plugin, or the reason why there is none. */
function withPushToken(text) {
  if (text.includes("capacitorDidRegisterForRemoteNotifications")) return text;
  return text.replace(
    /\}\s*$/,
    `
    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        NotificationCenter.default.post(name: .capacitorDidRegisterForRemoteNotifications, object: deviceToken)
    }

    func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: Error) {
        NotificationCenter.default.post(name: .capacitorDidFailToRegisterForRemoteNotifications, object: error)
    }
}
`,
  );
}

/** Ids of our two files in the Xcode project: any unused 24 hexadecimal digits. */
const PRIVACY_FILE = "1A3150000000000000000001";
const PRIVACY_BUILD = "1A3150000000000000000002";

/** project.pbxproj: version, region, the privacy manifest as a resource, and associated domains. */
function patchXcodeProject(text, { version }) {
  let patched = text
    .replaceAll(/CURRENT_PROJECT_VERSION = [^;]+;/g, `CURRENT_PROJECT_VERSION = ${buildNumber(version)};`)
    .replaceAll(/MARKETING_VERSION = [^;]+;/g, `MARKETING_VERSION = ${version};`)
    .replaceAll(/IPHONEOS_DEPLOYMENT_TARGET = [^;]+;/g, `IPHONEOS_DEPLOYMENT_TARGET = ${OLDEST.safari}.0;`)
    .replace("developmentRegion = en;", 'developmentRegion = "pt-BR";')
    .replace(/knownRegions = \(\n\s*en,/, 'knownRegions = (\n\t\t\t\t"pt-BR",')
    .replaceAll(
      /(INFOPLIST_FILE = App\/Info\.plist;\n)(?!\s*CODE_SIGN_ENTITLEMENTS)/g,
      "$1\t\t\t\tCODE_SIGN_ENTITLEMENTS = App/App.entitlements;\n",
    );
  if (!patched.includes(PRIVACY_FILE)) {
    patched = patched
      .replace(
        "/* Begin PBXBuildFile section */\n",
        `/* Begin PBXBuildFile section */\n\t\t${PRIVACY_BUILD} /* PrivacyInfo.xcprivacy in Resources */ = {isa = PBXBuildFile; fileRef = ${PRIVACY_FILE} /* PrivacyInfo.xcprivacy */; };\n`,
      )
      .replace(
        "/* Begin PBXFileReference section */\n",
        `/* Begin PBXFileReference section */\n\t\t${PRIVACY_FILE} /* PrivacyInfo.xcprivacy */ = {isa = PBXFileReference; lastKnownFileType = text.xml; path = PrivacyInfo.xcprivacy; sourceTree = "<group>"; };\n`,
      )
      .replace(/(\t+\w+ \/\* Assets\.xcassets \*\/,\n)/, `$1\t\t\t\t${PRIVACY_FILE} /* PrivacyInfo.xcprivacy */,\n`)
      .replace(
        /(\t+\w+ \/\* Assets\.xcassets in Resources \*\/,\n)/,
        `$1\t\t\t\t${PRIVACY_BUILD} /* PrivacyInfo.xcprivacy in Resources */,\n`,
      );
  }
  return patched;
}

/** App.entitlements: links to the BFF's host open the app, and Apple's push service knows it. */
export function entitlements({ host }) {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>com.apple.developer.associated-domains</key>
	<array>
		<string>applinks:${host}</string>
	</array>
	<key>aps-environment</key>
	<string>production</string>
</dict>
</plist>
`;
}

/** All patches by their file, relative to the client's folder. */
export const PATCHES = {
  "android/app/src/main/AndroidManifest.xml": patchManifest,
  "android/app/build.gradle": patchGradle,
  "android/app/src/main/res/values/styles.xml": patchStyles,
  "ios/App/App/AppDelegate.swift": patchAppDelegate,
  "ios/App/App/Info.plist": patchInfoPlist,
  "ios/App/App.xcodeproj/project.pbxproj": patchXcodeProject,
};

/** Pictures of the template that the mark replaces or that are no longer used. */
export const TEMPLATE_PICTURES = [
  /^android\/app\/src\/main\/res\/drawable-(land|port)-\w+\/splash\.png$/,
  /^android\/app\/src\/main\/res\/drawable\/splash\.png$/,
  /^android\/app\/src\/main\/res\/drawable-v24\/ic_launcher_foreground\.xml$/,
  /^android\/app\/src\/main\/res\/drawable\/ic_launcher_background\.xml$/,
  /^android\/app\/src\/main\/res\/mipmap-\w+\/ic_launcher_foreground\.png$/,
];
