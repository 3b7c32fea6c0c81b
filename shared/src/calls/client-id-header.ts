/**
 * Names, in a response of the API, the one client that it concerns. A GET with it holds the data of this client and of
 * no other one; a write with it changed nothing that such a GET of another client holds. The BFF reads it to invalidate
 * only what a write can have changed (decision 0004), and does not pass it on.
 */
export const CLIENT_ID_HEADER = "x-client-id";
