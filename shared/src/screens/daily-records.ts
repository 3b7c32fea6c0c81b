import { screenTitles } from "./text.ts";

/** Menu entries of the records of every day, which the routes of §2 put among the settings. */
export const DAILY_RECORDS = {
  title: "Registros",
  entries: [
    { title: screenTitles.setup.pages.watering, path: "/setup/watering?parte=irrigacoes", icon: "water-outline" },
    { title: "Chuvas", path: "/setup/watering?parte=chuvas", icon: "rainy-outline" },
  ],
} as const;
