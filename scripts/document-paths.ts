import { dirname } from 'node:path'
import type { Violation } from './check-structure.ts'

const looksLikePath = /^(?:[\w.@-]+\/)+[\w.-]+$/
/** Paths that a build or a run creates. */
const isMade = /^(?:build|DATA_DIR)\//

/** Folders that a path in a document may be relative to. */
const bases = (path: string) => [`${dirname(path)}/`, '', 'src/', 'src/features/']

/**
 * Finds paths in documents that do not exist.
 * @param documents the text of each document by path.
 * @param exists also accepts the beginning of a folder or file, as in `docs/decisions/015`.
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
