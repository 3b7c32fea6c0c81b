import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { ManagementReport } from "@lamina/shared/views/report";
import type { SourceSeason } from "@lamina/shared/views/sources";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import type { Comparison } from "../choice.ts";
import { periodUseQuery, seasonDaysQuery } from "../queries.ts";
import { type EarlierOf, earlierDaysOf, inPeriodBefore, type SeasonDays } from "./earlier.ts";
import { resultOf } from "./result.ts";
import { type Section, sectionKey } from "./sections.ts";

/** Maximum requests of one comparison: days of seasons that differ by pivot and planting. */
const REQUESTS = 48;

interface Compared {
  earlier: EarlierOf | undefined;
  /** The sections whose totals are compared; undefined where some section has nothing to be compared with. */
  all: readonly Section[] | undefined;
}

interface Asked {
  compare: Comparison | null;
  sections: readonly Section[];
  /** Days of the report. */
  period: { from: FarmDay; to: FarmDay };
  seasons: readonly SourceSeason[];
  /** The shown sections of the compared period, and that period. */
  before: readonly Section[] | undefined;
  beforeDays: Pick<ManagementReport, "from" | "to"> | undefined;
}

/** What each section is compared with: its last season of the same crop, or its sector in another period. */
export function useEarlier({ compare, sections, period, seasons, before, beforeDays }: Asked): Compared {
  const bySeason = useSeasonsBefore(compare === "season" ? sections : [], seasons, period);
  const use = useQuery({
    ...periodUseQuery(useSelectedClient(), beforeDays ?? period),
    enabled: beforeDays !== undefined,
  });
  return useMemo(() => {
    if (compare === "season") {
      const found = bySeason && [...bySeason.values()].flatMap((one) => one?.section ?? []);
      return { earlier: bySeason, all: found?.length === sections.length ? found : undefined };
    }
    if (!before || !beforeDays) return { earlier: undefined, all: undefined };
    const periodUse = { uses: use.data?.rows ?? [], withoutEnergy: use.data ? "noEnergy" : "energyLoads" } as const;
    const earlier = new Map(
      sections.map((section) => {
        const found = inPeriodBefore(section, sections, before);
        return [
          sectionKey(section),
          found && { section: found, result: resultOf(found, before, periodUse, beforeDays.from) },
        ];
      }),
    );
    return { earlier, all: before };
  }, [compare, bySeason, sections, before, beforeDays, use.data]);
}

/** True when the seasons of these sections are few enough for a comparison, and one has an earlier one. */
export function hasSeasonsBefore(
  sections: readonly Section[],
  seasons: readonly SourceSeason[],
  period: { from: FarmDay; to: FarmDay },
): boolean {
  const windows = windowsOf(sections.map((section) => earlierDaysOf(section, seasons, period)));
  return windows.length > 0 && windows.length <= REQUESTS;
}

/** Different days of different pivots. */
const windowsOf = (days: readonly (SeasonDays | null)[]): SeasonDays[] => [
  ...new Map(days.flatMap((one) => (one ? [[`${one.pivotId} ${one.from} ${one.to}`, one] as const] : []))).values(),
];

function useSeasonsBefore(
  sections: readonly Section[],
  seasons: readonly SourceSeason[],
  period: { from: FarmDay; to: FarmDay },
): EarlierOf | undefined {
  const client = useSelectedClient();
  const days = sections.map((section) => earlierDaysOf(section, seasons, period));
  const windows = windowsOf(days);
  return useQueries({
    queries: windows.map((window) => seasonDaysQuery(client, window)),
    combine(results): EarlierOf | undefined {
      if (sections.length === 0 || results.some(({ data }) => data === undefined)) return undefined;
      const found = (one: SeasonDays) => {
        const index = windows.findIndex(
          ({ pivotId, from, to }) => pivotId === one.pivotId && from === one.from && to === one.to,
        );
        const data = results[index]?.data;
        const section = data?.sections.find((candidate) => sectionKey(candidate) === one.key);
        return data && section
          ? {
              section,
              result: resultOf(section, data.sections, { uses: data.uses, withoutEnergy: "noEnergy" }, one.from),
            }
          : null;
      };
      return new Map(
        sections.map((section, index) => {
          const one = days[index];
          return [sectionKey(section), one ? found(one) : null];
        }),
      );
    },
  });
}
