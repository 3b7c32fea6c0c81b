import { hasFeature } from "../../../core/runtime-config/has-feature.ts";
import { wordOptions } from "../records/data/options.ts";
import type { AnyScreenConfig, RecordScreenConfig } from "../records/data/screen-config.ts";
import { RetentionNote } from "./retention-note.tsx";
import { text } from "./text.ts";

const words = text.manage;

/** The rules of a client's recommendations: one record per client. */
export const manageView: AnyScreenConfig = {
  entity: "config",
  icon: "settings",
  words: words.words,
  uses: ["farm"],
  columns: () => [],
  groups: () => [
    {
      title: words.decision,
      fields: [
        { path: "decisionTime", label: words.decisionTime, hint: words.decisionHint, widget: "time" },
        {
          path: "etoSource",
          label: words.etoSource,
          hint: words.etoSourceHint,
          options: wordOptions(words.etoSources),
        },
        { path: "forecastSource", label: words.forecastSource, options: wordOptions(words.forecastSources) },
      ],
    },
    {
      title: words.margins,
      hint: words.marginsHint,
      fields: [
        { path: "statusMargins.waitDays", label: words.waitDays },
        { path: "statusMargins.sensorMarginPct", label: words.sensorMargin },
        { path: "statusMargins.differencePct", label: words.difference },
      ],
    },
    {
      title: words.advice,
      hint: words.adviceHint,
      fields: [
        { path: "advice.mostPasses", label: words.mostPasses, hint: words.mostPassesHint },
        { path: "advice.leastMm", label: words.least, hint: words.leastHint },
        { path: "advice.leastDripMm", label: words.leastDrip, hint: words.leastHint },
        { path: "advice.marginPct", label: words.margin, hint: words.marginHint },
        { path: "advice.waterBrlM3", label: words.water, hint: words.waterHint },
        { path: "advice.trustDays", label: words.trust, hint: words.trustHint },
        { path: "advice.kcByClimate", label: words.kcByClimate, hint: words.kcByClimateHint },
        { path: "advice.driestQuarter", label: words.driestQuarter, hint: words.driestQuarterHint },
        { path: "advice.efficiencyByHour", label: words.efficiencyByHour, hint: words.efficiencyByHourHint },
      ],
    },
    {
      title: words.stale,
      hint: words.staleHint,
      fields: [
        { path: "staleLimits.weatherMin", label: words.weather },
        { path: "staleLimits.soilMin", label: words.soil },
        { path: "staleLimits.pivotMin", label: words.pivot },
      ],
    },
    {
      title: words.rain,
      fields: [
        { path: "rainEffective.method", label: words.rainMethod, options: wordOptions(words.rainMethods) },
        { path: "rainEffective.minFracEto", label: words.rainFraction, hint: words.rainFractionHint },
      ],
    },
    {
      title: words.commands,
      fields: [
        {
          path: "commandConfirmation",
          label: words.commandConfirmation,
          hint: words.commandConfirmationHint,
          options: wordOptions(words.commandConfirmations).filter(
            ({ value }) => value !== "passkey" || hasFeature("passkeys"),
          ),
          wide: true,
        },
      ],
    },
    {
      title: words.channels,
      fields: [
        {
          path: "alertChannels",
          label: words.channels,
          wide: true,
          options: wordOptions({ inbox: words.inbox, push: words.push }),
        },
        { path: "mailDomains", label: words.mailDomains, hint: words.mailDomainsHint, wide: true },
      ],
    },
  ],
  nameOf: () => words.words.add,
  FormFooter: RetentionNote,
} satisfies RecordScreenConfig<"config">;
