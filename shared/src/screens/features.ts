const SCREEN = "screen-";

/** The feature of an API that can feed a screen. An API without any feature of this kind is not known to lack screens. */
export const screenFeature = (screen: string): string => SCREEN + screen;
export const isScreenFeature = (name: string): boolean => name.startsWith(SCREEN);
