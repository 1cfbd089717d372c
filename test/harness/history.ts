/** A conversation after its end. Texts are unique: `<sender>:<n>`, where n counts from 1. */
export type ChatHistory = {
  sent: ReadonlySet<string>
  /** Texts whose echo came back, recorded at that moment. */
  acknowledged: ReadonlySet<string>
  /** Messages shown at each end, in order, without system notices. */
  screens: readonly (readonly string[])[]
  stored: readonly { seq: number; content: string; isNotice: boolean }[]
}

export type Verdict = {
  chats: number
  acknowledged: number
  /** Acknowledged messages that are missing in the database or on a screen. */
  lost: number
  /** Messages that appear more than once in the database or on a screen. */
  doubled: number
  /** Messages that precede an earlier one of the same sender in the database or on a screen. */
  outOfOrder: number
  /** Messages in the database that were never sent. */
  invented: number
  /** Chats in which a screen differs from the database, or whose `seq` has a gap. */
  differing: number
}

function doublesIn(texts: readonly string[]): number {
  return texts.length - new Set(texts).size
}

function disorderIn(texts: readonly string[]): number {
  const last = new Map<string, number>()
  let disorder = 0
  for (const text of texts) {
    const [sender = '', n] = text.split(':')
    if (Number(n) < (last.get(sender) ?? 0)) disorder++
    last.set(sender, Number(n))
  }
  return disorder
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** Compares what was acknowledged with the results, as Jepsen does. */
export function verdictOf(chats: readonly ChatHistory[]): Verdict {
  const per = chats.map(({ sent, acknowledged, screens, stored }) => {
    const texts = stored.filter(({ isNotice }) => !isNotice).map(({ content }) => content)
    const views = [texts, ...screens]
    const isGapless = stored.every(({ seq }, at) => seq === at + 1)
    const isSame = screens.every((screen) => screen.join('\n') === texts.join('\n'))
    return {
      acknowledged: acknowledged.size,
      lost: [...acknowledged].filter((text) => !views.every((view) => view.includes(text))).length,
      doubled: sum(views.map(doublesIn)),
      outOfOrder: sum(views.map(disorderIn)),
      invented: texts.filter((text) => !sent.has(text)).length,
      differing: isGapless && isSame ? 0 : 1,
    }
  })
  const total = (key: keyof (typeof per)[number]) => sum(per.map((one) => one[key]))
  return {
    chats: chats.length,
    acknowledged: total('acknowledged'),
    lost: total('lost'),
    doubled: total('doubled'),
    outOfOrder: total('outOfOrder'),
    invented: total('invented'),
    differing: total('differing'),
  }
}
