export type Case = {
  id: string
  title: string
  challenge: string
  industry: string
  tags: readonly string[]
  featured: boolean
  position: number
}

export type NearCase = { id: string; title: string; shared: string[] }

const minLetters = 4
const maxWordsPerText = 5
const minPoints = 3

const tagPoints = 3
const fieldPoints = 2

/** Words that occur in any request and so distinguish nothing. */
const stopWords = new Set(
  `about after again also another because been before being between both cannot come could does doing
  down during each even every from further have having here into just like made make many more most
  much need only other over same should some such than that their them then there these they this those
  through today under until very want well were what when where which while will with work would your
  automate automation process project business company customer client help please thank thanks`
    .split(/\s+/)
    .map(stem),
)

function stem(word: string): string {
  return word.length > minLetters && /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

/** Words of at least four letters, without accents, case or a plural s. */
export function wordsOf(text: string): Set<string> {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = (folded.match(/\p{L}+/gu) ?? [])
    .filter((word) => word.length >= minLetters)
    .map(stem)
  return new Set(words.filter((word) => !stopWords.has(word)))
}

const sharedBy = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  [...one].filter((word) => other.has(word))

/** @param services the services that the visitor ticked. */
export function nearestCase(
  text: string,
  services: readonly string[],
  cases: readonly Case[],
): NearCase | null {
  const said = wordsOf([text, ...services].join(' '))
  const scored = cases.map((study) => {
    const tags = study.tags.filter((tag) => {
      const words = wordsOf(tag)
      return words.size > 0 && [...words].every((word) => said.has(word))
    })
    const ofField = sharedBy(wordsOf(study.industry), said)
    const ofText = sharedBy(wordsOf(`${study.title} ${study.challenge}`), said)
    const points =
      tagPoints * tags.length +
      fieldPoints * ofField.length +
      Math.min(maxWordsPerText, ofText.length)
    const shared = [...new Set([...tags, ...ofField, ...ofText])]
    return { study, points, shared }
  })
  const [best] = scored.sort(
    (a, b) =>
      b.points - a.points ||
      Number(b.study.featured) - Number(a.study.featured) ||
      a.study.position - b.study.position ||
      (a.study.id < b.study.id ? -1 : 1),
  )
  if (!best || best.points < minPoints) return null
  return { id: best.study.id, title: best.study.title, shared: best.shared }
}
