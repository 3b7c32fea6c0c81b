import { readFileSync } from "node:fs";
import { join } from "node:path";

const FILE = join(import.meta.dirname, "src/ui/styles/media.css");
const DEFINITION = /@custom-media (--[\w-]+) ([^;]+);/g;

/** Writes the named conditions out, because no supported browser knows `@custom-media`. */
const namedMedia = {
  postcssPlugin: "named-media",
  prepare() {
    const conditions = new Map([...readFileSync(FILE, "utf8").matchAll(DEFINITION)].map(([, ...pair]) => pair));
    return {
      AtRule: {
        media(rule) {
          rule.params = rule.params.replace(/\((--[\w-]+)\)/g, (_, name) => {
            if (!conditions.has(name)) throw rule.error(`media.css has no ${name}`);
            return conditions.get(name);
          });
        },
      },
    };
  },
};

export default { plugins: [namedMedia] };
