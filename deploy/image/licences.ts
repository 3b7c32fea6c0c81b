import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const LICENCE = /^(licen[cs]e|notice|copying)/i;
const standardText = (licence: string) => new URL(`./licences/${licence}.txt`, import.meta.url);

interface LicenceFile {
  name: string;
  text: string;
}

/**
 * The licences of a package, which must be distributed with its code: its own files, or the standard text where it has none.
 * @throws Error when neither exists
 */
export function licencesOf(folder: string): LicenceFile[] {
  const names = readdirSync(folder, { withFileTypes: true }).filter((file) => file.isFile() && LICENCE.test(file.name));
  if (names.length > 0) return names.map(({ name }) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  // Of several licences, the first is chosen.
  const licence = String(manifest.license).replaceAll(/[()]/g, "").split(" OR ")[0] ?? "";
  const file = standardText(licence);
  if (!existsSync(file))
    throw new Error(`${manifest.name} (${manifest.license}) has no licence text: add it to deploy/image/licences`);
  const { name: author = manifest.author } = manifest.author ?? {};
  const holder = author ? `${author} and the authors of ${manifest.name}` : `the authors of ${manifest.name}`;
  return [{ name: "LICENSE", text: readFileSync(file, "utf8").replace("the authors of this package", holder) }];
}
