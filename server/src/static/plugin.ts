import { readdir } from "node:fs/promises";
import fastifyStatic from "@fastify/static";
import { DOCUMENTED_DEMO_PASSWORD, type RuntimeConfig } from "@lamina/shared/messages/runtime-config";
import type { FastifyReply, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import type { Config } from "../config.ts";
import { problems, sendProblem, toProblem } from "../errors.ts";
import { NOT_BUILT, readPage } from "./page.ts";

interface StaticOptions {
  config: Pick<Config, "demo" | "mapTiles" | "privacy">;
  folder: string;
  version: string;
}

const YEAR_S = 31_536_000;
const IMMUTABLE = `public, max-age=${YEAR_S}, immutable`;
/** Vite writes files with a content hash in their name here. */
const HASHED = /[\\/]assets[\\/]/;
const PAGE = "index.html";

/** Serves the SPA, its files and `/config.json`. */
export const spa = fastifyPlugin<StaticOptions>(
  async (app, { config: { demo: isDemo, mapTiles, privacy }, folder, version }) => {
    const page = async (reply: FastifyReply, name: string) => {
      const html = await readPage(folder, name);
      reply.type("text/html; charset=utf-8").header("cache-control", "no-cache");
      if (html === undefined) return reply.code(503).send(NOT_BUILT);
      return reply.send(html);
    };

    app.get("/config.json", async (_request, reply) => {
      const { current, embedded, starting } = app.upstreamTarget;
      const demo = isDemo || (current ? current.demo !== null : embedded);
      const features = await app.upstream.features();
      const runtime: RuntimeConfig = { name: "Lâmina", version, demo, mapTiles };
      if (features) runtime.features = [...features];
      if (starting) runtime.starting = starting;
      if (privacy) runtime.privacy = privacy;
      if (current?.demo?.password === DOCUMENTED_DEMO_PASSWORD) runtime.demoLogin = current.demo;
      const push = app.pushChannels();
      if (push) runtime.push = push;
      return reply.header("cache-control", "no-cache").send(runtime);
    });
    app.get("/", (_request, reply) => page(reply, PAGE));

    const files = await readdir(folder).catch((): string[] => []);
    for (const name of files.filter((file) => file.endsWith(".html"))) {
      app.get(`/${name}`, (_request, reply) => page(reply, name));
    }
    app.health.need("client", () => files.includes(PAGE));
    if (files.length === 0) app.log.warn(`there is no client in ${folder}: run "npm run build"`);
    else {
      await app.register(async (scope) => {
        // A path that may not be read answers like one that does not exist: it reveals nothing about the folder.
        scope.setErrorHandler((error) => {
          throw toProblem(error).statusCode === 403 ? problems.notFound() : error;
        });
        await scope.register(fastifyStatic, {
          root: folder,
          index: false,
          preCompressed: true,
          cacheControl: false,
          decorateReply: false,
          dotfiles: "deny",
          setHeaders: (reply, path) => {
            reply.header("cache-control", HASHED.test(path) ? IMMUTABLE : "no-cache");
          },
        });
      });
    }

    app.setNotFoundHandler((request, reply) =>
      isPageRequest(request) ? page(reply, PAGE) : sendProblem(reply, problems.notFound()),
    );
  },
  { name: "static", dependencies: ["security", "supervisor", "health", "upstream", "push"] },
);

/** A route of the SPA: a GET of a browser for a path that is not the BFF's own and has no file extension. */
function isPageRequest({ method, url }: FastifyRequest): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const path = url.split("?", 1)[0] ?? "";
  return (
    !/^\/+(api|realtime|push|healthz|readyz|metrics|assets)(\/|$)/i.test(path) &&
    !path.slice(path.lastIndexOf("/")).includes(".")
  );
}
