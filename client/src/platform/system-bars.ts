import { isNative } from "./platform.ts";

/** Makes the words of the phone's status bar readable on the page's ground; on the web there is none. */
export function followTheme(): void {
  if (!isNative()) return;
  import("@capacitor/core")
    .then(({ SystemBars, SystemBarsStyle }) => {
      const apply = () => {
        const isDark = document.documentElement.dataset.theme === "escuro";
        // The style names the ground: light words on a dark one.
        void SystemBars.setStyle({ style: isDark ? SystemBarsStyle.Dark : SystemBarsStyle.Light });
      };
      apply();
      new MutationObserver(apply).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    })
    .catch((error: unknown) => console.error("Barra de status indisponível", error));
}
