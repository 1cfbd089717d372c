import type { Dependencies } from '../../../server/context.ts'
import type { Transaction } from '../../../server/database/open.ts'
import { queueMail } from '../../../server/jobs/mail.ts'

type Lead = {
  id: string
  name: string
  email: string
  company: string
  service: string
  message: string
  isConsultation: boolean
}

const mostCharacters = 1000

/** Cuts between code points, never inside a surrogate pair. */
function beginning(text: string): string {
  const characters = [...text]
  if (characters.length <= mostCharacters) return text
  return `${characters.slice(0, mostCharacters).join('')} …`
}

/** Queued in the transaction that stores the message, so that both are stored or neither. */
export async function announce(deps: Dependencies, tx: Transaction, lead: Lead): Promise<void> {
  const kind = lead.isConsultation ? 'consultation request' : 'inquiry'
  const path = lead.isConsultation ? '/admin/consultations?' : '/admin?tab=inquiries&'
  const facts = [
    ['Name', lead.name],
    ['Email', lead.email],
    ['Company', lead.company],
    ['Service', lead.service],
  ]
  const quoted = beginning(lead.message).split(/\r\n|\r|\n/)
  await queueMail(deps, tx, {
    subject: `New ${kind} from ${lead.name}`,
    text: [
      facts.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : [])).join('\n'),
      quoted.map((line) => `> ${line}`).join('\n'),
      `Open it: ${deps.config.publicUrl}${path}open=${lead.id}`,
      'Replying to this mail does not reach the sender.',
    ].join('\n\n'),
  })
}
