interface Bridge {
  isNativePlatform?: () => boolean;
  getPlatform?: () => string;
}

function bridge(): Bridge | undefined {
  return (globalThis as { Capacitor?: Bridge }).Capacitor;
}

/** True inside the Capacitor app. Its bridge exists before the app's first script. */
export function isNative(): boolean {
  return bridge()?.isNativePlatform?.() ?? false;
}

/** `ios` or `android` inside the Capacitor app, `web` elsewhere. */
export function platformName(): string {
  return bridge()?.getPlatform?.() ?? "web";
}
