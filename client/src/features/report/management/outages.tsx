import { outOfServiceNames } from "@lamina/shared/records/text";
import { formatDateTime } from "../../../ui/format.ts";
import { text } from "../text.ts";
import type { Section } from "./sections.ts";

const words = text.outages;

/** The times out of service of the machines of some sections, each once; nothing without any. */
export function Outages({ sections }: { sections: readonly Section[] }) {
  const all = sections.flatMap((section) => (section.outages ?? []).map((out) => ({ out, section })));
  const times = new Map(all.map((one) => [`${one.section.pivotId} ${one.out._id}`, one]));
  if (times.size === 0) return null;
  return (
    <section aria-label={words.title}>
      <h3>{words.title}</h3>
      <ul>
        {[...times].map(([key, { out, section }]) => (
          <li key={key}>
            <strong>
              {(out.waterSourceId ? words.source : words.machine)(section.pivotName, outOfServiceNames[out.reason])}
            </strong>
            {` · ${details(out, section.timezone).join(" · ")}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

function details({ from, until, userName, note }: NonNullable<Section["outages"]>[number], timeZone: string): string[] {
  const began = formatDateTime(from, timeZone);
  return [
    until === null ? words.open(began) : words.span(began, formatDateTime(until, timeZone)),
    ...(userName ? [words.by(userName)] : []),
    ...(note ? [note] : []),
  ];
}
