import { beforeEach, expect, test, vi } from 'vitest'
import { showSuccess } from './outcome.ts'
import { forgetActs, recentUndos, recordUndo } from './recent-undos.ts'
import { dismissToast, shownToasts, toast } from './toast-store.ts'

const action = { label: 'Undo', onSelect: () => {} }
const places = () => {
  const { lower, upper } = shownToasts.get()
  return [lower, upper].map((one) => (one ? `${one.title}${one.open ? '' : ', closed'}` : null))
}

beforeEach(() => {
  vi.useFakeTimers()
  shownToasts.set({ ...shownToasts.get(), lower: null, upper: null })
  forgetActs()
  return () => vi.useRealTimers()
})

test('one toast at a time', () => {
  toast({ title: 'Saved' })
  const { group } = shownToasts.get()
  toast({ title: 'Saved again', action: { label: 'Download', onSelect: () => {} } })
  expect(places()).toEqual(['Saved again', null])
  toast({ title: 'Error' })
  expect(places()).toEqual(['Error', null])
  expect(shownToasts.get().group).toBeGreaterThan(group)
})

test('what can still be undone stays in its place beside one newer toast, never beside two', () => {
  toast({ title: 'Deleted', description: 'Deleted', action })
  const { group } = shownToasts.get()
  toast({ title: 'Saved' })
  expect(places()).toEqual(['Deleted', 'Saved'])
  toast({ title: 'Error' })
  expect(places()).toEqual(['Deleted', 'Error'])
  const archived = toast({ title: 'Archived', description: 'Archived', action })
  expect(places()).toEqual(['Deleted', 'Archived'])
  toast({ title: 'Moved', description: 'Moved', action })
  expect(places(), 'the older Undo gives way').toEqual(['Moved', 'Archived'])
  toast({ title: 'Saved' })
  expect(places()).toEqual(['Moved', 'Saved'])
  expect(shownToasts.get().group).toBe(group)
  dismissToast(archived)
  expect(places(), 'gone already').toEqual(['Moved', 'Saved'])
})

test('an Undo gives way to one of the same', () => {
  toast({ title: 'Success', description: 'Note deleted', action })
  toast({ title: 'Success', description: 'Note deleted', action })
  expect(places()).toEqual(['Success', null])
})

test('the upper toast stays where it is when the lower one closes, and an Undo that is over gives way', () => {
  const deleted = toast({ title: 'Deleted', description: 'Deleted', action })
  toast({ title: 'Archived', description: 'Archived', action })
  dismissToast(deleted)
  expect(places()).toEqual(['Deleted, closed', 'Archived'])
  const saved = toast({ title: 'Saved' })
  expect(places()).toEqual(['Saved', 'Archived'])
  dismissToast(shownToasts.get().upper?.id ?? 0)
  dismissToast(saved)
  toast({ title: 'Error' })
  expect(places()).toEqual(['Error', null])
})

test('an act can be undone for a minute, once, by its toast or among the recent acts', () => {
  const undone: string[] = []
  showSuccess('Note deleted', { altText: 'Restore it', run: () => undone.push('note') })
  recordUndo('Taken: Ada', () => undone.push('Ada'))
  expect(recentUndos.get().map(({ text }) => text)).toEqual(['Taken: Ada', 'Note deleted'])
  vi.advanceTimersByTime(59_000)
  recentUndos.get().at(-1)?.undo()
  expect(undone).toEqual(['note'])
  expect(shownToasts.get().lower?.open, 'its toast').toBe(false)
  shownToasts.get().lower?.action?.onSelect()
  expect(undone).toEqual(['note'])
  const [taken] = recentUndos.get()
  vi.advanceTimersByTime(1_000)
  expect(recentUndos.get()).toEqual([])
  taken?.undo()
  expect(undone).toEqual(['note'])
})

test('who signs out leaves no acts to others', () => {
  recordUndo('Taken: Ada', () => {})
  forgetActs()
  expect(recentUndos.get()).toEqual([])
})
