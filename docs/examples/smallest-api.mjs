// The smallest API before which Lâmina works: the 11 calls of the specification, and what one screen needs, the forecast.
// A start for your own one, without packages. Data stays in memory. Passwords: `node smallest-api.mjs` prints the user.
//
//   openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 365 -subj /CN=localhost \
//     -addext subjectAltName=DNS:localhost -keyout key.pem -out cert.pem
//   TLS_CERT_FILE=cert.pem TLS_KEY_FILE=key.pem PORT=4440 node docs/examples/smallest-api.mjs
//   UPSTREAM_URL=https://localhost:4440 UPSTREAM_CA_FILE=cert.pem npm start
import { createHmac, randomBytes, randomUUID, scryptSync, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";

const { PORT = "4440", TLS_CERT_FILE = "cert.pem", TLS_KEY_FILE = "key.pem", API_USER = "ana" } = process.env;
const { API_PASSWORD = randomBytes(6).toString("base64url") } = process.env;
const TOKEN_LIFE_S = 8 * 3600;
const BODY_LIMIT = 1_048_576;

const salt = randomBytes(16);
const hash = (password) => scryptSync(password, salt, 32);
const users = new Map([[API_USER, { passwordHash: hash(API_PASSWORD), roles: ["manager"] }]]);
/** `_id` is the key that the app stores, `id` the one of the menu; `typeChart` 1 draws pivots, 2 rulers. */
const clients = [{ _id: "c1", id: "1", name: "Fazenda Boa Vista", typeChart: 1 }];
const menu = [
  { _id: "m1", title: "Previsão", path: "/forecast", icon: "partly-sunny-outline", order: 1, parentId: null },
  { _id: "m2", title: "Cadastros", path: "/setup", icon: "settings-outline", order: 2, parentId: null },
];
const sensorTypes = [{ _id: "s1", name: "Pluviômetro", kind: "rain", unit: "mm" }];

// Tokens: signed here, and read by the app for exp, name, roles and jti.
const secret = randomBytes(32);
const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
const sign = (text) => createHmac("sha256", secret).update(text).digest("base64url");

function issueToken(name) {
  const exp = Math.floor(Date.now() / 1000) + TOKEN_LIFE_S;
  const text = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ name, roles: users.get(name).roles, jti: randomUUID(), exp })}`;
  return `${text}.${sign(text)}`;
}

/** The user of a request; undefined without a valid token. */
function userOf(request) {
  const [, token = ""] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? [];
  const [head, payload, signature = ""] = token.split(".");
  const expected = Buffer.from(sign(`${head}.${payload}`));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { name, exp } = JSON.parse(Buffer.from(payload, "base64url").toString());
  return exp * 1000 > Date.now() && users.has(name) ? name : undefined;
}

/** `Password` is the base64 of the password's UTF-8 bytes. An empty token says that user or password are wrong. */
function login({ body: { UserName, Password } }) {
  const user = users.get(UserName);
  const given = hash(Buffer.from(String(Password), "base64").toString("utf8"));
  return { token: user && timingSafeEqual(given, user.passwordHash) ? issueToken(UserName) : "" };
}

function updateClient({ body }) {
  const client = clients.find(({ _id }) => _id === body._id);
  if (client) Object.assign(client, body);
  return { matchedCount: client ? 1 : 0 };
}

function insertClient({ body }) {
  const client = { ...body, _id: randomUUID(), id: randomUUID() };
  clients.push(client);
  return client;
}

function deleteClient({ query }) {
  const index = clients.findIndex(({ _id }) => _id === query.ID);
  if (index >= 0) clients.splice(index, 1);
  return { deletedCount: index >= 0 ? 1 : 0 };
}

// The screen: a client's farms, and the forecast of one. Take the figures from your weather service.
function sources({ query }) {
  const own = clients.filter(({ _id }) => _id === query.ID);
  const rest = { timezone: "America/Sao_Paulo", stationDeviceId: null, rainNormalMm: null, seasons: [] };
  const farms = own.map(({ _id, name }) => ({ _id: `farm-${_id}`, name, ...rest }));
  return { farms, stations: [], monitors: [], rainMinFracEto: 0.2, sensorMarginPct: 1 };
}

function forecast({ query }) {
  const common = { farmId: query.ID, issuedAt: new Date().toISOString(), source: "open-meteo" };
  const figures = { tMax: 31, tMin: 19, rhMin: 40, windMaxKmh: 14, windDir: 90, eto: 5.1, icon: null };
  const daily = [0, 4, 0, 0, 12, 0, 0].map((rain, day) => {
    const date = new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10);
    return { ...common, ...figures, date, rain, rainProbPct: rain > 0 ? 60 : 10 };
  });
  return { ...common, problem: null, daily, hourly: [], sectors: [], verification: [] };
}

const calls = {
  "POST /Authentication/Login": login,
  "POST /Authentication/RenewToken": ({ user }) => ({ token: issueToken(user) }),
  "GET /Client/GetAll": () => clients,
  "POST /Client/Update": updateClient,
  "POST /Client/Insert": insertClient,
  "DELETE /Client/Delete": deleteClient,
  "GET /Menu/GetAll": () => menu,
  "GET /Menu/GetByClientID": () => menu,
  "GET /SensorType/GetAll": () => sensorTypes,
  "GET /SensorType/GetByID": ({ query }) => sensorTypes.filter(({ _id }) => _id === query.ID),
  "GET /SensorType/GetTypeByID": () => sensorTypes,
  "GET /Source/GetByClientID": sources,
  "GET /Forecast/GetByFarmID": forecast,
};

async function bodyOf(request) {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) {
    text += chunk;
    if (text.length > BODY_LIMIT) throw { status: 413 };
  }
  try {
    return text === "" ? {} : JSON.parse(text);
  } catch {
    throw { status: 400 };
  }
}

async function answer(request) {
  const url = new URL(request.url, "https://localhost");
  const name = `${request.method} ${url.pathname}`;
  if (name === "GET /healthz") return { status: "serving" };
  const user = userOf(request);
  if (!user && calls[name] !== login) throw { status: 401 };
  // 404 says that this API has no such call: the app leaves out the screen.
  if (!calls[name]) throw { status: 404 };
  return calls[name]({ user, body: await bodyOf(request), query: Object.fromEntries(url.searchParams) });
}

const tls = { cert: readFileSync(TLS_CERT_FILE), key: readFileSync(TLS_KEY_FILE) };
const server = createServer(tls, async (request, response) => {
  const send = (status, reply) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(reply));
  await answer(request).then(
    (reply) => send(200, reply),
    ({ status = 500 }) => send(status, { title: `Error ${status}`, status }),
  );
});
server.listen(Number(PORT), () =>
  console.log(`port ${server.address().port}, user ${API_USER}, password ${API_PASSWORD}`),
);
