/**
 * The headers that the app sends with its calls. The native app calls the BFF from another origin, where its browser
 * sends only headers that the BFF names in its answer to the preflight.
 */
export const REQUEST_HEADERS = ["accept", "authorization", "cache-control", "content-type", "idempotency-key"] as const;

export type RequestHeader = (typeof REQUEST_HEADERS)[number];
