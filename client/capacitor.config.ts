import type { CapacitorConfig } from "@capacitor/cli";
import { OLDEST } from "./browsers";

/**
 * The native shell. It loads its pages from the device under `https://localhost` (Android) and `capacitor://localhost`
 * (iOS). The BFF allows these two origins by default (`ALLOWED_ORIGINS`).
 */
const config: CapacitorConfig = {
  appId: "br.app.lamina",
  appName: "Lâmina",
  webDir: "dist-native",
  server: { hostname: "localhost", androidScheme: "https", iosScheme: "capacitor" },
  android: { minWebViewVersion: OLDEST.chrome },
  plugins: {
    // In front, the page shows the message itself.
    PushNotifications: { presentationOptions: [] },
    LocalNotifications: {
      smallIcon: "ic_stat_lamina",
      iconColor: "#0B5C5A",
      presentationOptions: ["badge", "sound", "banner", "list"],
    },
  },
};

export default config;
