import { deviceStorage } from "../storage.ts";

/** Key of the id of this device at the BFF, while a session lasts. */
export const PUSH_ID_KEY = "push-device";

/** Id of this device at the BFF; null unless it is registered. */
export const ownPushId = () => deviceStorage.read(PUSH_ID_KEY);
