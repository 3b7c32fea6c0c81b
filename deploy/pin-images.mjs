// `node deploy/pin-images.mjs docker-compose.replicas.yml docker-compose.monitoring.yml [--write]`: asks the registry of each
// third-party image for the digest of its tag, and prints `name:tag@sha256:…`, or writes it into the files. An image with a
// digest keeps it; the project's own images have none before they are built.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const HUB = "registry-1.docker.io";
/** An index of all platforms before an image of one. */
const ACCEPT = [
  "application/vnd.oci.image.index.v1+json",
  "application/vnd.docker.distribution.manifest.list.v2+json",
  "application/vnd.oci.image.manifest.v1+json",
  "application/vnd.docker.distribution.manifest.v2+json",
].join(", ");
const DIGEST = /^sha256:[\da-f]{64}$/;
const IMAGE = /^(\s*(?:image:|POSTGRES_IMAGE:)\s*|ARG \w+_IMAGE=)([^\s#]+)/;

/** Host, repository and tag of a name as Docker reads it. @param {string} image */
export function partsOf(image) {
  const [first, ...rest] = image.split("/");
  const isHost = rest.length > 0 && /[.:]|^localhost$/.test(first);
  const path = isHost ? rest.join("/") : image;
  const [name, tag = "latest"] = path.split(":");
  return { host: isHost ? first : HUB, repository: isHost || name.includes("/") ? name : `library/${name}`, tag };
}

/** Third-party images without a digest that a file names. @param {string} text of a compose file or a Dockerfile */
export function imagesIn(text) {
  const named = text.split("\n").flatMap((line) => IMAGE.exec(line)?.[2] ?? []);
  return [...new Set(named)].filter((image) => !/^lamina-|[@$]/.test(image));
}

/** The text with a digest behind each of these images. @param {string} text @param {ReadonlyMap<string, string>} digests */
export function pinned(text, digests) {
  return text
    .split("\n")
    .map((line) =>
      line.replace(IMAGE, (whole, key, image) => (digests.has(image) ? `${key}${image}@${digests.get(image)}` : whole)),
    )
    .join("\n");
}

/**
 * The digest of an image by the registry's API.
 * @param {string} image @param {string} scheme
 * @throws when the registry gives none
 */
export async function digestOf(image, scheme = "https") {
  const { host, repository, tag } = partsOf(image);
  const url = `${scheme}://${host}/v2/${repository}/manifests/${tag}`;
  const ask = (headers) => fetch(url, { method: "HEAD", headers: { accept: ACCEPT, ...headers } });
  let answer = await ask({});
  const challenge = answer.headers.get("www-authenticate");
  if (answer.status === 401 && challenge) answer = await ask({ authorization: `Bearer ${await tokenOf(challenge)}` });
  const digest = answer.headers.get("docker-content-digest") ?? "";
  if (!answer.ok || !DIGEST.test(digest))
    throw new Error(`${image}: the registry answers ${answer.status} without a digest`);
  return digest;
}

/** A token for anyone, as the registry's challenge says. @param {string} challenge */
async function tokenOf(challenge) {
  const { realm, ...query } = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
  );
  const answer = await fetch(`${realm}?${new URLSearchParams(query)}`);
  if (!answer.ok) throw new Error(`${realm} answers ${answer.status}`);
  const { token, access_token } = await answer.json();
  return token ?? access_token;
}

async function main() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: "boolean" } } });
  const texts = new Map(positionals.map((file) => [file, readFileSync(file, "utf8")]));
  const images = [...new Set([...texts.values()].flatMap(imagesIn))];
  const digests = new Map(await Promise.all(images.map(async (image) => [image, await digestOf(image)])));
  for (const [image, digest] of digests) console.log(`${image}@${digest}`);
  if (values.write) for (const [file, text] of texts) writeFileSync(file, pinned(text, digests));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  main().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
