import { checkAlertRule } from "@lamina/shared/records/alert";
import { PushNote } from "../../../core/push/push-note.tsx";
import { recordOptions, wordOptions } from "../records/data/options.ts";
import type { AnyScreenConfig, RecordOf, RecordScreenConfig } from "../records/data/screen-config.ts";
import { ScopeKindField, ScopePlaceField } from "./scope-fields.tsx";
import { text } from "./text.ts";

const words = text.alert;

/** Persons as options. A rule names the person, who may use several clients, and not the record. */
const people = (users: readonly RecordOf<"user">[]) =>
  users.filter(({ active }) => active).map(({ _id, userId, name }) => ({ value: userId ?? _id, label: name }));

/** Alert rules: event, place, limit and severity. */
export const alertView: AnyScreenConfig = {
  entity: "alertRule",
  icon: "bell",
  words: words.words,
  uses: ["farm", "pivot", "user"],
  columns: (lists) => [
    { key: "name", header: words.name, value: ({ name, type }) => name ?? words.types[type] },
    { key: "severity", header: words.severity, value: ({ severity }) => words.severities[severity], facet: true },
    { key: "enabled", header: words.enabled, value: ({ enabled }) => (enabled ? words.yes : words.no), facet: true },
    { key: "type", header: words.type, value: ({ type }) => words.types[type], facet: true },
    {
      key: "threshold",
      header: words.threshold,
      value: ({ threshold, unit }) =>
        threshold == null ? null : [String(threshold).replace(".", ","), unit].filter(Boolean).join(" "),
    },
    {
      key: "scope",
      header: words.scope,
      value: ({ scope: { kind, id } }) =>
        lists.find("farm", id)?.name ?? lists.find("pivot", id)?.name ?? words.scopes[kind],
    },
  ],
  groups: (lists) => [
    {
      title: words.identity,
      fields: [
        { path: "type", label: words.type, options: wordOptions(words.types) },
        { path: "name", label: words.name },
        { path: "threshold", label: words.threshold },
        { path: "unit", label: words.unit },
        {
          path: "scope.kind",
          label: words.scope,
          options: wordOptions(words.scopes),
          widget: ScopeKindField,
          wide: false,
        },
        {
          path: "scope.id",
          label: words.scopeId,
          widget: ScopePlaceField,
          wide: false,
          options: [
            ...recordOptions(lists.of("farm"), ({ name }) => name),
            ...recordOptions(lists.of("pivot"), ({ name }) => name),
          ],
        },
      ],
    },
    {
      title: words.how,
      hint: words.quietHint,
      fields: [
        { path: "severity", label: words.severity, options: wordOptions(words.severities) },
        { path: "repeatMin", label: words.repeat },
        { path: "quietFrom", label: words.quietFrom, widget: "time" },
        { path: "quietTo", label: words.quietTo, widget: "time" },
        {
          path: "channels",
          label: words.channels,
          wide: true,
          options: wordOptions({ inbox: text.manage.inbox, push: text.manage.push }),
        },
        { path: "enabled", label: words.enabled, wide: true },
        { path: "stops", label: words.stops, hint: words.stopsHint, wide: true },
      ],
    },
    {
      title: words.who,
      hint: words.whoHint,
      fields: [
        {
          path: "escalation",
          label: words.who,
          rows: {
            add: words.addTurn,
            name: words.turn,
            fields: [
              { path: "userIds", label: words.people, options: people(lists.of("user")), wide: true },
              { path: "afterMin", label: words.afterMin },
            ],
          },
        },
      ],
    },
  ],
  FormFooter: PushNote,
  start: () => ({ scope: { kind: "client" }, severity: "warning", channels: ["inbox", "push"] }),
  check: checkAlertRule,
  nameOf: ({ name, type }) => name ?? words.types[type],
} satisfies RecordScreenConfig<"alertRule">;
