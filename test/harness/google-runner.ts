import { randomBytes } from 'node:crypto'
import type { GoogleService } from '#features/google/connection/scopes.ts'
import type { StandIn } from '#features/google/stand-in/stand-in.server.ts'
import { clickConsent, setUpInputs } from './google-clicks.ts'
import { newDataDirectory, type RunningProduct, startProduct } from './product.ts'

export type Person = { id: string; name: string; email: string }

const publicUrl = 'http://localhost:3000'

/** The product with all its output, restarted on the same data after each kill. */
export class GoogleRunner {
  readonly dataDir = newDataDirectory()
  readonly standIn: StandIn
  cookie = ''
  kills = 0
  readonly #output: string[] = []
  readonly #options: Parameters<typeof startProduct>[0]
  #product: RunningProduct | undefined
  #url = ''

  constructor(standIn: StandIn, port: number, databaseUrl: string | undefined) {
    this.standIn = standIn
    this.#options = {
      dataDir: this.dataDir,
      port,
      environment: {
        PUBLIC_URL: publicUrl,
        GOOGLE: standIn.url,
        LOG_LEVEL: 'trace',
        SECRET_KEY: randomBytes(32).toString('base64'),
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      },
    }
  }

  async start(): Promise<void> {
    this.#product = await startProduct(this.#options)
    this.#url = this.#product.url
  }

  async stop(signal?: NodeJS.Signals): Promise<void> {
    await this.#product?.stop(signal)
    this.#output.push(this.#product?.output() ?? '')
    if (signal) this.kills++
  }

  get output(): string {
    return this.#output.join('\n')
  }

  async call(
    path: string,
    body?: unknown,
    method = body ? 'POST' : 'GET',
  ): Promise<{ status: number; text: string }> {
    const answer = await fetch(`${this.#url}${path}`, {
      method,
      redirect: 'manual',
      headers: { origin: publicUrl, cookie: this.cookie, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const [set] = answer.headers.getSetCookie()
    if (path.endsWith('/login')) this.cookie = set?.split(';')[0] ?? ''
    // The address of the consent page legitimately contains the requester's state.
    if (!path.startsWith('/api/google/auth/url')) this.#output.push(text)
    return { status: answer.status, text }
  }

  async newClient(name: string): Promise<Person> {
    const email = `${name.toLowerCase().replace(/\W+/g, '-')}@n.example`
    const { text } = await this.call('/api/admin/clients', { name, email })
    return { ...(JSON.parse(text) as { id: string }), name, email }
  }

  press(service: GoogleService, client: Person) {
    return this.call(`/api/google/${service}/setup`, setUpInputs(client)[service])
  }
}

export async function connectAll(runner: GoogleRunner): Promise<void> {
  for (const serviceType of ['drive', 'calendar', 'gmail']) {
    const { text } = await runner.call(`/api/google/auth/url?serviceType=${serviceType}`)
    const { authUrl } = JSON.parse(text) as { authUrl: string }
    const back = await clickConsent(runner.standIn, authUrl)
    await runner.call(back.pathname + back.search)
    // Fetches the access token, which would otherwise be a step of the first set-up.
    await runner.call('/api/google/auth', { serviceType })
  }
}

/** The resources at Google for a client, as text. */
export function standing({ workspace }: StandIn, service: GoogleService, client: Person): string {
  const files = [...workspace.files.values()].filter(
    ({ appProperties }) => appProperties.clientId === client.id,
  )
  const shares = files.flatMap(({ permissions }) => permissions.map((one) => one.emailAddress))
  const calendars = [...workspace.calendars.values()].filter(({ description }) =>
    description.includes(client.id),
  )
  const rules = calendars.flatMap(({ acl }) => acl.map((one) => JSON.stringify(one.scope)))
  const labels = [...workspace.labels.values()].filter(
    ({ name }) => name === client.name || name.startsWith(`${client.name}/`),
  )
  const filters = [...workspace.filters.values()].filter(
    ({ criteria }) => (criteria as { from: string }).from === client.email,
  )
  const counts: Record<GoogleService, number[]> = {
    drive: [files.length, shares.length],
    sheets: [files.length, shares.length],
    calendar: [calendars.length, rules.length],
    gmail: [labels.length, filters.length],
  }
  return counts[service].join(' + ')
}

/** The complete result of each set-up: created and shared, or labels and filters. */
export const whole: Record<GoogleService, string> = {
  drive: '4 + 1',
  sheets: '1 + 1',
  calendar: '1 + 1',
  gmail: '5 + 4',
}
