import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The page of the SPA, or undefined when the client is not built. Read on every call: a build may replace it. */
export async function readPage(folder: string, name: string): Promise<string | undefined> {
  try {
    return await readFile(join(folder, name), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

export const NOT_BUILT = `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>Lâmina</title></head>
<body><h1>O aplicativo ainda não foi construído</h1>
<p>Execute <code>npm run build</code> na pasta do projeto e recarregue esta página.</p></body></html>
`;
