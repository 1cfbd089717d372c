import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { formatSize } from '#contract/file-rules.ts'
import type { PickedDocument } from '#features/mail/screens/slots.ts'
import { query } from '#web/api/query.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Fieldset } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import type { Project } from '../contract.ts'
import { clients } from '../contract.ts'
import type { ProjectDocument } from '../documents/contract.ts'
import { documents } from '../documents/contract.ts'

/** Lets the user attach documents of a client's projects to a mail. */
export function DocumentPickDialog(
  props: DialogState & { clientId: string; onPick: (documents: PickedDocument[]) => void },
) {
  const { clientId, onPick, ...state } = props
  const [picked, setPicked] = useState<readonly PickedDocument[]>([])
  const client = useQuery(query(clients.show, { id: clientId }))
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // In React's tree this form is inside the form of the mail.
    event.stopPropagation()
    onPick([...picked])
  }
  const change = (document: ProjectDocument) => {
    const { id, originalName: name, fileSize: size } = document
    setPicked((before) =>
      before.some((one) => one.id === id)
        ? before.filter((one) => one.id !== id)
        : [...before, { id, name, size }],
    )
  }
  return (
    <FormDialog
      {...state}
      title="Attach documents"
      id={useId()}
      submitLabel={picked.length > 1 ? `Attach ${picked.length} Documents` : 'Attach'}
      busy={false}
      onSubmit={submit}
    >
      <Loaded
        query={client}
        message="Failed to fetch the projects"
        skeleton={<SkeletonList rows={3} />}
      >
        {({ projects }) =>
          projects.length === 0 ? (
            <p className="text-ink-2">This client has no projects yet.</p>
          ) : (
            projects.map((project) => (
              <Documents
                key={project.id}
                clientId={clientId}
                project={project}
                picked={picked}
                onChange={change}
              />
            ))
          )
        }
      </Loaded>
    </FormDialog>
  )
}

function Documents(props: {
  clientId: string
  project: Project
  picked: readonly PickedDocument[]
  onChange: (document: ProjectDocument) => void
}) {
  const { clientId, project, picked, onChange } = props
  const found = useQuery({
    ...query(documents.list, { clientId, projectId: project.id }),
    select: (answer) => (Array.isArray(answer) ? answer : answer.items),
  })
  return (
    <Fieldset legend={<span dir="auto">{project.title}</span>}>
      <Loaded
        query={found}
        message="Failed to fetch the documents"
        skeleton={<SkeletonList rows={1} />}
      >
        {(list) =>
          list.length === 0 ? (
            <p className="text-ink-2">No documents.</p>
          ) : (
            list.map((document) => (
              <Checkbox
                key={document.id}
                label={
                  <span dir="auto" className="break-all">
                    {document.originalName}
                  </span>
                }
                hint={formatSize(document.fileSize)}
                checked={picked.some(({ id }) => id === document.id)}
                onChange={() => onChange(document)}
              />
            ))
          )
        }
      </Loaded>
    </Fieldset>
  )
}
