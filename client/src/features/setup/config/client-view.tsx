import { Banner } from "../../../ui/feedback/banner.tsx";
import { useForm } from "../../../ui/form/form-context.ts";
import { wordOptions } from "../records/data/options.ts";
import type { AnyScreenConfig, PartProps, RecordScreenConfig } from "../records/data/screen-config.ts";
import { text as setup } from "../text.ts";
import { ClientRemoval } from "./client-removal.tsx";
import { documentFault } from "./document.ts";
import { text } from "./text.ts";
import { TypeChartField } from "./type-chart-field.tsx";

const words = text.client;

/** The client: its name, documents, time zone and typeChart. */
export const clientView: AnyScreenConfig = {
  entity: "client",
  icon: "farm",
  words: words.words,
  uses: [],
  columns: () => [],
  groups: () => [
    {
      title: words.identity,
      fields: [
        { path: "name", label: words.name },
        { path: "document", label: words.document },
        { path: "timezone", label: words.timezone, hint: words.timezoneHint, options: wordOptions(setup.timezones) },
        {
          path: "typeChart",
          label: words.typeChart,
          hint: words.typeChartHint,
          options: wordOptions(words.typeCharts),
          widget: TypeChartField,
          wide: false,
        },
      ],
    },
  ],
  nameOf: ({ name }) => name,
  timeZone: ({ timezone }) => timezone,
  FormFooter: ClientWarnings,
  SidePanel: ({ record }) => <ClientRemoval record={record} />,
} satisfies RecordScreenConfig<"client">;

/** Warnings about a likely error, and about a change for all users. They do not prevent saving. */
function ClientWarnings({ record }: PartProps<"client">) {
  const { values } = useForm();
  const fault = documentFault(String(values.document ?? ""));
  return (
    <>
      {fault && (
        <Banner tone="warning" icon="alert" announced>
          {fault === "length" ? words.documentLength : words.documentDigits}
        </Banner>
      )}
      {record && values.typeChart !== record.typeChart && (
        <Banner tone="warning" icon="info" announced>
          {words.typeChartChanges}
        </Banner>
      )}
    </>
  );
}
