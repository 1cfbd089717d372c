import { useState } from 'react'
import { call } from '../../../contract/endpoint.ts'
import { browser } from '../../../web/api/browser.ts'
import { submissionKeys } from '../../../web/api/submission-keys.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog, DialogClose } from '../../../web/ui/dialog.tsx'
import { tellSuccess } from '../../../web/ui/outcome.ts'
import { SaveButton } from '../../../web/ui/save-button.tsx'
import { useRefresh } from '../list/use-refresh.ts'
import { type Project, projects } from './contract.ts'
import { ProjectFields, useProjectForm } from './project-form.tsx'

const formId = 'project-form'

/** Adds a project, or edits the given one. Must be remounted for each opening. */
export function ProjectDialog({
  clientId,
  project,
  open,
  onClose,
  onSaved,
  opener,
}: {
  clientId: string
  project?: Project
  open: boolean
  onClose: () => void
  onSaved?: (projectId: string) => void
  opener: HTMLElement | null
}) {
  const refresh = useRefresh()
  const [keys] = useState(submissionKeys)
  const state = useProjectForm({
    clientId,
    project,
    open,
    failure: project ? 'Failed to update project' : 'Failed to create project',
    async save(details, ifMatch) {
      const saved = project
        ? await call(
            browser,
            projects.update,
            { clientId, projectId: project.id, ...details },
            { ifMatch },
          )
        : await call(
            browser,
            projects.create,
            { clientId, ...details },
            { idempotencyKey: keys.keyOf(details) },
          )
      await Promise.all([refresh.client(), refresh.project(clientId, saved.id)])
      onClose()
      tellSuccess(project ? 'Project updated successfully' : 'Project created successfully')
      onSaved?.(saved.id)
    },
  })
  return (
    <Dialog
      open={open}
      onOpenChange={() => {
        state.discard()
        onClose()
      }}
      title={project ? 'Edit Project' : 'Create New Project'}
      dirty={state.form.formState.isDirty}
      discardQuestion="Discard your changes?"
      returnFocusTo={() => opener}
      footer={
        <>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <SaveButton type="submit" form={formId} variant="primary" busy={state.saving.isPending}>
            {project ? 'Save Changes' : 'Create Project'}
          </SaveButton>
        </>
      }
    >
      <ProjectFields id={formId} state={state} />
    </Dialog>
  )
}
