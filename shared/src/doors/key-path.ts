/** Path of the call for messages of devices and gateways with a key; the key may be the next part of the path. */
export const DOOR_PATH = "/in";

/** Path of the calls by which a key reads. It is in the header alone, because addresses get into logs and histories. */
export const READ_PATH = "/read";

/** Whether a path is of a call whose caller proves itself by a key. */
export const isDoorPath = (path: string): boolean =>
  path === DOOR_PATH || [DOOR_PATH, READ_PATH].some((door) => path.startsWith(`${door}/`));

/** A path for a log: without the key that may be in it. `prefix` precedes the paths of the API. */
export function withoutKey(path: string, prefix = ""): string {
  const door = `${prefix}${DOOR_PATH}/`;
  return path.startsWith(door) ? `${door}…` : path;
}
