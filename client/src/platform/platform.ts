/** True inside the Capacitor app, whose bridge is there before any script of ours. */
export function isNative(): boolean {
  const bridge = (globalThis as { Capacitor?: { isNativePlatform?: () => boolean } }).Capacitor;
  return bridge?.isNativePlatform?.() ?? false;
}
