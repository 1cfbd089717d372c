import { dirname } from 'node:path'
import type { Violation } from './structure-rules.ts'

/** The most files in the way of each journey in docs/architecture.md. */
const longestJourney = { 'A lead': 14, 'A chat message': 16, 'A document': 12 }

const looksLikePath = /^(?:[\w.@-]+\/)+[\w.-]+$/
/** Made by a build or a run. */
const isMade = /^(?:build|DATA_DIR)\//

/** Where a path in a document may begin. */
const bases = (path: string) => [`${dirname(path)}/`, '', 'src/', 'src/features/']

/**
 * Paths in documents that do not exist, and journeys that are too long.
 * @param documents text by path
 * @param exists also accepts the beginning of a name, as in `docs/decisions/015`
 */
export function checkDocuments(
  documents: Record<string, string>,
  exists: (path: string) => boolean,
): Violation[] {
  return Object.entries(documents).flatMap(([path, text]) => [
    ...text.split('\n').flatMap((line, at) =>
      [...line.matchAll(/`([^`]+)`|\]\((?!https?:)([^)#]+)/g)]
        .map(([, code, link]) => ({ named: code ?? link ?? '', isLink: link !== undefined }))
        .filter(({ named, isLink }) => isLink || (looksLikePath.test(named) && !isMade.test(named)))
        .filter(({ named }) => !bases(path).some((base) => exists(`${base}${named}`)))
        .map(({ named }) => ({
          ...{ path, line: at + 1, rule: 'missing path' },
          fix: `${named} does not exist: name the file or folder that there is`,
        })),
    ),
    ...(path.endsWith('architecture.md') ? checkJourneys(path, text) : []),
  ])
}

function checkJourneys(path: string, text: string): Violation[] {
  return Object.entries(longestJourney).flatMap(([name, most]) => {
    const start = text.indexOf(`**${name}**`)
    const [journey = ''] = start < 0 ? [] : text.slice(start).split('\n\n')
    const files = [...journey.matchAll(/`[^`]+\.tsx?`/g)]
    const line = text.slice(0, Math.max(start, 0)).split('\n').length
    const fix = `${name} passes ${files.length} files: list at least one and at most ${most}`
    return files.length > 0 && files.length <= most ? [] : [{ path, line, rule: 'journey', fix }]
  })
}
