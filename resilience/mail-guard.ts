import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Report } from '../bench/report.ts'
import { until } from '../test/chat-pairs.ts'
import { accepted, notPublic, publicAddress, unusualForms } from '../test/outbound.ts'
import { startProduct } from '../test/product.ts'
import { openPushService } from '../test/push-stand-in.ts'
import { openSmtpStandIn } from '../test/smtp-stand-in.ts'
import { mailEnvironment, newVisitor, query, sendForm } from './mail-ledger.ts'
import { owner, type Staff } from './mail-staff.ts'

const inAddress = (ip: string) => `https://${ip.includes(':') ? `[${ip}]` : ip}/hook`

/** A zone is not allowed in an address. */
const literals = (all: readonly string[]) => all.filter((ip) => !ip.includes('%'))

const wrongForms = [
  ...['http://n.guard.test/x', 'https://n.guard.test:8443/x', 'https://u:p@n.guard.test/x'],
  ...['ftp://n.guard.test/x', 'file:///etc/passwd', 'https://n.guard.test@127.0.0.1/'],
  ...['https://localhost/', 'https://nowhere.guard.test/'],
]

async function tryChannel(staff: Staff, url: string) {
  const { status, body } = await staff.call<{ id: string }>('/api/admin/channels', {
    ...{ kind: 'slack', name: 'Guard', url, showNames: false, events: ['lead.created'] },
  })
  return { status, id: status === 201 ? body.id : undefined }
}

/** Whether something connects to this machine's own port 443. */
async function watchLoopback() {
  let connections = 0
  const open = async (host: string) => {
    const server = createServer((socket) => {
      connections++
      socket.destroy()
    })
    const isOpen = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen({ host, port: 443, ...(isIP(host) === 6 && { ipv6Only: true }) }, () =>
        resolve(true),
      )
    })
    return isOpen ? server : undefined
  }
  const servers = [await open('0.0.0.0'), await open('::')].flatMap((one) => one ?? [])
  return {
    ...{ isWatched: servers.length > 0, connections: () => connections },
    [Symbol.dispose]() {
      for (const server of servers) server.close()
    },
  }
}

/** Addresses that somebody enters, and names whose addresses change after they were checked. */
export async function outboundGuard(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-resolver-'))
  const file = join(folder, 'names.json')
  let names: Record<string, string[]> = {}
  const resolve = (changed: Record<string, string[]>) => {
    names = { ...names, ...changed }
    writeFileSync(file, JSON.stringify(names))
  }
  resolve({ 'n.guard.test': [publicAddress] })
  using loopback = await watchLoopback()
  await using smtp = await openSmtpStandIn()
  await using pushes = await openPushService()
  await using product = await startProduct({
    environment: mailEnvironment(smtp.url, { OWN_RESOLVER: file }),
    programOptions: ['--import', './test/own-resolver.ts'],
  })
  const staff = await owner(product.url)
  const wrong: string[] = []

  let refused = 0
  const mustRefuse = async (url: string) => {
    const { status, id } = await tryChannel(staff, url)
    if (id) await staff.call(`/api/admin/channels/${id}`, undefined, { method: 'DELETE' })
    if (status === 400) refused++
    else wrong.push(`${url} was saved (${status})`)
  }
  for (const ip of literals(notPublic)) await mustRefuse(inAddress(ip))
  for (const form of unusualForms) await mustRefuse(`https://${form}/`)
  for (const url of wrongForms) await mustRefuse(url)
  for (const ip of notPublic) {
    resolve({ 'n.guard.test': [publicAddress, ip] })
    await mustRefuse('https://n.guard.test/x')
    const { status } = await staff.call('/api/admin/push/subscriptions', {
      ...{ ...pushes.subscribe('key'), endpoint: 'https://n.guard.test/push', device: 'Guard' },
    })
    if (status === 400) refused++
    else wrong.push(`${ip} was taken as a push service (${status})`)
  }

  let taken = 0
  for (const ip of accepted) {
    resolve({ 'n.guard.test': [ip] })
    for (const url of [inAddress(ip), 'https://n.guard.test/x']) {
      const { status, id } = await tryChannel(staff, url)
      if (!id) wrong.push(`${url} was refused (${status})`)
      else taken++
      if (id) await staff.call(`/api/admin/channels/${id}`, undefined, { method: 'DELETE' })
    }
  }

  // Twenty channels at most; public when they were saved.
  const channels = Array.from({ length: 20 }, (_, n) => `c${n}.guard.test`)
  resolve(Object.fromEntries(channels.map((name) => [name, [publicAddress]])))
  for (const name of channels) await tryChannel(staff, `https://${name}/x`)
  let [rebound, stopped] = [0, 0]
  for (let at = 0; at < notPublic.length; at += channels.length) {
    const part = notPublic.slice(at, at + channels.length)
    resolve(Object.fromEntries(channels.map((name, n) => [name, [part[n] ?? '127.0.0.1']])))
    await sendForm(product.url, newVisitor())
    rebound += channels.length
    await until('the deliveries', 60_000, async () => {
      const ended = `select from notification_deliveries where state <> 'queued'`
      return (await query(product, ended)).length >= rebound
    })
    const failed = await query(
      product,
      `select from notification_deliveries where state = 'failed' and error = 'not_public' and attempts = 1`,
    )
    stopped = failed.length
  }
  if (stopped !== rebound) wrong.push(`${rebound - stopped} deliveries were not stopped`)
  if (loopback.connections() > 0)
    wrong.push(`${loopback.connections()} connections to this machine`)
  rmSync(folder, { recursive: true, force: true })
  report(
    wrong.length === 0,
    `outbound guard: ${refused} addresses refused at saving (${notPublic.length} not public, in the address and by ` +
      `DNS beside a public one, ${unusualForms.length} unusual forms, ${wrongForms.length} of a wrong kind), ` +
      `${taken} public ones accepted, ${stopped} of ${rebound} names that turned private after saving stopped at ` +
      `sending; ${loopback.isWatched ? loopback.connections() : 'unwatched'} connections to this machine` +
      (wrong.length > 0 ? `; wrong: ${wrong.slice(0, 5).join(', ')}` : ''),
  )
}
