import { missingForFirefox, openFirefox } from "./firefox.ts";
import { missingForWebKit, openWebKit } from "./webkit.ts";

/** The engines beside Chromium, by name; `missing`: the program that the machine lacks. */
export const ENGINES = {
  Firefox: { missing: missingForFirefox, open: openFirefox },
  /** Safari, and every browser of iOS. */
  WebKit: { missing: missingForWebKit, open: openWebKit },
} as const;
