import * as z from "zod";
import type { SimulationState } from "./simulation.ts";
import type { FarmState } from "./world/farm-world.ts";
import type { FieldState } from "./world/field.ts";
import type { MachineState } from "./world/machine.ts";

/** To be increased with every change of the stored state or of the meaning of its values. */
export const STATE_VERSION = 2;

const Field: z.ZodType<FieldState> = z.object({
  seasonId: z.string().nullable(),
  balance: z.object({
    day: z.number(),
    dr: z.number(),
    de: z.number(),
    rootM: z.number(),
    heightM: z.number(),
    fw: z.number(),
  }),
  day: z.object({
    useMm: z.number(),
    rootM: z.number(),
    taw: z.number(),
    raw: z.number(),
    dr: z.number(),
    isRipe: z.boolean().exactOptional(),
    usableMm: z.number().exactOptional(),
  }),
  rain: z.number(),
  irrigation: z.number(),
  water: z.array(z.number()),
});

const FaultKind = z.enum(["low-pressure", "misalignment", "power"]);
const Machine: z.ZodType<MachineState> = z.object({
  run: z
    .object({
      stretches: z.array(
        z.object({
          sectorId: z.string().nullable(),
          hours: z.number(),
          grossMm: z.number(),
          percent: z.number().nullable(),
          fromAngle: z.number(),
          toAngle: z.number(),
        }),
      ),
      index: z.number(),
      doneH: z.number(),
      totalH: z.number(),
      toldH: z.number(),
      since: z.number().nullable(),
      breakdown: z.object({ afterHours: z.number(), fault: FaultKind, hours: z.number() }).nullable(),
      reverse: z.boolean(),
      isSecret: z.boolean(),
    })
    .nullable(),
  fault: z.object({ kind: FaultKind, tower: z.number().nullable(), until: z.number() }).nullable(),
  angleDeg: z.number(),
  hourMeter: z.number(),
  endedAt: z.number(),
  wantedSince: z.number().nullable(),
});

const numbers = z.record(z.string(), z.number());
const Farm: z.ZodType<FarmState> = z.object({
  at: z.number(),
  day: z.iso.date(),
  decidedOn: z.iso.date(),
  fields: z.record(z.string(), Field),
  machines: z.record(z.string(), Machine),
  rain: z.object({ today: z.number(), yesterday: z.number(), total: z.number() }),
  tips: numbers,
  // Older states have none.
  counted: numbers.default({}),
  spokeAt: numbers,
  reported: z.record(z.string(), z.object({ at: z.number(), what: z.string() })),
  stuckAt: numbers,
});

const Secrets = z.record(z.string(), z.string());
const State: z.ZodType<SimulationState> = z.object({
  seed: z.number(),
  epoch: z.number(),
  farms: z.record(z.string(), Farm),
  secrets: Secrets,
});
const Versioned = z.object({ version: z.literal(STATE_VERSION) });
/** State of an aborted first start: it is empty, so it cannot have another version. */
const NotBegun = z.object({ seed: z.number(), epoch: z.number(), farms: z.strictObject({}), secrets: Secrets });

/** Values of an unreadable state that have the same form in every version. */
export interface Remains {
  version: unknown;
  epoch: number | undefined;
  secrets: Record<string, string>;
}

/** Reads a stored state: of this program, of an older or newer one, or modified by hand. */
export function readState(json: unknown): { state: SimulationState | undefined; remains: Remains } {
  const { data: notBegun } = NotBegun.safeParse(json);
  const state = notBegun ?? (Versioned.safeParse(json).success ? State.safeParse(json).data : undefined);
  const loose = z.looseObject({}).catch({}).parse(json);
  return {
    state,
    remains: {
      version: loose.version,
      epoch: z.number().safeParse(loose.epoch).data,
      secrets: Secrets.catch({}).parse(loose.secrets),
    },
  };
}
