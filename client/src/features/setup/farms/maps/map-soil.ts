import { typicalGrains } from "@lamina/agronomy/soil/texture";
import { keysOf } from "@lamina/shared/core/keys";
import { soilOfTexture } from "../soil-file.ts";

/** Prefix of a choice of a soil that is not stored yet: `texture:clayey`. */
export const TEXTURE = "texture:";

/** The soil that a choice adds; undefined for a stored one, and for none. */
export function newSoil(choice: string) {
  const texture = keysOf(typicalGrains).find((one) => choice === `${TEXTURE}${one}`);
  return texture && soilOfTexture(texture);
}
