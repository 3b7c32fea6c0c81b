/** A broken rule of a record: path of the field, id of the rule and its limits. `ruleText` gives the words. */
export interface BrokenRule {
  field: string;
  id: string;
  [limit: string]: unknown;
}

/** A record as a form has it: fields that are not filled in yet are missing. */
export type Partly<Fields> = { readonly [Field in keyof Fields]?: Fields[Field] | undefined };
