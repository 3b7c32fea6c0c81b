import { missingChromium, missingOldChromium, openChromium, openOldChromium } from "./chromium-engine.ts";
import { missingForFirefox, openFirefox } from "./firefox.ts";
import { missingForWebKit, openWebKit } from "./webkit.ts";

/** The engines of the journeys, by name; `missing`: the program that the machine lacks. */
export const ENGINES = {
  /** Safari, and every browser of iOS. */
  WebKit: { missing: missingForWebKit, open: openWebKit },
  Firefox: { missing: missingForFirefox, open: openFirefox },
  Chromium: { missing: missingChromium, open: openChromium },
  /** The oldest web view of Android that the app promises to run in. */
  "Chromium 89": { missing: missingOldChromium, open: openOldChromium },
} as const;
export type EngineName = keyof typeof ENGINES;
