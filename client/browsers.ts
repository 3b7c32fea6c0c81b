/**
 * The oldest engines that the app promises to run in (README, "Browsers"): Chromium also as Android's web view, Safari also
 * as the engine of that iOS. The build, the phone's projects and `public/old-browser.js` follow it.
 */
export const OLDEST = { chrome: 89, safari: 16, firefox: 115 } as const;
