/** Path of the call for messages of devices and gateways with a key; the key may be the next part of the path. */
export const DOOR_PATH = "/in";

/** Whether a path is that call's. */
export const isDoorPath = (path: string): boolean => path === DOOR_PATH || path.startsWith(`${DOOR_PATH}/`);

/** A path for a log: without the key that may be in it. `prefix` precedes the paths of the API. */
export function withoutKey(path: string, prefix = ""): string {
  const door = `${prefix}${DOOR_PATH}/`;
  return path.startsWith(door) ? `${door}…` : path;
}
