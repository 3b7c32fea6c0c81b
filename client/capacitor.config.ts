import type { CapacitorConfig } from "@capacitor/cli";

/**
 * The native shell. Its pages come from the device under `https://localhost` (Android) and `capacitor://localhost` (iOS):
 * the two origins that the BFF allows unless `ALLOWED_ORIGINS` says otherwise.
 */
const config: CapacitorConfig = {
  appId: "br.app.lamina",
  appName: "Lâmina",
  webDir: "dist-native",
  server: { hostname: "localhost", androidScheme: "https", iosScheme: "capacitor" },
  plugins: {
    LocalNotifications: {
      smallIcon: "ic_stat_lamina",
      iconColor: "#0B5C5A",
      presentationOptions: ["badge", "sound", "banner", "list"],
    },
  },
};

export default config;
