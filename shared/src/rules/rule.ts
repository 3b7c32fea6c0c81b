/**
 * A rule that a record breaks: the path of the field, the id of the rule and its limits. Ids cross the wire; `ruleText`
 * gives the words.
 */
export interface BrokenRule {
  field: string;
  id: string;
  [limit: string]: unknown;
}

/** A record as a form has it: what is not written yet is missing. */
export type Partly<Fields> = { readonly [Field in keyof Fields]?: Fields[Field] | undefined };
