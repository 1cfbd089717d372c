import { useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { ImportFindings } from './import-findings.tsx'
import { type ImportMode, reasonOf, useImport } from './use-import.ts'

const doing: Record<ImportMode, string> = {
  check: 'Checking the file…',
  draft: 'Filling the drafts…',
  publish: 'Publishing…',
}

/** The user chooses a file and sees what it would change before importing it. */
export function ImportPanel() {
  const picker = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [done, setDone] = useState('')
  const { checking, importing, percent } = useImport((words) => {
    setDone(words)
    heading.current?.focus()
  })
  const chosen = checking.data
  const mode = checking.isPending ? 'check' : importing.isPending && importing.variables.mode
  const error = importing.error ?? checking.error
  const isBlocked = chosen?.found.problems.some(({ level }) => level === 'blocker')
  const isNothing = chosen?.found.changes.length === 0

  function choose(files: FileList | null) {
    const [file] = files ?? []
    if (!file) return
    setDone('')
    importing.reset()
    checking.mutate(file)
  }

  return (
    <section className="panel transfer-panel" aria-labelledby="transfer-import">
      <h2 id="transfer-import" className="h4" ref={heading} tabIndex={-1}>
        Import
      </h2>
      <p className="measure text-ink-2">
        Choose a file exported here or by another installation, up to 50 MB. You’ll see what would
        change first. What the file doesn’t contain stays, and the current site is kept for 30 days.
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button busy={mode === 'check'} onClick={() => picker.current?.click()}>
          {chosen ? 'Choose Another File' : 'Choose a File'}
        </Button>
        {chosen && <span className="min-w-0 font-medium wrap-anywhere">{chosen.file.name}</span>}
        <input
          ref={picker}
          type="file"
          name="content"
          hidden
          accept=".json,application/json"
          aria-label="Exported file"
          onChange={({ currentTarget }) => {
            choose(currentTarget.files)
            currentTarget.value = ''
          }}
        />
      </div>
      <div role="status" className="grid gap-2">
        {mode && (
          <p>
            {percent < 100 ? `Sending the file: ${Math.floor(percent / 10) * 10}%` : doing[mode]}
          </p>
        )}
        {!mode && done && <p className="font-semibold">{done}</p>}
      </div>
      {!mode && error && <FormMessage>{reasonOf(error)}</FormMessage>}
      {chosen && <ImportFindings found={chosen.found} />}
      {chosen && !isBlocked && !isNothing && (
        <div className="flex flex-wrap gap-2">
          {(['draft', 'publish'] as const).map((one) => (
            <Button
              key={one}
              variant={one === 'publish' ? 'primary' : 'secondary'}
              busy={mode === one}
              aria-disabled={(mode && mode !== one) || undefined}
              onClick={() => !mode && importing.mutate({ file: chosen.file, mode: one })}
            >
              {one === 'publish' ? 'Publish' : 'Fill the Drafts'}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}
