import type { Report } from '../bench/report.ts'
import type { PostgresServer } from '../test/postgres-server.ts'
import { type Site, saveTagline, show, startSite, taglineAt } from './content-site.ts'
import { closeGate, openGate, plantGate, reached } from './kill-gate.ts'
import { connectTo, query } from './mail-ledger.ts'
import { owner, type Staff } from './mail-staff.ts'

const triggers = {
  'before the version is stored': 'before insert on site_versions',
  'version stored, audit entry not': 'before insert on audit_entries',
  'before the content version grows': 'before update on content_state',
  'drafts not cleared': 'before update on site_drafts',
  'all stored, not committed': 'after update on site_drafts',
} as const

const commits = { 'at the commit': 'site_versions' }

/** The answer is not awaited: this is seen from the database. */
const effects = { 'committed, not answered': 'select from site_versions where note = $1' }

const publishSteps = [triggers, commits, effects].flatMap(Object.keys)

async function killPublish(site: Site, editor: Staff, step: string, n: number): Promise<string[]> {
  const tagline = `Tagline ${n}`
  const revision = await saveTagline(editor, tagline)
  const { version } = await show(editor)
  const client = await connectTo(site.target)
  await closeGate(client, step in effects ? 'none' : step, '')
  const note = `publish ${n}`
  const publish = () =>
    editor.call<{ version: number }>('/api/admin/site/publish', {
      ...{ expectedVersion: version, sections: [{ section: 'firm', revision }], note },
    })
  const acting = publish()
  const isReached = await reached(client, { step, effects, key: note })
  await site.kill(0)
  const answered = await acting
  await client.end().catch(() => {})
  await site.restart(0)
  await query(site.target, openGate)
  const again = await publish()
  const after = await show(editor)
  const draft = after.draft.firm
  const faults = [
    !isReached && 'was not reached',
    // 409: what was killed had been committed; the screen shows whose version is live.
    ![201, 409].includes(again.status) && `the repeat was answered ${again.status}`,
    answered.status === 201 && again.status === 201 && 'was published twice',
    after.version !== version + 1 && `version ${after.version} after ${version}`,
    after.document.firm?.tagline !== tagline && 'the live text is another',
    (draft?.value !== null || draft.revision !== revision + 1) && 'the draft is not cleared',
    (await taglineAt(site.urls[0] ?? '')) !== tagline && 'visitors see another text',
  ]
  return faults.filter((fault) => typeof fault === 'string').map((fault) => `${step}: ${fault}`)
}

/** SIGKILL at each step of a publish; the editor's screen repeats it. */
export async function killedPublishes(
  report: Report,
  { kills, postgres }: { kills: number; postgres?: PostgresServer },
): Promise<void> {
  await using site = await startSite(1, postgres)
  const editor = await owner(site.urls[0] ?? '')
  const client = await connectTo(site.target)
  await plantGate(client, triggers, commits)
  await client.end()
  const faults: string[] = []
  let n = 0
  for (let round = 0; round < kills; round++) {
    for (const step of publishSteps) faults.push(...(await killPublish(site, editor, step, ++n)))
  }
  report(
    faults.length === 0,
    `publish killed at ${publishSteps.length} steps, ${postgres ? 'outside server' : 'own PostgreSQL'}: ${n} kills: ` +
      (faults.length === 0
        ? 'nothing or all of it, once; the draft whole or cleared'
        : `${faults.length} faults: ${faults.slice(0, 3).join('; ')}`),
  )
}
