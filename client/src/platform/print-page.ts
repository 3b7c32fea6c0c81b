import { isNative } from "./platform.ts";

/** Prints the page; undefined in the phone's app, whose web view has no printing. There a file is shared instead. */
export const printPage = (): (() => void) | undefined => (isNative() ? undefined : () => window.print());
