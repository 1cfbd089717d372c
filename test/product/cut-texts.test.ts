import { globSync, readFileSync } from 'node:fs'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/project-root.ts'

/** Expressions for times, digests and the like, which are ASCII. */
const machineMade =
  /(toISOString\(\)|digest\('\w+'\)|'hex'\)|(time|day|moment|closes|startedAt|iso|hex|hash|digits|bits|made|newKey\(\)|fingerprintOf\(\w+\)))$/

const listMethods = /^(filter|flatMap|map|sort|split|toSorted)$/

/** There is no type information, so lists are recognized by their names. */
const lists =
  /^(.*\.)?(actions|addresses|changes|clients|days|features|fields|fragments|keys|messages|names|notices|parts|rows|starts)$/

const allowed: Record<string, string> = {
  "src/features/booking/hosts/refresh-calendars.server.ts: ofSource('ics').slice(0, 50)": 'a list',
  'src/features/booking/hosts/calendar-zone.ts: findIana(name).slice(0, 1)': 'a list',
  'src/features/booking/hosts/read-calendar.ts: time.toString().slice(0, 10)': 'a date',
  'src/features/booking/visitor/picker-days.ts: from.slice(0, 7)': 'a date',
  'src/features/booking/visitor/picker-days.ts: times.slice(0, first)': 'a list',
  'src/features/booking/visitor/times.ts: addDays(`${from.slice(0, 7)}-01`, 31).slice(0, 7)':
    'a date',
  'src/features/booking/visitor/times.ts: from.slice(0, 7)': 'a date',
  'src/features/booking/visitor/zone-choice.tsx: zonesLike(wanted, zones, at).slice(0, 6)':
    'a list',
  'src/features/clients/data-exchange/import-rows.tsx: matching.slice(0, shownAtOnce)': 'a list',
  'src/features/content/pages/drafts.server.ts: wanted.slice(0, 75)': 'an ASCII slug',
  'src/features/content/pages/list-pages.server.ts: found.slice(0, limit)': 'a list',
  'src/features/content/pages/slug.ts: slug.slice(0, 80)': 'ASCII by then',
  'src/features/content/social-images/draw-social-images.server.ts: due.slice(0, maxPerRun)':
    'a list',
  'src/features/mail/incoming/postmark.server.ts: text.slice(0, maxCharacters)':
    'a piece of a stream, compared with known words',
  'src/features/mail/mailbox/reduced-mail.server.ts: leavesOf(root).slice(0, maxLeaves)': 'a list',
  'src/features/site/home/case-studies-section.tsx: list.slice(0, 1)': 'a list',
  'src/server/backup/schema-version.ts: name.slice(0, 4)': 'the number of a migration',
  'src/server/mime/read-sender.ts: joinNames(addresses.flatMap((one) => one.group ?? [one])) .slice(0, maxAddresses)':
    'a list',
  'src/server/mime/reports.ts: all.slice(0, maxStatuses)': 'a list',
  'src/server/mime/reports.ts: named.slice(0, maxNamed)': 'a list',
  'src/server/mime/reports.ts: text.slice(0, maxNoticeCharacters)':
    'cut further where it is stored',
  'src/server/mime/reports.ts: text.slice(0, maxOpeningCharacters)': 'compared with known words',
  'src/server/mime/split-reply.ts: line.slice(0, maxLineCharacters)': 'compared with known forms',
  'src/web/illustrations/motions.ts: middle.slice(0, 2)': 'a list',
}

/** Finds where a source cuts what may be a user's text at a fixed number. */
function cutsIn(path: string, source: string): string[] {
  const found: string[] = []
  const textOf = ({ start, end }: ESTree.Span) => source.slice(start, end).replace(/\s+/g, ' ')
  const isList = (expression: ESTree.Expression) =>
    expression.type === 'ArrayExpression' ||
    (expression.type === 'CallExpression' &&
      expression.callee.type === 'MemberExpression' &&
      expression.callee.property.type === 'Identifier' &&
      listMethods.test(expression.callee.property.name)) ||
    lists.test(textOf(expression))
  new Visitor({
    CallExpression(node) {
      const { callee } = node
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (!/^(slice|substring|substr)$/.test(callee.property.name)) return
      const [from, to] = node.arguments
      if (from?.type !== 'Literal' || !to) return
      // Other names are of places that were found in the text.
      if (!/^(\d|max|first|shown|limit)|- /.test(textOf(to))) return
      if (machineMade.test(textOf(callee.object)) || isList(callee.object)) return
      found.push(`${path}: ${textOf(node)}`)
    },
  }).visit(parseSync(path, source).program)
  return found
}

test('texts of users are cut by one function, which knows grapheme clusters', () => {
  const found = globSync('src/**/*.{ts,tsx}', { cwd: projectRoot })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .flatMap((path) => cutsIn(path, readFileSync(new URL(path, projectRoot), 'utf8')))
  expect(found.sort()).toEqual(Object.keys(allowed).sort())
})

test('a cut is found in scripts and components, by each of the three methods', () => {
  const cuts = [
    'lead.message.slice(0, 200)',
    'name?.substring(0, maxShown)',
    '(notes ?? "").substr(0, limit - 3)',
  ]
  const others = ['rows.slice(0, 20)', 'text.slice(0, end)', 'at.toISOString().slice(0, 10)']
  const source = `export const Card = () => <p>{[${[...cuts, ...others].join(', ')}]}</p>`
  expect(cutsIn('card.tsx', source)).toEqual(cuts.map((cut) => `card.tsx: ${cut}`))
  expect(cutsIn('card.ts', `const cut = <T>(of: T) => ${cuts[0]}`)).toHaveLength(1)
})
