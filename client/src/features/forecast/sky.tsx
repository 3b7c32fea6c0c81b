import { Icon } from "../../ui/icons/icon.tsx";
import type { IconName } from "../../ui/icons/icon-paths.ts";
import { text } from "./text.ts";

const ICONS: Readonly<Record<string, IconName>> = {
  clear: "sun",
  "partly-cloudy": "forecast",
  cloudy: "cloud",
  fog: "fog",
  drizzle: "drizzle",
  rain: "rain",
  showers: "showers",
  storm: "storm",
};

/** The sky of a day as an icon and a word; nothing when the source has none. */
export function Sky({ icon, size = 36 }: { icon: string | null; size?: number }) {
  const name = icon === null ? undefined : ICONS[icon];
  if (!name || icon === null) return null;
  return (
    <>
      <Icon name={name} size={size} />
      <span>{text.sky[icon]}</span>
    </>
  );
}
