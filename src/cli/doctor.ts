import { existsSync } from 'node:fs'
import { type Config, ConfigError, readConfig } from '#server/config.ts'
import {
  type Finding,
  failed,
  formatFinding,
  notSet,
  runCheck,
  statuses,
} from './doctor-findings.ts'
import { checkInside, sealOf } from './doctor-inside.ts'
import { checkMailIn } from './doctor-mail-in.ts'
import { checkFromOutside } from './doctor-outside.ts'
import { checkReceipts } from './doctor-receipts.ts'
import type { Arguments } from './operate.ts'

function configurationHere(): Config | undefined {
  try {
    process.loadEnvFile()
  } catch {
    // Without a .env file, only the environment counts.
  }
  const config = readConfig(process.env)
  const isMeant = config.databaseUrl ?? process.env.DATA_DIR
  return isMeant || existsSync(config.dataDir) ? config : undefined
}

async function examine(given: string | undefined): Promise<Finding[]> {
  const check = 'Configuration'
  let config: Config | undefined
  const findings: Finding[] = []
  try {
    config = configurationHere()
    if (!config) findings.push(notSet(check, 'none here: only checks from outside were made.'))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    findings.push(failed(check, error.message))
  }
  const address = given ?? config?.publicUrl ?? 'http://localhost:3000'
  if (!/^https?:/.test(address) || !URL.canParse(address)) {
    return [failed('Address', `${address} is none: use npm run doctor -- https://www.example.com`)]
  }
  const url = new URL('/', address)
  const encryption = config && sealOf(config)
  const outside = await runCheck('Home page', () => checkFromOutside({ url, config, encryption }))
  const inside = config
    ? [
        ...(await checkInside(config)),
        ...(await runCheck('Mail in', () => checkMailIn(config, url))),
        ...(await runCheck('Receipts', () => checkReceipts(config, url))),
      ]
    : []
  return [...outside, ...findings, ...inside]
}

/** Runs the checks from outside, and those from inside where the configuration is available. */
export async function doctor({ words: [address] }: Arguments): Promise<void> {
  const findings = await examine(address)
  for (const found of findings) console.log(formatFinding(found))
  const count = (status: Finding['status']) =>
    findings.filter((found) => found.status === status).length
  console.log(statuses.map((status) => `${count(status)} ${status}`).join(', '))
  // The process exits explicitly, because sockets that a proxy keeps open would delay the exit.
  process.exit(count('failed') > 0 ? 1 : 0)
}
