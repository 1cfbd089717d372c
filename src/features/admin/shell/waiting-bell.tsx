import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useNavigate } from 'react-router'
import { query } from '../../../web/api/query.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Icon } from '../../../web/ui/icon.tsx'
import { Menu, MenuItem, MenuNote } from '../../../web/ui/menu.tsx'
import { dashboard } from '../dashboard/contract.ts'
import { waitingOf, waitingWords } from './waiting.ts'

export function WaitingBell() {
  const navigate = useNavigate()
  const { data } = useQuery(query(dashboard.overview))
  const waiting = data ? waitingOf(data) : []
  const words = data ? waitingWords(waiting) : 'Waiting'
  return (
    <Menu
      label="Waiting"
      trigger={
        <Button variant="quiet" className="btn-icon" aria-label={words} title={words}>
          <span className="bell" data-news={waiting.some(({ isNew }) => isNew) || undefined}>
            <Icon icon={Bell} size={20} />
          </span>
        </Button>
      }
    >
      {data && waiting.length === 0 && <MenuNote>{words}.</MenuNote>}
      {!data && <MenuNote>This could not be counted yet.</MenuNote>}
      {waiting.map(({ text, to }) => (
        <MenuItem key={to} onSelect={() => navigate(to)}>
          {text}
        </MenuItem>
      ))}
    </Menu>
  )
}
