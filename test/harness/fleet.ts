import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { openBucket } from './bucket.ts'
import { publicUrl } from './chat-pairs.ts'
import { startNginx } from './nginx.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { freePort, newDataDirectory, type RunningProduct, startProduct } from './product.ts'

/** Instances behind a proxy that share PostgreSQL and a bucket, all on this machine. */
export type Fleet = AsyncDisposable & {
  url: string
  products: RunningProduct[]
  postgres: PostgresServer
  /** Ends one instance gracefully and starts it again at the same address. */
  restart(n: number): Promise<void>
}

/** Starts a proxy in front of instances on these ports. */
type StartProxy = (ports: readonly number[]) => Promise<AsyncDisposable & { url: string }>

export async function startFleet(
  size: number,
  environment: Record<string, string> = {},
  startProxy: StartProxy = startNginx,
): Promise<Fleet> {
  await using stack = new AsyncDisposableStack()
  const postgres = stack.use(await startPostgres())
  const bucket = stack.use(await openBucket())
  const shared = {
    PUBLIC_URL: publicUrl,
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'warn',
    SECRET_KEY: randomBytes(32).toString('base64'),
    DATABASE_URL: postgres.url,
    ...bucket.environment,
    ...environment,
  }
  const products: RunningProduct[] = []
  const ports: number[] = []
  const directories: string[] = []
  stack.defer(async () => {
    await Promise.all(products.map((product) => product.stop()))
    for (const directory of directories) rmSync(directory, { recursive: true, force: true })
  })
  const start = (n: number) =>
    startProduct({ dataDir: directories[n], port: ports[n], environment: shared })
  for (let n = 0; n < size; n++) {
    directories.push(newDataDirectory())
    ports.push(await freePort())
    products.push(await start(n))
  }
  const proxy = stack.use(await startProxy(ports))
  const everything = stack.move()
  return {
    url: proxy.url,
    products,
    postgres,
    async restart(n) {
      await products[n]?.stop()
      products[n] = await start(n)
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  }
}
