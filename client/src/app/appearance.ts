import { platformName } from "../platform/platform.ts";
import { deviceStorage } from "../platform/storage.ts";
import { startTheme } from "../ui/controls/theme.ts";

const THEME_KEY = "theme";

/** Gives the page its theme and its platform's durations (§9), before anything is painted. */
export function startAppearance(): void {
  document.documentElement.dataset.platform = platformName();
  startTheme({
    read: () => deviceStorage.read(THEME_KEY),
    write: (choice) => deviceStorage.write(THEME_KEY, choice),
  });
}
