import { isObject } from "./leaves.ts";

type Part = Readonly<Record<string, unknown>>;

/**
 * The parts of a message that have a device or a moment of their own: elements of a list, records of a list within the
 * message (`{"serial": …, "data": [{"ts": …, "temperature": …}]}`), the devices of a gateway of ThingsBoard, the rows of
 * a logger of Campbell and the records of SenML. A message of another form is its only part.
 */
export function partsOf(message: unknown): readonly unknown[] {
  if (Array.isArray(message))
    return message.length === 0 ? [message] : isSenMl(message) ? senMlParts(message) : message;
  if (!isObject(message)) return [message];
  if (isOfNetwork(message)) return historyParts(message) ?? [message];
  return campbellParts(message) ?? deviceParts(message) ?? columnParts(message) ?? momentParts(message) ?? [message];
}

/** A device of Milesight sends what it stored without a network as a list of earlier moments. */
function historyParts(message: Part): Part[] | undefined {
  const { uplink_message: uplink, object } = message;
  const fields = isObject(uplink) ? uplink.decoded_payload : object;
  if (!isObject(fields) || !Array.isArray(fields.history) || !fields.history.every(isDated)) return undefined;
  const { history, ...now } = fields;
  const withFields = (own: Part, moment: unknown): Part => {
    if (!isObject(uplink)) return { ...message, object: own, time: moment ?? message.time };
    return {
      ...message,
      uplink_message: { ...uplink, decoded_payload: own, received_at: moment ?? uplink.received_at },
    };
  };
  const earlier = history.map(({ timestamp, ...own }: Part) => withFields(own, timestamp));
  return Object.keys(now).length === 0 ? earlier : [withFields(now, undefined), ...earlier];
}

const NAMES_KEYS = ["names", "fields", "columns", "tags", "labels"];
const ROWS_KEYS = ["rows", "values", "registers", "data"];

/** A list of names and one of their values, or of rows of values, as gateways of Modbus send them. */
function columnParts(message: Part): Part[] | undefined {
  const names = NAMES_KEYS.map((key) => message[key]).find(
    (list): list is string[] => Array.isArray(list) && list.length > 0 && list.every((one) => typeof one === "string"),
  );
  const rows = ROWS_KEYS.map((key) => message[key]).find((list): list is unknown[] => Array.isArray(list));
  if (!names || !rows || rows.length === 0) return undefined;
  const lists = rows.every((row): row is unknown[] => Array.isArray(row)) ? rows : [rows];
  if (lists.some((row) => row.length !== names.length)) return undefined;
  const beside = Object.fromEntries(
    Object.entries(message).filter(([key]) => !NAMES_KEYS.includes(key) && !ROWS_KEYS.includes(key)),
  );
  return lists.map((row) => ({ ...beside, ...Object.fromEntries(names.map((name, at) => [name, row[at]])) }));
}

/** Messages of a LoRaWAN network and answers of WeatherLink, whose lists are of one moment. */
const isOfNetwork = (message: Part) =>
  isObject(message.end_device_ids) || isObject(message.deviceInfo) || Array.isArray(message.sensors);

const isDated = (one: unknown): one is Part =>
  isObject(one) &&
  ["ts", "time", "timestamp", "date", "datetime"].some(
    (name) => Number(one[name]) > 0 || typeof one[name] === "string",
  );

/** A list of records with moments of their own; fields beside it, such as the serial number, belong to all. */
function momentParts(message: Part): Part[] | undefined {
  if (Array.isArray(message.readings)) return undefined;
  for (const [name, list] of Object.entries(message)) {
    if (!Array.isArray(list) || list.length === 0 || !list.every(isDated)) continue;
    const { [name]: _, ...beside } = message;
    return list.map((one) => ({ ...beside, ...one }));
  }
  return undefined;
}

/** `{"<device>": [{"ts": …, "values": {…}}]}` */
function deviceParts(message: Part): Part[] | undefined {
  const devices = Object.entries(message);
  const isGateway = devices.length > 0 && devices.every(([, list]) => Array.isArray(list) && list.every(isTimed));
  if (!isGateway) return undefined;
  return devices.flatMap(([serial, list]) => (Array.isArray(list) ? list.map((one) => ({ serial, ...one })) : []));
}
const isTimed = (one: unknown) => isObject(one) && one.ts !== undefined && isObject(one.values);

/** CSIJSON: the names and units of the columns in `head`, the rows in `data`. */
function campbellParts({ head, data }: Part): Part[] | undefined {
  if (!isObject(head) || !Array.isArray(head.fields) || !Array.isArray(data)) return undefined;
  const fields: readonly unknown[] = head.fields;
  const { serial_no: number, station_name: station } = isObject(head.environment) ? head.environment : {};
  return data.filter(isObject).map((row) => {
    const values: readonly unknown[] = Array.isArray(row.vals) ? row.vals : [];
    const named = fields.map((field, at) => ({
      ...(isObject(field) && { name: field.name, unit: field.units }),
      value: values[at],
    }));
    return { serial: number ?? station, time: row.time, values: named };
  });
}

const isSenMl = (list: readonly unknown[]): list is readonly Part[] =>
  list.length > 0 &&
  list.every((one) => isObject(one) && (one.n !== undefined || one.bn !== undefined)) &&
  list.some((one) => isObject(one) && one.v !== undefined);

/** Below this a time of SenML counts from now (RFC 8428, 4.5.3). */
const FIRST_ABSOLUTE = 2 ** 28;

/** SenML (RFC 8428): base values apply to the records that follow. The device is the base name. */
function senMlParts(list: readonly Part[]): Part[] {
  let base: Part = {};
  return list.map((one) => {
    base = { ...base, ...one };
    const { bn: name, bt, bu, bv } = base;
    const seconds = Number(bt ?? 0) + Number(one.t ?? 0);
    const value = typeof one.v === "number" && typeof bv === "number" ? one.v + bv : one.v;
    return {
      ...(typeof name === "string" && { serial: name.replace(/[:/]$/, "") }),
      ...(seconds >= FIRST_ABSOLUTE && { ts: seconds }),
      n: one.n ?? name,
      u: one.u ?? bu,
      v: value ?? null,
    };
  });
}
