import { fileURLToPath } from 'node:url'
import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import { isCallExpression, isPropertyAccessExpression } from 'typescript/unstable/ast/is'
import { API } from 'typescript/unstable/sync'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/project-root.ts'

/** Times, digests and the like, which are ASCII. */
const machineMade =
  /(toISOString\(\)|digest\('\w+'\)|'hex'\)|(time|day|moment|closes|startedAt|iso|hex|hash|digits|bits|newKey\(\)|fingerprintOf\(\w+\)))$/

const allowed: Record<string, string> = {
  'src/features/content/pages/drafts.server.ts: wanted.slice(0, 75)': 'an ASCII slug',
  'src/features/content/pages/slug.ts: slug.slice(0, 80)': 'ASCII by then',
  'src/features/mail/incoming/postmark.server.ts: text.slice(0, mostCharacters)':
    'a piece of a stream, compared with known words',
  'src/server/backup/schema-version.ts: name.slice(0, 4)': 'the number of a migration',
}

test('texts of users are cut by one function, which knows grapheme clusters', () => {
  const root = fileURLToPath(projectRoot)
  const api = new API({ cwd: root })
  const [project] = api.updateSnapshot({ openProject: `${root}tsconfig.json` }).getProjects()
  if (!project) throw new Error('no project')
  const { checker, program, rootFiles } = project
  const found: string[] = []
  for (const path of rootFiles) {
    const file = path.replace(root, '')
    if (!file.startsWith('src/') || /\.test\.tsx?$/.test(file)) continue
    const source = program.getSourceFile(path)
    if (!source || !/\.(slice|substring|substr)\(/.test(source.text)) continue
    const textOf = ({ pos, end }: Node) => source.text.slice(pos, end).replace(/\s+/g, ' ').trim()
    const visit = (node: Node): void => {
      node.forEachChild(visit)
      if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return
      const { name, expression } = node.expression
      if (!/^(slice|substring|substr)$/.test(name.text)) return
      const [from, to] = node.arguments
      if (from?.kind !== SyntaxKind.NumericLiteral || !to) return
      // Other names are of places that were found in the text.
      if (!/^(\d|most|max|longest|first|shown|limit)|- /.test(textOf(to))) return
      if (machineMade.test(textOf(expression))) return
      const type = checker.getTypeAtLocation(expression)
      if (!type || !/^string\b(?!\[)/.test(checker.typeToString(type))) return
      found.push(`${file}: ${textOf(node)}`)
    }
    visit(source)
  }
  api.close()
  expect(found.sort()).toEqual(Object.keys(allowed).sort())
})
