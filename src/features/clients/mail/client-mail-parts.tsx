import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { ClientMail } from '#features/mail/screens/client-mail.tsx'
import { MailDialog } from '#features/mail/screens/mail-dialog.tsx'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import type { Project } from '../contract.ts'
import { type Client, clients } from '../contract.ts'

/** The mail conversations in the overview of a client. */
function ClientMailSection({ client }: { client: Client }) {
  const { id: clientId, name, email, company } = client
  return (
    <ClientMail clientId={clientId} recipient={{ name, email, company, number: null, clientId }} />
  )
}

/** The button in the overview of a project that starts a conversation with the client about it. */
function ProjectMailButton({ clientId, project }: { clientId: string; project: Project }) {
  const dialog = useDialog<true>()
  const { data: client } = useQuery(query(clients.show, { id: clientId }))
  return (
    <>
      <Button icon={Mail} onClick={({ currentTarget }) => dialog.show(true, currentTarget)}>
        Write an Email
      </Button>
      {client && (
        <MailDialog
          {...dialog.state}
          about={{ projectId: project.id }}
          recipient={{ ...client, number: null, clientId }}
          defaultSubject={project.title}
        />
      )}
    </>
  )
}

type MailPartProps = { client: Client } | { clientId: string; project: Project }

/**
 * The mail of a client or of a project. They share one component, because they are on the same page
 * and so are loaded together.
 */
export function ClientMailPart(props: MailPartProps) {
  return 'client' in props ? <ClientMailSection {...props} /> : <ProjectMailButton {...props} />
}
