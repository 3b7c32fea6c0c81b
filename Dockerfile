# Images of one build: `bff` (the default) serves the app, `api` is the reference API with its broker, `backup` saves its data.
#   docker build --target bff -t lamina-bff .        docker build --target api -t lamina-api .
# The BFF is bundled, because it must start fast; the API runs TypeScript directly.

# Docker uses the digest; the tag is for readers. Dependabot updates both (.github/dependabot.yml).
ARG BASE_IMAGE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
# The image of `postgres` in docker-compose.replicas.yml.
ARG POSTGRES_IMAGE=postgres:17-bookworm

FROM ${BASE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY shared/package.json shared/
COPY agronomy/package.json agronomy/
COPY server/package.json server/
COPY tools/package.json tools/
COPY reference/package.json reference/
COPY client/package.json client/

FROM manifests AS modules
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY tsconfig.json ./
COPY shared shared

FROM modules AS client
COPY agronomy agronomy
COPY client client
COPY deploy/image deploy/image
RUN npm run build

FROM modules AS bundle
COPY deploy/image deploy/image
COPY server server
COPY tools tools
RUN node deploy/image/bundle.mjs /bundle && cp package-lock.json /bundle
COPY --from=client /app/client/dist/third-party-notices.txt ./
RUN node deploy/image/sbom.mjs /bundle /var/lib/dpkg/status third-party-notices.txt > /bundle/sbom.cdx.json \
    && rm /bundle/package-lock.json

# --omit=optional leaves out the lockfile's Node packages, because the base image has Node.
FROM manifests AS api-modules
COPY deploy/image deploy/image
RUN --mount=type=cache,target=/root/.npm \
    npm ci --no-audit --no-fund --omit=dev --omit=optional -w shared -w agronomy -w reference \
    && node deploy/image/prune.mjs shared agronomy reference \
    && node deploy/image/sbom.mjs . /var/lib/dpkg/status > sbom.cdx.json \
    && rm -rf server tools client

# The base without npm, corepack, yarn and headers, because a running container installs no packages.
FROM ${BASE_IMAGE} AS slim
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /usr/local/share /opt/yarn* \
    && find /usr/local/bin -mindepth 1 ! -name node -delete

FROM scratch AS runtime
COPY --from=slim / /
ARG BASE_IMAGE
ARG VERSION=1.0.0
ARG REVISION=unknown
ARG CREATED=1970-01-01T00:00:00Z
LABEL org.opencontainers.image.vendor="Lâmina" \
      org.opencontainers.image.licenses="LicenseRef-Proprietary" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}" \
      org.opencontainers.image.base.name="${BASE_IMAGE}"
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin NODE_ENV=production HOST=0.0.0.0
WORKDIR /app

FROM runtime AS api
LABEL org.opencontainers.image.title="lamina-api" \
      org.opencontainers.image.description="Reference API of Lâmina: calls, database, MQTT broker, demo farm"
COPY --from=api-modules /app ./
COPY shared/src shared/src
COPY agronomy/src agronomy/src
COPY reference reference
COPY LICENSE ./
# /data contains keys and the database, readable only by this user; /trust contains ca.pem for clients of the API.
RUN mkdir /data /trust && chown 10002:10002 /data /trust && chmod 700 /data
ENV PORT=4440 MQTT_PORT=8884 DATA_DIR=/data TLS_CA_COPY_FILE=/trust/ca.pem
VOLUME ["/data", "/trust"]
USER 10002:10002
EXPOSE 4440 8884
# The first start of a demo creates a year of history.
HEALTHCHECK --interval=10s --timeout=3s --start-period=300s --retries=3 \
    CMD ["node", "deploy/image/healthcheck.mjs", "api"]
CMD ["node", "reference/main.ts"]

# `docker compose run backup`: the API's backup program beside the tools of PostgreSQL, which must be as new as the server.
FROM ${POSTGRES_IMAGE} AS backup
ARG VERSION=1.0.0
LABEL org.opencontainers.image.title="lamina-backup" \
      org.opencontainers.image.description="Backup and restore of the reference API of Lâmina on PostgreSQL" \
      org.opencontainers.image.vendor="Lâmina" \
      org.opencontainers.image.licenses="LicenseRef-Proprietary" \
      org.opencontainers.image.version="${VERSION}"
WORKDIR /app
COPY --from=api /usr/local/bin/node /usr/local/bin/node
COPY --from=api /app ./
# A new volume takes the owner of its folder.
RUN node deploy/image/sbom.mjs . /var/lib/dpkg/status > sbom.cdx.json && mkdir /backups /data && chown 10002:10002 /backups /data && chmod 700 /backups /data
ENV NODE_ENV=production DATA_DIR=/data
USER 10002:10002
ENTRYPOINT []
CMD ["node", "reference/backup.ts", "backup", "/backups"]

FROM runtime AS bff
LABEL org.opencontainers.image.title="lamina-bff" \
      org.opencontainers.image.description="Web app and BFF of Lâmina: serves the client, forwards to the API, bridges the broker"
COPY --from=bundle /bundle ./
COPY deploy/image/healthcheck.mjs deploy/image/warm.mjs deploy/image/
COPY --from=client /app/client/dist client/dist
COPY LICENSE ./
# METRICS_PORT: /metrics is not on the users' port. DRAIN_DELAY_MS: time from SIGTERM until the listener closes, so that
# load balancers see /readyz fail first.
ENV PORT=8080 METRICS_PORT=9090 DRAIN_DELAY_MS=5000
# The compiled program belongs to this user, version of Node and path. --disable-warning: mqtt calls url.parse(), of which
# Node warns outside of node_modules. Two arenas, because glibc otherwise keeps freed memory for each of Node's threads; fixed
# thresholds, because it otherwise raises them until it gives back no body. A new space of 8 MB holds what a request needs.
# bench/bff/programs.ts starts the BFF with these lines. Reasons: docs/performance.md.
ENV NODE_COMPILE_CACHE=/app/server/cache NODE_OPTIONS="--disable-warning=DEP0169 --max-semi-space-size=8"
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
# /state contains push subscriptions and keys, where Valkey is not configured.
RUN mkdir server/cache /state && chown 10001:10001 server/cache /state && chmod 700 /state
ENV STATE_DIR=/state
VOLUME ["/state"]
USER 10001:10001
RUN ["node", "deploy/image/warm.mjs", "server/dist/main.mjs"]
EXPOSE 8080 9090
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
    CMD ["node", "deploy/image/healthcheck.mjs", "bff"]
CMD ["node", "server/dist/main.mjs"]
