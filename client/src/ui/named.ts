/** The accessible name of a button of which a screen has several: its words, and what they are for (WCAG 2.4.6). */
export const named = (words: string, about: string): string => `${words}: ${about}`;
