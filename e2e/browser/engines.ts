import { chromiumFile, openChromium } from "./chromium.ts";
import { missingForFirefox, openFirefox } from "./firefox.ts";
import { missingForWebKit, openWebKit } from "./webkit.ts";

/** The engines by name; `missing`: the program that the machine lacks. */
export const ENGINES = {
  Chromium: { missing: chromiumFile === undefined ? "Chromium" : undefined, open: openChromium },
  Firefox: { missing: missingForFirefox, open: openFirefox },
  /** Safari, and every browser of iOS. */
  WebKit: { missing: missingForWebKit, open: openWebKit },
} as const;
