# One image, two programs: the BFF (default) and, by its command, the reference API.
# Both run their TypeScript as it stands, so the only thing that is built is the client.
ARG BASE_IMAGE=node:24-bookworm-slim

FROM ${BASE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY shared/package.json shared/
COPY agronomy/package.json agronomy/
COPY server/package.json server/
COPY upstream/package.json upstream/
COPY client/package.json client/

FROM manifests AS client
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY tsconfig.json ./
COPY shared shared
COPY agronomy agronomy
COPY client client
RUN npm run build

# Without --omit=optional every platform's Node of the lockfile's optional packages would come along: the base has its own.
FROM manifests AS production
RUN --mount=type=cache,target=/root/.npm \
    npm ci --no-audit --no-fund --omit=dev --omit=optional -w shared -w agronomy -w server -w upstream

FROM ${BASE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DRAIN_DELAY_MS=5000 DATA_DIR=/data
WORKDIR /app
COPY --from=production /app ./
COPY shared/src shared/src
COPY agronomy/src agronomy/src
COPY server/src server/src
COPY upstream/src upstream/src
COPY deploy/healthcheck.mjs deploy/
COPY --from=client /app/client/dist client/dist
# The data of the reference API; the BFF alone keeps nothing.
RUN mkdir /data && chown 10001:10001 /data
VOLUME /data
USER 10001:10001
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
    CMD ["node", "deploy/healthcheck.mjs"]
CMD ["node", "server/src/main.ts"]
