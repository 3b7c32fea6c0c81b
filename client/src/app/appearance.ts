import { platformName } from "../platform/platform.ts";
import { deviceStorage } from "../platform/storage.ts";
import { startTheme } from "../ui/controls/theme.ts";

const THEME_KEY = "theme";

/** Sets the page's theme and the durations of its platform (§9), before the first paint. */
export function startAppearance(): void {
  document.documentElement.dataset.platform = platformName();
  startTheme({
    read: () => deviceStorage.read(THEME_KEY),
    write: (choice) => deviceStorage.write(THEME_KEY, choice),
  });
}
