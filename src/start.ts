import { Server } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { databaseTime, describeClocks } from '#server/database/clock.ts'
import { describeError } from '#server/database/describe-error.ts'
import type { Transport } from './contract/endpoint.ts'
import { startWatcher } from './features/automations/watcher/start-watcher.server.ts'
import { type Chat, openChat } from './features/chat/server/socket.server.ts'
import { openLivePages } from './features/content/live-pages/live-pages.server.ts'
import { effectiveSettings } from './features/content/resolved-settings/effective-settings.ts'
import { planSocialImages } from './features/content/social-images/draw-social-images.server.ts'
import { findSocialImage } from './features/content/social-images/find-social-image.server.ts'
import { seedWithContent } from './features/content/transfer/first-start.server.ts'
import { openGoogle } from './features/google/connection/connection.server.ts'
import { makeFirstOwner } from './features/identity/users/create-user.server.ts'
import { startMailbox } from './features/mail/mailbox/read-mailbox.server.ts'
import { recordRestore } from './features/receipts/log/record-restore.server.ts'
import { startSequencer } from './features/receipts/log/sequencer.server.ts'
import { startLog } from './features/receipts/log/start-log.server.ts'
import { seedSite } from './seed.ts'
import { type Config, recommendedMinSeconds } from './server/config.ts'
import { followContent } from './server/content/instances.ts'
import { type LiveContent, openLiveContent } from './server/content/live-content.ts'
import { readLiveSettings } from './server/content/live-settings.ts'
import { type OpenDatabase, openDatabase } from './server/database/open.ts'
import { diskSpaceIn, unlimitedDiskSpace } from './server/files/disk-space.ts'
import { connectionsAllowed } from './server/files/file-handles.ts'
import { documentsDirectory, openStorage } from './server/files/open-storage.ts'
import type { Dependency } from './server/health.ts'
import { openApp } from './server/http/app.ts'
import { anonymousCalls, inProcess } from './server/http/serve.ts'
import { runUntilStopped, startWorker } from './server/jobs/jobs.ts'
import { startMailSender } from './server/mail/send-mail.ts'
import { openMetrics } from './server/metrics/metrics.ts'
import { listenForMetrics } from './server/metrics/serve-metrics.ts'
import * as sources from './server/metrics/sources.ts'
import type { OwnServer } from './server/own-postgres/server.ts'
import { postgresBroker } from './server/pub-sub/postgres-broker.ts'
import { type OpenBroker, openPubSub } from './server/pub-sub/pub-sub.ts'
import { explainListen } from './server/refused-start.ts'
import type { Forms } from './server/render/forms.ts'
import type { SiteContent } from './server/render/pages.ts'
import type { FindPreview } from './server/render/previews.ts'
import { builtSite, loadBuiltSite } from './server/render/site.ts'
import { openEncryption } from './server/security/encryption.ts'
import { refuseLostKey } from './server/security/re-encryption.ts'
import { openSecretKeys } from './server/security/secret-key.ts'
import type { Dependencies } from './server/service/context.ts'
import { openJobs } from './server/service/job-queue.ts'
import { openLimits } from './server/service/rate-limits.ts'
import { refuse } from './server/sockets/socket.ts'
import { addRoutes, encryptedColumns, jobs, loops, mailHandlers, register } from './services.ts'
import { findPreview, siteContent } from './site-content.ts'
import { formPages, uncachedPages } from './special-pages.ts'

export type Product = {
  app: FastifyInstance
  /** Set when the first owner was created with a generated password. */
  generatedPassword: string | undefined
  /** Finishes running requests, then closes everything in reverse order of opening. */
  close(): Promise<void>
}

type Parts = {
  config: Config
  log: Logger
  /** The own PostgreSQL, if it is already starting. */
  server?: Promise<OwnServer> | undefined
}

const drainTimeoutMs = 10_000

/** Limits running requests; together with the drain it is below `stopTimeoutMs` of `main.ts`. */
const finishTimeoutMs = 15_000

/** The time between accepting a connection and reading its request, which a proxy sends at once. */
const unreadMs = 250

