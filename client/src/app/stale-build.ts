/** The browsers' messages for a module that failed to load: Chrome, Firefox, Safari, and Vite for its styles. */
const MISSING_MODULE =
  /Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

/** True when a page's code failed to load: after a deploy, or without a connection. */
export function isStaleBuild(error: unknown): boolean {
  return error instanceof Error && MISSING_MODULE.test(error.message);
}
