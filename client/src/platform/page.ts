export const page = {
  /** Reloads the page, as the browser's own button does. */
  reload(): void {
    window.location.reload();
  },
};
