import * as z from "zod";

/** One entry of a client's menu (readings, 8; domain, 10): a route, a label and an icon; `parentId` nests it. */
export const MenuEntry = z.looseObject({
  _id: z.coerce.string(),
  title: z.string(),
  path: z.string().default(""),
  icon: z.string().default(""),
  order: z.coerce.number().default(0),
  parentId: z.string().nullish(),
});
export type MenuEntry = z.infer<typeof MenuEntry>;
export const MenuList = z.array(MenuEntry);
