import type { SettingsSection } from '#contract/settings/document.ts'
import { settingsChanges } from '#features/content/site-settings/changes.ts'
import { ApiError } from '#web/api/api-error.ts'
import { createStore, useStore } from '#web/store.ts'

export type SectionValue = Record<string, unknown>

/** The section as stored on the server. */
export type Saved = { value: SectionValue; revision: number }

export type SectionState = {
  /** The value as typed. */
  value: SectionValue
  /** Incremented when another value replaces what was typed. */
  generation: number
  saving: 'saved' | 'waiting' | 'saving' | 'retrying' | 'refused'
  /** Messages by path below the section. */
  errors: Record<string, string>
  /** Why the section cannot be saved, unless fields are the reason. */
  failure: string | null
  /** Set if somebody else saved the section meanwhile. */
  conflict: { message: string; theirs: Saved } | null
}

type Answer<S> = Saved & { section: S }
type Send<S> = (input: Answer<S>) => Promise<Answer<S>>

/** Delay after the last keystroke. */
const restMs = 1_500
/** Delays between attempts. The last one applies to all further attempts. */
const retriesMs = [2_000, 5_000, 10_000]

/** Messages by field. Paths are relative to the section, not to the request body. */
const refusedFields = (fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).map(([path, message]) => [path.replace(/^value\./, ''), message]),
  )

/** The server trims texts, so comparisons ignore surrounding spaces. */
const trimmed = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? part.trim() : part))

const same = (one: unknown, other: unknown) => trimmed(one) === trimmed(other)

/** Whether the paths are equal, or one contains the other. */
const isWithin = (one: string, other: string) =>
  `${one}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${one}.`)

const final = new Set(['invalid_input', 'too_large', 'forbidden', 'not_found', 'storage_full'])

export type SectionDraft<S extends string = SettingsSection> = ReturnType<
  typeof openSectionDraft<S>
>

/**
 * The draft of a section, or of another text that is saved with a revision. It is saved 1.5 s after
 * the last change and retried until the server has it. A conflict waits for the user's decision.
 */
export function openSectionDraft<S extends string>(
  section: S,
  first: Saved,
  send: Send<S>,
  onSaved: (answer: Answer<S>) => void,
) {
  let { revision } = first
  let edits = 0
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let underWay: Promise<void> | undefined
  const store = createStore<SectionState>({
    value: first.value,
    generation: 0,
    saving: 'saved',
    errors: {},
    failure: null,
    conflict: null,
  })
  const change = (next: Partial<SectionState>) => store.set({ ...store.get(), ...next })

  function plan(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), ms)
  }

  function adopt({ value, revision: newer }: Saved): void {
    clearTimeout(timer)
    revision = newer
    const generation = store.get().generation + 1
    change({ value, generation, saving: 'saved', errors: {}, failure: null, conflict: null })
  }

  function meet(error: unknown, sent: SectionValue): void {
    if (!(error instanceof ApiError) || (error.code !== 'conflict' && !final.has(error.code))) {
      change({ saving: 'retrying' })
      plan(retriesMs[Math.min(attempts, retriesMs.length - 1)] ?? 0)
      attempts += 1
      return
    }
    const theirs = error.current as Saved | undefined
    if (theirs && same(theirs.value, sent)) {
      // An earlier attempt was saved, but its response was lost.
      revision = theirs.revision
      change({ saving: store.get().saving === 'saving' ? 'saved' : 'waiting' })
    } else if (theirs) {
      change({ saving: 'waiting', conflict: { message: error.sentence ?? '', theirs } })
    } else {
      const errors = refusedFields(error.fields ?? {})
      const failure = Object.keys(errors).length > 0 ? null : (error.sentence ?? 'Not saved.')
      change({ saving: 'refused', errors, failure })
    }
  }

  async function run(): Promise<void> {
    const { value, saving, conflict } = store.get()
    if (saving === 'saved' || conflict) return
    const sent = edits
    change({ saving: 'saving', failure: null })
    try {
      const answer = await send({ section, revision, value })
      attempts = 0
      revision = answer.revision
      change({ errors: {}, ...(edits === sent && { saving: 'saved' }) })
      onSaved(answer)
    } catch (error) {
      meet(error, value)
    }
  }

  async function save(): Promise<void> {
    clearTimeout(timer)
    if (underWay) {
      await underWay
      return save()
    }
    underWay = run().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  return {
    section,
    store,
    revision: () => revision,
    /** Changes the value and saves it after a delay. */
    type(value: SectionValue): void {
      edits += 1
      const { value: before, errors: marked } = store.get()
      // The server marks a changed field again if it is still wrong.
      const changed = settingsChanges(before, value).map(({ path }) => path)
      const errors = Object.fromEntries(
        Object.entries(marked).filter(([path]) => !changed.some((one) => isWithin(one, path))),
      )
      change({ value, errors, saving: 'waiting', failure: null })
      if (!store.get().conflict) plan(restMs)
    },
    /** Saves immediately. @returns whether everything is saved. */
    async save(): Promise<boolean> {
      await save()
      return store.get().saving === 'saved'
    },
    /** Adopts a newer version from the server, unless something typed here is unsaved. */
    accept(saved: Saved): void {
      if (saved.revision > revision && store.get().saving === 'saved') adopt(saved)
    },
    adopt,
    keepMine(): void {
      const { conflict } = store.get()
      if (!conflict) return
      revision = conflict.theirs.revision
      change({ conflict: null, saving: 'waiting' })
      void save()
    },
    stop: () => clearTimeout(timer),
  }
}

export const useSectionState = (draft: Pick<SectionDraft, 'store'>) => useStore(draft.store)
