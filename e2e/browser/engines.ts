import { chromiumFile, openChromium } from "./chromium.ts";
import { missingForFirefox, openFirefox } from "./firefox.ts";
import { missingForWebKit, openWebKit } from "./webkit.ts";

/** A Chromium of the age of an old phone's web view, which no Debian has: the npm package `chrome-aws-lambda@6.0.0` has 89. */
const OLD_CHROMIUM = process.env.OLD_CHROMIUM;

/** The engines by name; `missing`: the program that the machine lacks. */
export const ENGINES = {
  Chromium: { missing: chromiumFile === undefined ? "Chromium" : undefined, open: openChromium },
  "old Chromium": {
    missing: OLD_CHROMIUM ? undefined : "A file named by OLD_CHROMIUM",
    open: () => openChromium({ file: OLD_CHROMIUM ?? "" }),
  },
  Firefox: { missing: missingForFirefox, open: openFirefox },
  /** Safari, and every browser of iOS. */
  WebKit: { missing: missingForWebKit, open: openWebKit },
} as const;
