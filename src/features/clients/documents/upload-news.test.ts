import { expect, test } from 'vitest'
import { type Announced, uploadNews } from './upload-news.ts'

type Files = Parameters<typeof uploadNews>[1]

const file = (percent: number, more: Partial<Files[number]> = {}): Files[number] => ({
  id: 1,
  name: 'a.pdf',
  percent,
  state: 'sending',
  ...more,
})

/** Returns the announcements for successive states of the list of files. */
function announcements(lists: Files[], stored: number[] = []): (string | undefined)[] {
  let before: Announced = new Map()
  return lists.map((files) => {
    const { announced, news } = uploadNews(before, files, (id) => stored.includes(id))
    before = announced
    return news
  })
}

test('start, half and end of a stored file are announced', () => {
  expect(announcements([[file(0)], [file(20)], [file(60)], []], [1])).toEqual([
    'Uploading a.pdf',
    undefined,
    'a.pdf: 50% uploaded',
    'Upload of a.pdf done',
  ])
})

test('a canceled file is never announced as done, also when it was fully sent', () => {
  for (const percent of [0, 60, 100]) {
    expect(announcements([[file(percent)], []]).at(-1)).toBe('Upload of a.pdf canceled')
  }
  const next = file(0, { id: 2, name: 'b.pdf' })
  expect(announcements([[file(60), next], [next]], [2]).at(-1)).toBe('Upload of a.pdf canceled')
  // A file that was still waiting was never announced.
  expect(announcements([[file(0, { state: 'waiting' })], []])).toEqual([undefined, undefined])
})

test('a refused file is announced once, and not again when it is dismissed', () => {
  const refused = file(0, { state: 'stopped' })
  expect(announcements([[file(0)], [refused], []])).toEqual([
    'Uploading a.pdf',
    'a.pdf wasn’t uploaded',
    undefined,
  ])
})
