/** A message of a device or network as its maker documents it, and its readings. */
export interface Sample {
  /** The row of `docs/devices.md`. */
  source: string;
  /** JSON, or the text of a form or of JSON lines. */
  message: unknown;
  /** The device, where the message names it. */
  serial?: string;
  /** Each reading as `variable@depth value`, in order. */
  read?: string[];
  /** Reasons and fields of refused parts. */
  refused?: string[];
}

/** Messages of a moment; `time` is its ISO text with seconds and `Z`. */
export function samples(time: string): Sample[] {
  const seconds = Date.parse(time) / 1000;
  const local = time.replace("Z", "");
  const utc = local.replace("T", " ");
  const tts = (event: object) => ({
    end_device_ids: { device_id: "sonda-1", dev_eui: "A84041", application_ids: { application_id: "app" } },
    received_at: time,
    ...event,
  });
  const up = (payload: object) => tts({ uplink_message: { f_port: 2, frm_payload: "AA==", ...payload } });
  const chirp = (event: object) => ({ time, deviceInfo: { devEui: "a84041", deviceName: "sonda" }, ...event });
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
  const serial = "A84041";
  return [
    {
      source: "The Things Stack v3",
      message: up({ decoded_payload: { data: { soil: { moisture: 23.4, temperature: 22.1, ec: 0.45 } } } }),
      ...{ serial, read: ["soilMoist 23.4", "soilTemp 22.1", "ec 0.45"] },
    },
    {
      source: "The Things Stack v3",
      message: up({ normalized_payload: [{ air: { temperature: 24.5, relativeHumidity: 61, pressure: 1013.2 } }] }),
      ...{ serial, read: ["airTemp 24.5", "airHum 61", "pressure 101.32"] },
    },
    {
      source: "The Things Stack v3",
      message: up({ normalized_payload: [{ soil: { depth: 20, moisture: 23.1, temperature: 21 } }] }),
      ...{ serial, read: ["soilMoist@20 23.1", "soilTemp@20 21"] },
    },
    {
      source: "The Things Stack v3, no decoder",
      message: up({}),
      ...{ serial, refused: ["not-decoded uplink_message.decoded_payload"] },
    },
    ...[
      { join_accept: { session_key_id: "A" } },
      { downlink_ack: { f_port: 15 } },
      { location_solved: { location: { latitude: -12, longitude: -45 } } },
    ].map((event) => ({
      source: "The Things Stack v3, other events",
      message: tts(event),
      ...{ serial, refused: ["not-an-uplink"] },
    })),
    {
      source: "Dragino LSE01",
      message: up({
        decoded_payload: { Bat: "3.384 V", conduct_SOIL: "120 uS/cm", temp_SOIL: "30.11 °C", water_SOIL: "21.5 %" },
      }),
      ...{ serial, read: ["ec 0.12", "soilTemp 30.11", "soilMoist 21.5"] },
    },
    {
      source: "ChirpStack v4",
      message: chirp({
        fCnt: 4,
        data: "AA==",
        object: { temperature: 21.5, humidity: 60.5 },
        rxInfo: [{ rssi: -90, time }],
      }),
      ...{ serial: "a84041", read: ["airTemp 21.5", "airHum 60.5"] },
    },
    {
      source: "Cayenne LPP",
      message: chirp({ fCnt: 4, object: { temperatureSensor: { 1: 27.2 }, humiditySensor: { 2: 61 } } }),
      ...{ serial: "a84041", read: ["airTemp 27.2", "airHum 61"] },
    },
    {
      source: "Cayenne LPP",
      message: up({ decoded_payload: { temperature_1: 24.5, relative_humidity_2: 61, barometric_pressure_3: 1013.2 } }),
      ...{ serial, read: ["airTemp 24.5", "airHum 61", "pressure 101.32"] },
    },
    {
      source: "ChirpStack v4, no codec",
      message: chirp({ fCnt: 3, fPort: 2, data: "DTgAAA==" }),
      ...{ serial: "a84041", refused: ["not-decoded object"] },
    },
    ...[{ devAddr: "00" }, { margin: 20, batteryLevel: 87.5 }].map((event) => ({
      source: "ChirpStack v4, other events",
      message: chirp(event),
      ...{ serial: "a84041", refused: ["not-an-uplink"] },
    })),
    {
      source: "Ecowitt",
      message: form({
        ...{
          PASSKEY: "AA",
          stationtype: "GW1000_V1.7.7",
          dateutc: "now",
          tempf: "75.2",
          humidity: "61",
          wh65batt: "0",
        },
        ...{ baromabsin: "29.53", windspeedmph: "10", winddir: "120", solarradiation: "512.3", rainratein: "0.012" },
        ...{
          dailyrainin: "0.5",
          yearlyrainin: "20",
          soilmoisture1: "35",
          temp1f: "70",
          humidity1: "55",
          model: "GW1000",
        },
      }),
      serial: "AA",
      read: [
        "airTemp 24",
        "airHum 61",
        "pressure 100",
        "wind 4.4704",
        "windDir 120",
        "rad 512.3",
        "rainTotal 508",
        "soilMoist 35",
      ],
    },
    {
      source: "Ecowitt",
      message: form({
        PASSKEY: "AA",
        stationtype: "GW2000",
        dateutc: utc,
        tempf: "75.2",
        rrain_piezo: "0.1",
        drain_piezo: "0.5",
        yrain_piezo: "10",
      }),
      ...{ serial: "AA", read: ["airTemp 24", "rainTotal 254"] },
    },
    {
      source: "Ecowitt, metric",
      message: form({
        PASSKEY: "AA",
        dateutc: utc,
        tempc: "24",
        baromabshpa: "1010.2",
        windspeedkmh: "7.2",
        dailyrainmm: "3.2",
        yearlyrainmm: "520.3",
      }),
      ...{ serial: "AA", read: ["airTemp 24", "pressure 101.02", "wind 2", "rainTotal 520.3"] },
    },
    {
      source: "Ecowitt, several soil channels",
      message: form({ PASSKEY: "AA", dateutc: utc, soilmoisture1: "35", soilmoisture2: "40", soilmoisture8: "22" }),
      ...{ serial: "AA", refused: ["no-readings"] },
    },
    {
      source: "Ambient Weather",
      message: form({
        MAC: "00:0E",
        stationtype: "AMBWeatherV4",
        dateutc: utc,
        tempf: "75.2",
        soiltemp1f: "68",
        dailyrainin: "0.1",
        totalrainin: "10",
      }),
      ...{ serial: "00:0E", read: ["airTemp 24", "soilTemp 20", "rainTotal 254"] },
    },
    {
      source: "Weather Underground",
      message: `ID=IBARREIR1&dateutc=${utc.replace(" ", "+")}&tempf=75.2&humidity=60&windspeedmph=10&dailyrainin=0.2&action=updateraw`,
      ...{ serial: "IBARREIR1", read: ["airTemp 24", "airHum 60", "wind 4.4704", "rainTotal 5.08"] },
    },
    {
      source: "Missing values",
      message: form({ ID: "IBARREIR1", dateutc: utc, tempf: "-9999", humidity: "--", dailyrainin: "0.2" }),
      ...{ serial: "IBARREIR1", read: ["rainTotal 5.08"], refused: ["no-value tempf", "no-value humidity"] },
    },
    {
      source: "Davis WeatherLink v2",
      message: {
        station_id: 1,
        sensors: [
          { sensor_type: 323, data: [{ ts: seconds, temp: 80.6, hum: 55, pm_1: 2.2, pm_2p5: 3.3 }] },
          { sensor_type: 43, data: [{ ts: seconds, temp: 75.2, hum: 61, solar_rad: 512, rainfall_year_mm: 512.2 }] },
          { sensor_type: 56, data: [{ ts: seconds, temp_1: 68, moist_soil_1: 22 }] },
          { sensor_type: 242, data: [{ ts: seconds, bar_absolute: 29.53 }] },
        ],
      },
      serial: "1",
      read: ["airTemp 24", "airHum 61", "rad 512", "pressure 100", "rainTotal 512.2", "soilTemp 20", "soilTension 22"],
    },
    {
      source: "Campbell CSIJSON",
      message: {
        head: {
          environment: { station_name: "est1", serial_no: "1234" },
          fields: [
            { name: "AirTC_Avg", units: "Deg C" },
            { name: "RH", units: "%" },
            { name: "Rain_mm_Tot", units: "mm" },
          ],
        },
        data: [{ time, no: 0, vals: [24.5, 61, 0.2] }],
      },
      ...{ serial: "1234", read: ["airTemp 24.5", "airHum 61", "rain 0.2"] },
    },
    {
      source: "A moment without its zone",
      message: { Time: local, SI7021: { Temperature: 24.5 }, TempUnit: "C" },
      refused: ["no-zone Time"],
    },
    {
      source: "Milesight WTS",
      message: {
        devEUI: "24e124",
        temperature: 24.5,
        humidity: 61,
        wind_direction: 120,
        wind_speed: 3.2,
        rainfall_total: 12.3,
      },
      ...{ serial: "24e124", read: ["airTemp 24.5", "airHum 61", "windDir 120", "wind 3.2", "rainTotal 12.3"] },
    },
    {
      source: "Sentek, and other probes",
      message: {
        serial: "DD60",
        time,
        sensors: [
          { depth: 10, moisture: 22.1, temperature: 23 },
          { depth: 20, moisture: 24.1 },
        ],
      },
      ...{ serial: "DD60", read: ["soilMoist@10 22.1", "soilTemp@10 23", "soilMoist@20 24.1"] },
    },
    {
      source: "Sentek, and other probes",
      message: { deviceId: "DD60", timestamp: seconds, moisture_10: "22,1", VWC20: 24.1, umidade_solo_30cm: "25 %" },
      ...{ serial: "DD60", read: ["soilMoist@10 22.1", "soilMoist@20 24.1", "soilMoist@30 25"] },
    },
    {
      source: "Gateways of Modbus, Teltonika",
      message: [{ device: "medidor", server: 1, timestamp: seconds, name: "vazao", data: "[152.3]" }],
      ...{ serial: "medidor", read: ["flow 152.3"] },
    },
    {
      source: "Gateways of Modbus, Teltonika",
      message: [
        { serial: "A1", ts: seconds, temperature: 22.1 },
        { serial: "A1", ts: seconds + 60, temperature: null },
        { serial: "A1", ts: seconds + 120, temperature: 22.3 },
      ],
      ...{ serial: "A1", read: ["airTemp 22.1", "airTemp 22.3"], refused: ["no-value 1.temperature"] },
    },
    {
      source: "Milesight probes and levels",
      message: chirp({ object: { battery: 92, temperature: 24.1, humidity: 31.5, ec: 450 } }),
      ...{ serial: "a84041", read: ["soilTemp 24.1", "soilMoist 31.5", "ec 0.45"] },
    },
    {
      source: "Milesight probes and levels",
      message: chirp({ object: { battery: 92, temperature: 24.1, moisture: 8.5, ec: 12 } }),
      ...{ serial: "a84041", read: ["soilTemp 24.1", "soilMoist 8.5", "ec 0.012"] },
    },
    {
      source: "Milesight probes and levels",
      message: chirp({ object: { battery: 92, water_level: 230 } }),
      ...{ serial: "a84041", read: ["level 2.3"] },
    },
    {
      source: "Milesight, stored moments",
      message: chirp({
        object: {
          history: [
            { timestamp: seconds - 60, temperature: 24.1, humidity: 55 },
            { timestamp: seconds, temperature: 25.1, humidity: 54 },
          ],
        },
      }),
      ...{ serial: "a84041", read: ["airTemp 24.1", "airHum 55", "airTemp 25.1", "airHum 54"] },
    },
    {
      source: "Dragino WSC1",
      message: chirp({
        object: { wind_speed: 1.9, wind_direction_angle: 122.1, TEM: 24.1, HUM: 55.2, TSR: 812, bat: 12.1 },
      }),
      ...{ serial: "a84041", read: ["wind 1.9", "windDir 122.1", "airTemp 24.1", "airHum 55.2", "rad 812"] },
    },
    {
      source: "ThingPark (Actility)",
      message: {
        DevEUI_uplink: { Time: time, DevEUI: serial, FPort: 2, payload_hex: "00", payload: { temperature: 24.1 } },
      },
      ...{ serial, read: ["airTemp 24.1"] },
    },
    {
      source: "Everynet (American Tower)",
      message: { meta: { device: "a84041", time: seconds }, params: { payload: "AA==", port: 2 }, type: "uplink" },
      ...{ serial: "a84041", refused: ["not-decoded params.payload"] },
    },
    {
      source: "Everynet (American Tower)",
      message: { meta: { device: "a84041", time: seconds }, params: { battery: 254 }, type: "status_response" },
      ...{ serial: "a84041", refused: ["not-an-uplink"] },
    },
    {
      source: "Sigfox",
      message: { device: "1A2345", time: seconds, data: "b0513801a421f001", seqNumber: 1508, rssi: -123 },
      ...{ serial: "1A2345", refused: ["not-decoded data"] },
    },
    {
      source: "Sigfox",
      message: {
        device: "1A2345",
        time: String(seconds),
        data: "00f1",
        customData: { temperature: 24.1, humidity: 55 },
      },
      ...{ serial: "1A2345", read: ["airTemp 24.1", "airHum 55"] },
    },
    {
      source: "Sensoterra",
      message: { serial: "11-22", timestamp: time, depth: 20, unit: "VMC", value: 23.1, soil: "clay" },
      ...{ serial: "11-22", read: ["soilMoist@20 23.1"] },
    },
    {
      source: "Soil Scout",
      message: {
        timestamp: time,
        device: 12345,
        temperature: 24.1,
        moisture: 0.231,
        conductivity: 0.08,
        water_balance: 0.5,
      },
      ...{ serial: "12345", read: ["soilTemp 24.1", "soilMoist 23.1", "ec 0.08"] },
    },
    {
      source: "WeatherLink Live",
      message: {
        data: {
          did: "001D0A",
          ts: seconds,
          conditions: [
            { data_structure_type: 1, temp: 86, hum: 55, wind_speed_last: 10, rain_size: 2, rainfall_year: 63 },
            { data_structure_type: 3, bar_absolute: 26.2 },
          ],
        },
        error: null,
      },
      ...{ serial: "001D0A", read: ["airTemp 30", "airHum 55", "wind 4.4704", "pressure 88.723", "rainTotal 12.6"] },
    },
    {
      source: "Lists of names and of values",
      message: { device: "GW1", ts: seconds, names: ["temperature", "flow", "estado"], registers: [24.1, 152.3, 1] },
      ...{ serial: "GW1", read: ["airTemp 24.1", "flow 152.3"] },
    },
    {
      source: "Lists of names and of values",
      message: {
        serial: "GW1",
        fields: ["ts", "temperature"],
        rows: [
          [seconds - 60, 24.1],
          [seconds, 24.2],
        ],
      },
      ...{ serial: "GW1", read: ["airTemp 24.1", "airTemp 24.2"] },
    },
    {
      source: "Lists of names and of values",
      message: {
        device: "GW1",
        timestamp: seconds * 1000,
        values: [{ id: "Canal1.CLP.vazao", v: 152.3, q: true, t: 1 }],
      },
      ...{ serial: "GW1", read: ["flow 152.3"] },
    },
    {
      source: "ThingsBoard",
      message: { A1: [{ ts: seconds * 1000, values: { temperature: 22.5 } }] },
      ...{ serial: "A1", read: ["airTemp 22.5"] },
    },
    {
      source: "Tasmota",
      message: { Time: time, DHT22: { Temperature: 75.2, Humidity: 61 }, TempUnit: "F" },
      read: ["airTemp 24", "airHum 61"],
    },
    {
      source: "Shelly",
      message: {
        src: "shelly-1",
        params: { ts: seconds + 0.5, "temperature:0": { tC: 24.5, tF: 76.1 }, "humidity:0": { rh: 61 } },
      },
      ...{ serial: "shelly-1", read: ["airTemp 24.5", "airHum 61"] },
    },
    {
      source: "Home Assistant",
      message: {
        entity_id: "sensor.t",
        state: "75.2",
        attributes: { unit_of_measurement: "°F", device_class: "temperature" },
        last_changed: time,
      },
      ...{ serial: "sensor.t", read: ["airTemp 24"] },
    },
    {
      source: "SenML",
      message: [
        { bn: "urn:dev:mac:0024be:", bt: seconds, n: "temperature", u: "Cel", v: 24.5 },
        { n: "humidity", u: "%RH", v: 61, t: -60 },
        { n: "pressure", u: "Pa", v: 101320 },
      ],
      ...{ serial: "urn:dev:mac:0024be", read: ["airTemp 24.5", "airHum 61", "pressure 101.32"] },
    },
    {
      source: "JSON lines, and lists of moments",
      message: `{"serial":"A1","ts":${seconds},"temperature":22.1}\n{"serial":"A1","ts":${seconds + 60},"temperature":22.2}\n`,
      ...{ serial: "A1", read: ["airTemp 22.1", "airTemp 22.2"] },
    },
    {
      source: "JSON lines, and lists of moments",
      message: {
        serial: "A1",
        data: [
          { ts: seconds, temperature: 22 },
          { ts: seconds + 60, temperature: 23 },
        ],
      },
      ...{ serial: "A1", read: ["airTemp 22", "airTemp 23"] },
    },
    {
      source: "Units in the names",
      message: {
        serial: "A1",
        date: time,
        temp_f: 75.2,
        rain_in: 0.1,
        wind_km_h: 7.2,
        pressure_hpa: 1010.2,
        soil_temp_f: 68,
        ec_us_cm: 450,
        hum_in: 40,
      },
      ...{ serial: "A1", read: ["airTemp 24", "rain 2.54", "wind 2", "pressure 101.02", "soilTemp 20", "ec 0.45"] },
    },
    {
      source: "Texts with a comma or a unit",
      message: {
        serial: "A1",
        date: time.replace("Z", "+00:00"),
        temperatura: "24,5",
        umidade: "61,0 %",
        chuva: "0,2 mm",
      },
      ...{ serial: "A1", read: ["airTemp 24.5", "airHum 61", "rain 0.2"] },
    },
    ...[seconds * 1000, seconds * 1e6, String(seconds)].map((timestamp) => ({
      source: "Moments as numbers",
      message: { serial: "A1", timestamp, temperature: 24 },
      ...{ serial: "A1", read: ["airTemp 24"] },
    })),
    {
      source: "Missing values",
      message: {
        serial: "A1",
        date: time,
        temperature: null,
        humidity: "N/A",
        rain: -9999,
        wind: "NaN",
        pressure: 1010,
      },
      ...{ serial: "A1", read: ["pressure 101"] },
      refused: ["no-value temperature", "no-value humidity", "no-value rain", "no-value wind"],
    },
    {
      source: "A table within a message",
      message: { serial: "A1", payload: "2026-11-27T14:00:00Z;24.5;61" },
      ...{ serial: "A1", refused: ["no-readings"] },
    },
    {
      source: "A date of Brazil",
      message: { serial: "A1", data: "27/11/2026 14:00:00", temperatura: 24 },
      ...{ serial: "A1", refused: ["not-a-date data"] },
    },
  ];
}
