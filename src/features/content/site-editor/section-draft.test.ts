import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultSettings } from '#features/content/resolved-settings/defaults.ts'
import { ApiError } from '#web/api/api-error.ts'
import { openSectionDraft, type Saved } from './use-section-draft.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const usual = defaultSettings().navigation
const labeled = (services: string) => ({ ...usual, services })

/** A draft whose requests are answered one by one. */
function openDraft() {
  const sent: Saved[] = []
  const answers: ((answer: Promise<Saved>) => void)[] = []
  const draft = openSectionDraft(
    'navigation',
    { value: usual, revision: 1 },
    async ({ section, ...input }) => {
      sent.push(input)
      const { promise, resolve } = Promise.withResolvers<Saved>()
      answers.push(resolve)
      return { section, ...(await promise) }
    },
    () => {},
  )
  return {
    draft,
    sent,
    state: draft.store.get,
    /** Makes the latest request succeed, or fail with `error`. */
    async answer(error?: Error) {
      const { value, revision } = sent.at(-1) ?? { value: {}, revision: 0 }
      answers.at(-1)?.(
        error ? Promise.reject(error) : Promise.resolve({ value, revision: revision + 1 }),
      )
      await vi.advanceTimersByTimeAsync(0)
    },
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  }
}

const refusal = (status: number, body: object) => new ApiError(status, JSON.stringify(body), '')
const unavailable = () => refusal(503, { code: 'unavailable', message: 'Later.' })
const conflictWith = (current: Saved) =>
  refusal(409, {
    code: 'conflict',
    message: 'Mara saved changes to this section at 9:04 AM.',
    current,
  })

test('1.5 s after the last keystroke the section is saved, over its revision', async () => {
  const { draft, sent, state, pass, answer } = openDraft()
  draft.type(labeled('W'))
  await pass(1_400)
  draft.type(labeled('Work '))
  await pass(1_400)
  expect(sent).toEqual([])
  await pass(100)
  expect(sent).toEqual([{ value: labeled('Work '), revision: 1 }])
  expect(state().saving).toBe('saving')
  await answer()
  expect(state()).toMatchObject({ saving: 'saved', value: labeled('Work ') })
})

test('what is typed during a save is saved after it, over the new revision', async () => {
  const { draft, sent, state, pass, answer } = openDraft()
  draft.type(labeled('One'))
  await pass(1_500)
  draft.type(labeled('Two'))
  await answer()
  expect(state().saving).toBe('waiting')
  await pass(1_500)
  expect(sent.at(-1)).toEqual({ value: labeled('Two'), revision: 2 })
  await answer()
  expect(state().saving).toBe('saved')
})

test('a field that the server refuses is marked until it is changed, and sent again then', async () => {
  const { draft, sent, state, pass, answer } = openDraft()
  draft.type(labeled('x'.repeat(25)))
  const saving = draft.save()
  const fields = { 'value.services': 'Use at most 24 characters' }
  await answer(refusal(400, { code: 'invalid_input', message: 'services: …', fields }))
  expect(await saving).toBe(false)
  expect(state()).toMatchObject({
    saving: 'refused',
    errors: { services: fields['value.services'] },
  })
  draft.type({ ...labeled('x'.repeat(25)), about: 'Us' })
  expect(Object.keys(state().errors)).toEqual(['services'])
  draft.type(labeled('x'))
  expect(state().errors).toEqual({})
  await pass(1_500)
  expect(sent).toHaveLength(2)
})

test('without an answer it tries again until the server has it', async () => {
  const { draft, sent, state, pass, answer } = openDraft()
  draft.type(labeled('One'))
  await pass(1_500)
  await answer(new TypeError('Failed to fetch'))
  expect(state()).toMatchObject({ saving: 'retrying', value: labeled('One') })
  await pass(2_000)
  await answer(unavailable())
  await pass(5_000)
  expect(sent).toHaveLength(3)
  await answer()
  expect(state().saving).toBe('saved')
})

test('another save in between waits for a decision, and nothing is sent meanwhile', async () => {
  const { draft, sent, state, pass, answer } = openDraft()
  const theirs = { value: labeled('Theirs'), revision: 4 }
  draft.type(labeled('Mine'))
  await pass(1_500)
  await answer(conflictWith(theirs))
  expect(state()).toMatchObject({
    conflict: { message: 'Mara saved changes to this section at 9:04 AM.', theirs },
    value: labeled('Mine'),
  })
  draft.type(labeled('Mine too'))
  await pass(10_000)
  expect(sent).toHaveLength(1)
  draft.keepMine()
  await pass(0)
  expect(sent.at(-1)).toEqual({ value: labeled('Mine too'), revision: 4 })
  await answer()
  expect(state()).toMatchObject({ saving: 'saved', conflict: null })
})

test('taking theirs replaces what was typed', async () => {
  const { draft, state, pass, answer } = openDraft()
  const theirs = { value: labeled('Theirs'), revision: 4 }
  draft.type(labeled('Mine'))
  await pass(1_500)
  await answer(conflictWith(theirs))
  draft.adopt(theirs)
  expect(state()).toMatchObject({ saving: 'saved', conflict: null, value: theirs.value })
})

test('a save whose answer was lost is no conflict', async () => {
  const { draft, state, pass, answer } = openDraft()
  draft.type(labeled(' Mine'))
  await pass(1_500)
  await answer(new TypeError('Failed to fetch'))
  await pass(2_000)
  await answer(conflictWith({ value: labeled('Mine'), revision: 2 }))
  expect(state()).toMatchObject({ saving: 'saved', conflict: null })
})

test('changes of others are taken over, but not over what is typed', async () => {
  const { draft, state } = openDraft()
  draft.accept({ value: labeled('Theirs'), revision: 2 })
  expect(state()).toMatchObject({ value: labeled('Theirs'), generation: 1 })
  draft.type(labeled('Mine'))
  draft.accept({ value: labeled('Theirs again'), revision: 3 })
  expect(state().value).toEqual(labeled('Mine'))
  draft.stop()
})
