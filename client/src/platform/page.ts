/** The page as the browser holds it. */
export const page = {
  /** Loads the page again, as the browser's own button does. */
  reload(): void {
    window.location.reload();
  },
};
