# Emend as an image, from a clone: docker build -t emend .
# docs/deploy.md says how to run it. `node scripts/check-container.ts` runs these steps without a container engine.

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY scripts/node-gyp scripts/node-gyp
COPY web/package.json web/
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY src src
COPY web web
COPY model model
COPY catalogue catalogue
# The image is for Linux with glibc, so the other platforms' SQLite stays behind.
RUN npm run build && rm -f dist/better-sqlite3/prebuilds/darwin-* dist/better-sqlite3/prebuilds/win32-* dist/better-sqlite3/prebuilds/linuxmusl-*

FROM node:24-bookworm-slim AS packages
WORKDIR /packages
COPY package.json package-lock.json ./
COPY scripts/node-gyp scripts/node-gyp
COPY web/package.json web/
RUN npm ci --omit=dev --workspaces=false --ignore-scripts --no-audit --no-fund

FROM node:24-bookworm-slim
COPY --from=packages /packages/node_modules /opt/emend/node_modules
COPY --from=build /build/dist /opt/emend/dist
COPY package.json LICENSE /opt/emend/
RUN ln -s /opt/emend/dist/bin.js /usr/local/bin/emend && mkdir /data && chown node:node /data
ENV NODE_ENV=production
ENV EMEND_SERVER_HOST=0.0.0.0
USER node
WORKDIR /data
VOLUME /data
EXPOSE 4180
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.EMEND_SERVER_PORT ?? 4180}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["emend"]
CMD ["serve"]
