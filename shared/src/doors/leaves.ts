/** A single value of a message and its path, such as `uplink_message.decoded_payload.temp_SOIL` or `data.0.value`. */
export interface Leaf {
  path: string;
  name: string;
  value: unknown;
  /** Of a value that names its own unit in a field beside it. */
  unit?: string;
  /** Of a value in an object with a depth. */
  depthCm?: number;
}

/** Deeper or longer messages are cut: no device sends them. */
const DEEPEST = 8;
const MAX_LEAVES = 500;

/** The single values of a message, in order. A value beside its name is one, `{"n": "temperature", "v": 24.5}`. */
export function leavesOf(message: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (value: unknown, path: string, name: string, depth: number, place: Pick<Leaf, "depthCm">) => {
    if (leaves.length >= MAX_LEAVES || depth > DEEPEST) return;
    if (!isObject(value)) return void leaves.push({ path, name, value, ...place });
    const within = placeIn(value) ?? place;
    const named = Array.isArray(value) ? undefined : namedValue(value, path);
    if (named) return void leaves.push({ ...named, ...within });
    for (const [key, part] of Object.entries(value))
      visit(part, joined(path, key), Array.isArray(value) ? name : key, depth + 1, within);
  };
  if (isObject(message)) visit(message, "", "", 0, {});
  return leaves;
}

const joined = (path: string, key: string) => (path === "" ? key : `${path}.${key}`);

/** Keys of a value that is beside its name, as in SenML, Home Assistant and gateways of Modbus. */
const NAME_KEYS = ["n", "device_class", "name", "variable", "parameter", "measurement", "channel", "type", "sensor"];
const VALUE_KEYS = ["v", "value", "val", "state", "data"];
const UNIT_KEYS = ["u", "unit", "units", "unit_of_measurement"];

function namedValue(value: Readonly<Record<string, unknown>>, path: string): Leaf | undefined {
  // Home Assistant has the name and the unit in a further object.
  const beside = isObject(value.attributes) ? { ...value, ...value.attributes } : value;
  const name = NAME_KEYS.map((key) => beside[key]).find((one) => typeof one === "string") ?? tagOf(value, path);
  const key = VALUE_KEYS.find((one) => value[one] !== undefined && !isObject(value[one]));
  if (typeof name !== "string" || key === undefined) return undefined;
  const unit = UNIT_KEYS.map((one) => beside[one]).find((one) => typeof one === "string");
  // A gateway of Teltonika writes the only value of a list as a text.
  const [, single] = /^\[([^,[\]]*)\]$/.exec(String(value[key])) ?? [];
  return {
    path: joined(path, key),
    name,
    value: single ?? value[key],
    ...(typeof unit === "string" && OF_UNIT[unit] === undefined && { unit }),
  };
}

/** What a value of a sensor in the soil measures, where Sensoterra says its unit alone. */
const OF_UNIT: Readonly<Record<string, string>> = { VMC: "vwc", CELSIUS: "soil_temp" };

/** The name of a value by its tag, `{"id": "Channel1.Device1.flow", "v": 12}` as in IoT gateways, or by its unit. */
function tagOf(
  { id, tag, v, value, unit, depth }: Readonly<Record<string, unknown>>,
  path: string,
): string | undefined {
  const named = id ?? tag;
  if (path !== "" && typeof named === "string" && (v ?? value) !== undefined) return named.split(/[./]/).slice(-1)[0];
  return depth !== undefined && typeof unit === "string" ? OF_UNIT[unit] : undefined;
}

const DEPTH_KEYS = ["depthCm", "depth_cm", "depth", "profundidade"];

function placeIn(value: Readonly<Record<string, unknown>>): Pick<Leaf, "depthCm"> | undefined {
  const depthCm = DEPTH_KEYS.map((key) => value[key]).find((one) => typeof one === "number");
  return typeof depthCm === "number" && depthCm >= 0 && depthCm <= 300 ? { depthCm } : undefined;
}

/** The value at a path; undefined where there is none. Names with points are found too. */
export function valueAt(message: unknown, path: string): unknown {
  if (!isObject(message)) return undefined;
  if (Object.keys(message).includes(path)) return message[path];
  const [first = "", ...rest] = path.split(".");
  for (let length = 1; length <= rest.length; length++) {
    const head = [first, ...rest.slice(0, length - 1)].join(".");
    if (Object.keys(message).includes(head)) return valueAt(message[head], rest.slice(length - 1).join("."));
  }
  return undefined;
}

/** Whether a value is an object or a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