/** With the own PostgreSQL there are no other instances. */
function brokerOf({ databaseUrl }: Config): OpenBroker | undefined {
  return databaseUrl ? postgresBroker(databaseUrl) : undefined
}

async function loadSite({ config, log }: Parts) {
  const report = (error: unknown) => log.error({ event: 'page', error: describeError(error) })
  if (config.production) {
    const site = await loadBuiltSite(report)
    return (
      deps: Dependencies,
      transport: Transport,
      forms: Forms,
      content: SiteContent,
      find: FindPreview,
    ) => builtSite(site, deps, transport, forms, content, find)
  }
  const { addDevelopmentSite } = await import('./server/render/site-dev.ts')
  return (
    _deps: Dependencies,
    transport: Transport,
    forms: Forms,
    content: SiteContent,
    find: FindPreview,
  ) => ({
    drop: () => {},
    add: (app: FastifyInstance) =>
      addDevelopmentSite(app, transport, config.publicUrl, report, forms, content, find),
  })
}

/** Exposes metrics if they are configured. Otherwise their sources cost nothing. */
async function exposeMetrics(
  { config, log }: Parts,
  { metrics, db }: Dependencies,
  database: OpenDatabase,
  dependencies: readonly Dependency[],
  chat: Chat,
): Promise<() => Promise<void>> {
  const watch = sources.watchProcess()
  for (const source of [
    watch.source,
    sources.queueSource(db),
    sources.bookingSource(db),
    sources.receiptSource(db),
    sources.automationSource(db),
    sources.databaseSource(database.waiting),
    sources.dependencySource(dependencies),
    sources.diskSource(documentsDirectory(config)),
    sources.socketSource(chat.roles),
  ]) {
    metrics.add(source)
  }
  const { port, host, token } = config.metrics ?? {}
  const close =
    port && host ? await listenForMetrics(metrics, { port, host, token }, log) : undefined
  return async () => {
    watch.stop()
    await close?.()
  }
}

/**
 * Accepts no more connections but answers pending ones: `close` would cut those whose request was
 * not read yet.
 */
async function stopListening({ server }: FastifyInstance): Promise<void> {
  // By then, the event loop has accepted all waiting connections.
  await new Promise(setImmediate)
  Server.prototype.close.call(server)
  await delay(unreadMs)
}

/**
 * Opens everything that the product needs, and listens.
 *
 * @throws Error with a one-line message for the operator.
 */
