import { expect, test } from 'vitest'
import { notificationEvents } from '#contract/vocabulary.ts'
import { eventGroups } from './event-words.ts'

test('each event is in one group of the settings', () => {
  expect(Object.values(eventGroups).flat().toSorted()).toEqual([...notificationEvents].toSorted())
})
