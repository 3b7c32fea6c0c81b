import { type Fao56CropKey, fao56CropFields, fao56Crops } from "@lamina/agronomy/crop/fao56-crops";
import type { crops } from "../../api/schema/irrigation.ts";
import type { DemoRecord } from "./record.ts";

/** Crops that grow on the demo farms. */
export type CropKey = Extract<
  Fao56CropKey,
  "soja" | "milho" | "feijao" | "algodao" | "batata" | "cebola" | "tomate" | "cana" | "cafe"
>;

/** Name of a demo crop, and its days from planting to emergence; missing for crops that are already established. */
export const demoCropFacts: Record<CropKey, { name: string; emergence?: number }> = {
  soja: { name: "Soja", emergence: 6 },
  milho: { name: "Milho", emergence: 6 },
  feijao: { name: "Feijão", emergence: 6 },
  algodao: { name: "Algodão", emergence: 7 },
  batata: { name: "Batata", emergence: 12 },
  cebola: { name: "Cebola", emergence: 8 },
  tomate: { name: "Tomate" },
  cana: { name: "Cana-de-açúcar (soca)" },
  cafe: { name: "Café" },
};

/** Names of FAO-56's four stages. */
const STAGE_NAMES = ["Inicial", "Desenvolvimento", "Médio", "Final"] as const;

export const cropId = (clientId: string, crop: CropKey) => `${clientId}-${crop}`;

/** Days of the whole cycle. */
export const cycleDays = (crop: CropKey) => fao56Crops[crop].days.reduce<number>((sum, days) => sum + days, 0);

/** The crop as a client's record. */
export function demoCrop(clientId: string, crop: CropKey): DemoRecord<typeof crops> {
  const { name } = demoCropFacts[crop];
  return { _id: cropId(clientId, crop), clientId, ...fao56CropFields(crop, { crop: name, stages: STAGE_NAMES }) };
}
