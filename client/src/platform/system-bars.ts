import { isNative } from "./platform.ts";
import { text } from "./text.ts";

/** Sets the text colour of the phone's status bar to fit the theme. Does nothing on the web. */
export function followTheme(): void {
  if (!isNative()) return;
  import("@capacitor/core")
    .then(({ SystemBars, SystemBarsStyle }) => {
      const apply = () => {
        const isDark = document.documentElement.dataset.theme === "escuro";
        // The style is named after the background: `Dark` has light text.
        void SystemBars.setStyle({ style: isDark ? SystemBarsStyle.Dark : SystemBarsStyle.Light });
      };
      apply();
      new MutationObserver(apply).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    })
    .catch((error: unknown) => console.error(text.noStatusBar, error));
}
