import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { call } from '#contract/endpoint.ts'
import type { MailFile } from '#features/mail/threads/contract.ts'
import { reasonOf } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf, query } from '#web/api/query.ts'
import { newKey } from '#web/api/submission-keys.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { SelectField } from '#web/ui/labeled.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { showSuccess } from '#web/ui/outcome.ts'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { clients } from '../contract.ts'
import { documents } from '../documents/contract.ts'
import { useRefresh } from '../use-refresh.ts'

/** Saves an attachment as a document of one of the client's projects. */
export function DocumentSaveDialog(props: DialogState & { file: MailFile; clientId: string }) {
  const { file, clientId, ...state } = props
  const [chosen, setChosen] = useState('')
  const [idempotencyKey] = useState(newKey)
  const client = useQuery(query(clients.show, { id: clientId }))
  const projectId = chosen || client.data?.projects[0]?.id || ''
  const cache = useQueryClient()
  const refreshProject = useRefresh().project
  const saving = useMutation({
    mutationFn: () =>
      call(
        browser,
        documents.saveMailFile,
        { id: file.id, clientId, projectId },
        { idempotencyKey },
      ),
    onSuccess: async () => {
      state.onClose()
      showSuccess(`${file.name} saved as a document`)
      await Promise.all([
        cache.invalidateQueries({ queryKey: keyOf(documents.list) }),
        refreshProject(),
      ])
    },
  })
  return (
    <FormDialog
      {...state}
      size="sm"
      title="Save as a document"
      description={<bdi className="break-all">{file.name}</bdi>}
      id={useId()}
      submitLabel="Save"
      busy={saving.isPending}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (projectId) saving.mutate()
      }}
    >
      {saving.isError && (
        <FormMessage>{reasonOf(saving.error, 'Failed to save the document')}</FormMessage>
      )}
      <Loaded
        query={client}
        message="Failed to fetch the projects"
        skeleton={<SkeletonList rows={1} />}
      >
        {({ projects }) =>
          projects.length === 0 ? (
            <p className="text-ink-2">This client has no projects yet.</p>
          ) : (
            <SelectField
              label="Project"
              value={projectId}
              onChange={(event) => setChosen(event.currentTarget.value)}
            >
              {projects.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </SelectField>
          )
        }
      </Loaded>
    </FormDialog>
  )
}