export async function startProduct(parts: Parts): Promise<Product> {
  const { config, log, server } = parts
  const closers: (() => unknown)[] = []
  const closeAll = async () => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer()
  }
  try {
    // Loading blocks this process, so connections would time out meanwhile. PostgreSQL starts in
    // another process at the same time.
    const siteOver = await loadSite(parts)
    const database = await openDatabase({
      dataDir: config.dataDir,
      databaseUrl: config.databaseUrl,
      server,
      log: (line) => log.info({ event: 'database' }, line),
    })
    closers.push(() => database.close())
    const secret = openSecretKeys(config)
    const encryption = openEncryption(secret.keys)
    const { db } = database
    const clocks = describeClocks(await databaseTime(db), new Date())
    if (clocks) log.warn({ event: 'clocks' }, clocks)
    await refuseLostKey({ db, encryption, config }, encryptedColumns)
    secret.keep()
    await db.transaction(async (tx) => {
      await startLog({ db, encryption, config }, tx)
      await recordRestore({ db, encryption, config }, tx)
    })
    const storage = await openStorage(config)
    await seedWithContent({ db, storage, config }, (fill) => seedSite(db, config.retain, fill))
    const settings = await readLiveSettings(db)
    if (!settings) throw new Error('No version of the site settings can be read.')
    const generatedPassword = await makeFirstOwner(
      db,
      config.firstOwner,
      settings.document.firm.name,
    )
    const diskSpace = config.databaseUrl ? unlimitedDiskSpace : diskSpaceIn(config.dataDir)
    const dependencies: Dependency[] = [
      { name: 'database', answers: () => database.ping() },
      storage.health,
      ...(diskSpace.health ? [diskSpace.health] : []),
    ]
    await diskSpace.assertSpace().catch(() => {
      const refused = 'forms, changes and chat messages are refused until there is more'
      log.warn({ event: 'disk_full' }, `Less than 200 MB are free for DATA_DIR: ${refused}.`)
    })
    const google = await openGoogle(config)
    if (google) closers.push(google.close)
    const livePages = openLivePages(db)
    const deps: Dependencies = {
      config,
      db,
      limits: openLimits(),
      jobs: openJobs(),
      encryption,
      pubSub: openPubSub(brokerOf(config), log),
      content: openLiveContent(db, settings, effectiveSettings(config), livePages.read),
      contentChanged: () => deps.pubSub.publish({ kind: 'content' }),
      storage,
      diskSpace,
      metrics: openMetrics(),
      google: google?.access,
      revoked: new Set(),
    }
    closers.push(() => deps.pubSub.close())
    deps.pubSub.on('content', () => site.drop())
    const forms = {
      routes: formPages,
      personal: uncachedPages,
      callsOf: anonymousCalls(deps, register),
    }
    const imageOf = (path: string) => findSocialImage(db, deps.content.settings(), path)
    const shown = siteContent(deps.content, livePages.isLive, livePages.nextChange, imageOf)
    const callsOver = (content: LiveContent) => inProcess({ ...deps, content }, register, log)
    const site = siteOver(deps, callsOver(deps.content), forms, shown, (token) =>
      findPreview(deps, token, callsOver),
    )
    deps.content.onChange(() => {
      site.drop()
      // An image that is not drawn now is drawn at night.
      planSocialImages(deps).catch(() => {})
    })
    const following = followContent({ ...deps, log, several: Boolean(config.databaseUrl) })
    closers.push(following.close)
    await Promise.all([following.ready(), livePages.read(deps.content.resolved())])
    let draining = false
    const app = await openApp({
      deps,
      register,
      dependencies,
      log,
      isDraining: () => draining,
      addRoutes,
      addSite: site.add,
    })
    closers.push(() => app.close())
    const chat = await openChat({ deps, log })
    closers.push(() => chat.close())
    app.server.on('upgrade', (request, stream, head) => {
      // In development, every other upgrade belongs to Vite.
      if (!chat.upgrade(request, stream, head) && config.production) {
        refuse(stream, 404, config.secureCookies)
      }
    })
    if (config.metrics) closers.push(await exposeMetrics(parts, deps, database, dependencies, chat))
    const connections = connectionsAllowed()
    if (connections) app.server.maxConnections = connections
    // The watcher starts before pings arrive, so that it first handles what was missed during
    // downtime.
    const { minSeconds } = config.automations
    if (minSeconds < recommendedMinSeconds) {
      log.warn({ event: 'config' }, `AUTOMATION_MIN_SECONDS is ${minSeconds}: for trials only.`)
    }
    closers.push(await startWatcher({ ...deps, log }))
    database.limitWaits()
    await app.listen({ port: config.port, host: config.host }).catch(explainListen)
    closers.push(startWorker({ ...deps, log }, jobs))
    for (const { name, isNeeded, step } of loops) {
      const tools = { ...deps, log }
      if (isNeeded(config)) closers.push(runUntilStopped(tools, name, () => step(tools)))
    }
    if (config.intake?.imap) closers.push(startMailbox({ ...deps, log }))
    if (config.mail) closers.push(startMailSender({ ...deps, log }, mailHandlers))
    closers.push(startSequencer({ ...deps, log }))
    return {
      app,
      generatedPassword,
      async close() {
        draining = true
        await delay(config.drainMs)
        // Sockets are closed gradually, so that visitors do not all reconnect at once.
        await chat.drain(Math.min(chat.size() * 5, drainTimeoutMs))
        if (config.drainMs > 0) await stopListening(app)
        const tooLong = setTimeout(() => app.server.closeAllConnections(), finishTimeoutMs)
        await closeAll()
        clearTimeout(tooLong)
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}
