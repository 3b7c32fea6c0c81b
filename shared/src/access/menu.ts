import * as z from "zod";

/**
 * One entry of a client's menu (readings, 8; domain, 10): route, label and icon; `parentId` nests it. The specification
 * does not show its fields, so that an entry without a label has the app's own.
 */
export const MenuEntry = z.looseObject({
  _id: z.coerce.string(),
  title: z.string().catch(""),
  path: z.string().catch(""),
  icon: z.string().catch(""),
  order: z.coerce.number().catch(0),
  parentId: z.coerce.string().nullish(),
});
export type MenuEntry = z.infer<typeof MenuEntry>;
export const MenuList = z.array(MenuEntry);
