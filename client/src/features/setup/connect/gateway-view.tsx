import { text as deviceText } from "../devices/text.ts";
import { recordOptions, wordOptions } from "../records/data/options.ts";
import type { AnyScreenConfig, RecordScreenConfig } from "../records/data/screen-config.ts";
import { GatewayAside } from "./gateway-aside.tsx";
import { text } from "./text.ts";

const words = text.gateways;

/** Keys of gateways, each with the mapping of its messages. */
export const gatewayView: AnyScreenConfig = {
  entity: "gateway",
  icon: "sensor",
  words: words.words,
  uses: ["device", "farm"],
  columns: (lists) => [
    { key: "name", header: words.name, value: ({ name }) => name },
    {
      key: "reads",
      header: words.reads,
      value: ({ reads }) => reads.map((screen) => words.screens[screen]).join(", ") || null,
    },
    { key: "device", header: words.device, value: ({ deviceId }) => lists.find("device", deviceId)?.serial ?? null },
  ],
  groups: (lists) => [
    {
      title: words.identity,
      fields: [
        { path: "name", label: words.name },
        {
          path: "deviceId",
          label: words.device,
          hint: words.deviceHint,
          options: recordOptions(lists.of("device"), ({ name, serial }) => (name ? `${name} (${serial})` : serial)),
        },
      ],
    },
    {
      title: words.reading,
      hint: words.readingHint,
      fields: [{ path: "reads", label: words.reads, options: wordOptions(words.screens), wide: true }],
    },
    {
      title: words.form,
      hint: words.formHint,
      // A key for reading receives no message.
      isShown: ({ reads }) => !Array.isArray(reads) || reads.length === 0,
      fields: [
        { path: "serialPath", label: words.serialPath },
        { path: "datePath", label: words.datePath },
        {
          path: "mapping",
          label: words.mapping,
          rows: {
            add: words.addMapping,
            name: words.mappingName,
            fields: [
              { path: "path", label: words.path },
              { path: "variable", label: words.variable, options: wordOptions(deviceText.variables) },
              { path: "depthCm", label: words.depth },
              { path: "unit", label: words.unit },
              { path: "factor", label: words.factor },
              { path: "offset", label: words.offset },
            ],
          },
        },
      ],
    },
  ],
  nameOf: ({ name }) => name,
  SidePanel: GatewayAside,
} satisfies RecordScreenConfig<"gateway">;
