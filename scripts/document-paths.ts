import { dirname } from 'node:path'
import type { Violation } from './check-structure.ts'

const looksLikePath = /^(?:[\w.@-]+\/)+[\w.-]+$/
/** Made by a build or a run. */
const isMade = /^(?:build|DATA_DIR)\//

/** Where a path in a document may begin. */
const bases = (path: string) => [`${dirname(path)}/`, '', 'src/', 'src/features/']

/**
 * Paths in documents that do not exist.
 * @param documents text by path
 * @param exists also accepts the beginning of a folder or file, as in `docs/decisions/015`
 */
export function checkDocuments(
  documents: Record<string, string>,
  exists: (path: string) => boolean,
): Violation[] {
  return Object.entries(documents).flatMap(([path, text]) =>
    text.split('\n').flatMap((line, at) =>
      [...line.matchAll(/`([^`]+)`|\]\((?!https?:)([^)#]+)/g)]
        .map(([, code, link]) => ({ named: code ?? link ?? '', isLink: link !== undefined }))
        .filter(({ named, isLink }) => isLink || (looksLikePath.test(named) && !isMade.test(named)))
        .filter(({ named }) => !bases(path).some((base) => exists(`${base}${named}`)))
        .map(({ named }) => ({
          path,
          line: at + 1,
          fix: `${named} does not exist: name the file or folder that there is`,
        })),
    ),
  )
}
