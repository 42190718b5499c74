# The image of Deckhand: `serve` without arguments, and every other command, such as `verify`. docs/serve.md says how to use it.
# The tags name exact versions. Add digests where your registry is reached.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY examples/deck-app/package.json examples/deck-app/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=peer --workspaces=false --ignore-scripts --no-audit --no-fund && rm package-lock.json .npmrc

FROM node:24.21.0-alpine
COPY --from=packages /app /app
COPY --from=build /src/dist /app/dist
COPY LICENSE /app/
COPY openapi /app/openapi
COPY scenarios /app/scenarios
COPY schemas /app/schemas
# Your files are here: scenarios, reports, recordings. The server itself writes none.
WORKDIR /work
# Other machines must reach the server. So `serve` needs a control token and keys, which this image does not hold: docs/serve.md.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4010
EXPOSE 4010
# The user `node` of the base image, as a number, so that orchestrators can check it.
USER 1000:1000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/_deckhand/`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/cli/main.js"]
CMD ["serve"]
