# syntax=docker/dockerfile:1
# Not tested with Docker. The steps are those of `npm start`.
#
#   docker build -t counterfoil .
#   docker run -p 3000:3000 -v counterfoil-data:/data --read-only --tmpfs /tmp counterfoil
#
# The image has its own Node, so install scripts are skipped. PostgreSQL's would link its libraries; the
# links are made below instead, because the files are read-only at run time.

FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN NODE_ENV=production node_modules/.bin/react-router build \
 && node scripts/build-server.ts \
 && node scripts/build-database-image.ts

FROM node:26-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --omit=dev

FROM node:26-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN install -d -o node -g node -m 700 /data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/build build
COPY package.json ./
COPY drizzle drizzle
COPY src src
RUN node -e "import('/app/src/server/own-postgres/programs.ts').then((own) => own.findPrograms())"
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/server/main.js"]
