import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { keyOf, overviewKey } from '#web/api/query.ts'
import { newKey } from '#web/api/submission-keys.ts'
import { UploadError, upload } from '#web/api/upload.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog, DialogClose } from '#web/ui/dialog.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { showSuccess } from '#web/ui/outcome.ts'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { counted } from '#web/ui/words.ts'
import { clients } from '../contract.ts'
import { dataExchange, type ImportPreview } from './contract.ts'
import { ImportColumns } from './import-columns.tsx'
import { ImportRows, isPartial } from './import-rows.tsx'

/** `fields` is set if the user assigned fields to the columns. */
type Asked = { file: File; fields?: string }
type Chosen = Asked & { key: string; preview: ImportPreview }

const mappingForm = 'import-columns'

const reasonOf = (error: unknown) =>
  error instanceof UploadError ? error.message : 'Failed to import clients'

export function ImportClientsDialog(state: DialogState) {
  const cache = useQueryClient()
  const picker = useRef<HTMLInputElement>(null)
  const [withDuplicates, setWithDuplicates] = useState(false)
  const [chosen, setChosen] = useState<Chosen>()
  const [isMapping, setMapping] = useState(false)
  const previewing = useMutation({
    mutationFn: async ({ file, fields }: Asked): Promise<Chosen> => ({
      file,
      fields,
      key: newKey(),
      preview: await upload(dataExchange.previewImport, { fields }, file),
    }),
    onSuccess: (answer) => {
      setChosen(answer)
      setMapping(answer.preview.missing.length > 0)
    },
  })
  const importing = useMutation({
    mutationFn: ({ file, fields, key }: Chosen) => {
      const duplicates = withDuplicates ? 'create' : 'skip'
      const options = { idempotencyKey: `${key}-${duplicates}` }
      return upload(dataExchange.importClients, { duplicates, fields }, file, options)
    },
    onSuccess: async ({ created }) => {
      const stale = [keyOf(clients.list), overviewKey]
      await Promise.all(stale.map((queryKey) => cache.invalidateQueries({ queryKey })))
      state.onClose()
      showSuccess(`${counted(created, 'client')} imported`)
    },
  })
  const counts = chosen?.preview.counts
  const adding = counts ? counts.create + (withDuplicates ? counts.duplicate : 0) : 0
  const error = importing.error ?? previewing.error

  function choose(files: FileList | null) {
    const [file] = files ?? []
    if (!file) return
    setChosen(undefined)
    requestPreview({ file })
  }

  function requestPreview(asked: Asked) {
    importing.reset()
    setWithDuplicates(false)
    previewing.mutate(asked)
  }

  return (
    <Dialog
      {...state}
      title="Import clients"
      description="From a CSV file. You’ll see what happens to each row before anything is added."
      size={chosen ? 'lg' : 'md'}
      footer={
        <>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          {chosen && isMapping && (
            <Button type="submit" form={mappingForm} variant="primary" busy={previewing.isPending}>
              Show the Rows
            </Button>
          )}
          {chosen && !isMapping && adding > 0 && (
            <Button
              variant="primary"
              busy={importing.isPending}
              onClick={() => importing.mutate(chosen)}
            >
              Add {counted(adding, 'Client')}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {!chosen && <Instructions />}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button busy={previewing.isPending} onClick={() => picker.current?.click()}>
            {chosen ? 'Choose Another File' : 'Choose a CSV File'}
          </Button>
          {chosen && (
            <span className="min-w-0 font-medium break-all whitespace-pre-wrap">
              {chosen.file.name}
            </span>
          )}
          <input
            ref={picker}
            type="file"
            name="clients"
            hidden
            accept=".csv,text/csv,.txt,.tsv"
            aria-label="CSV file of clients"
            onChange={({ currentTarget }) => {
              choose(currentTarget.files)
              currentTarget.value = ''
            }}
          />
        </div>
        {error && <FormMessage>{reasonOf(error)}</FormMessage>}
        {chosen && isMapping && (
          <ImportColumns
            key={chosen.key}
            id={mappingForm}
            preview={chosen.preview}
            onChoose={(fields) => requestPreview({ file: chosen.file, fields })}
          />
        )}
        {chosen && !isMapping && (
          <>
            <Summary
              preview={chosen.preview}
              takesFocus={chosen.fields !== undefined}
              onChange={() => setMapping(true)}
            />
            {chosen.preview.counts.duplicate > 0 && (
              <Checkbox
                className="text-sm"
                label={`Also add the duplicates (${chosen.preview.counts.duplicate.toLocaleString()})`}
                hint="Otherwise they’re skipped. Existing clients never change."
                checked={withDuplicates}
                onChange={({ currentTarget }) => setWithDuplicates(currentTarget.checked)}
              />
            )}
            <ImportRows rows={chosen.preview.rows} withDuplicates={withDuplicates} />
          </>
        )}
      </div>
    </Dialog>
  )
}

function Instructions() {
  return (
    <div className="grid gap-2 text-ink-2">
      <p>
        The first line names the columns, such as <code className="mono">name</code>,{' '}
        <code className="mono">email</code>, <code className="mono">company</code>,{' '}
        <code className="mono">phone</code>, <code className="mono">status</code> (active, inactive
        or archived) and <code className="mono">notes</code>. You can import our own exports and
        contacts exported from Outlook, Google, HubSpot and Apple. For other headings, you choose
        what each column holds.
      </p>
      <p>At most 5,000 rows and 2 MB.</p>
    </div>
  )
}

type SummaryProps = { preview: ImportPreview; takesFocus: boolean; onChange: () => void }

function Summary({ preview, takesFocus, onChange }: SummaryProps) {
  const { counts, columns, rows } = preview
  const status = useRef<HTMLDivElement>(null)
  // The button that opened this is gone, so the focus moves here.
  useEffect(() => {
    if (takesFocus) status.current?.focus()
  }, [takesFocus])
  const parts = [
    `${counts.create.toLocaleString()} new`,
    counted(counts.duplicate, 'duplicate'),
    `${counts.refused.toLocaleString()} refused`,
  ]
  const partial = rows.filter(isPartial).length
  const unused = columns.flatMap(({ heading, sample, field }, at) =>
    field || !sample ? [] : [heading || `Column ${at + 1}`],
  )
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
      <div ref={status} role="status" tabIndex={-1} className="grid min-w-0 gap-1">
        <p className="font-semibold">{parts.join(', ')}</p>
        {unused.length > 0 && (
          <p className="small text-ink-2 wrap-anywhere">Columns not used: {unused.join(', ')}</p>
        )}
        {partial > 0 && (
          <p className="small text-ink-2">
            {counted(partial, 'row')} with values left out: only the first of several addresses or
            numbers is imported.
          </p>
        )}
      </div>
      <Button size="sm" onClick={onChange}>
        Change Columns
      </Button>
    </div>
  )
}
