/** A file in the queue of uploads. */
type QueuedFile = {
  id: number
  name: string
  percent: number
  state: 'waiting' | 'sending' | 'stopped'
}

type Stage = 1 | 2 | 3
/** How far each file was when it was last announced, by id. */
export type Announced = ReadonlyMap<number, { name: string; stage: Stage }>

const stageOf = ({ state, percent }: QueuedFile): Stage =>
  state === 'stopped' ? 3 : percent >= 50 ? 2 : 1

const words: Record<Stage, (name: string) => string> = {
  1: (name) => `Uploading ${name}`,
  2: (name) => `${name}: 50% uploaded`,
  3: (name) => `${name} wasn’t uploaded`,
}

/**
 * Announcements for screen readers: the start, half and end of each file.
 *
 * @param isStored whether a file that left the list was stored; otherwise it was canceled.
 */
export function uploadNews(
  before: Announced,
  files: readonly QueuedFile[],
  isStored: (id: number) => boolean,
): { announced: Announced; news: string | undefined } {
  const announced = new Map<number, { name: string; stage: Stage }>()
  let news: string | undefined
  for (const file of files) {
    const { id, name, state } = file
    if (state === 'waiting') continue
    const stage = stageOf(file)
    announced.set(id, { name, stage })
    if (before.get(id)?.stage !== stage) news = words[stage](name)
  }
  for (const [id, { name, stage }] of before) {
    if (announced.has(id) || stage === 3) continue
    news = `Upload of ${name} ${isStored(id) ? 'done' : 'canceled'}`
  }
  return { announced, news }
}
