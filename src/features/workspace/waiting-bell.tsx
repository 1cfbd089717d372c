import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useNavigate } from 'react-router'
import { query } from '../../web/api/query.ts'
import { Button } from '../../web/ui/button.tsx'
import { Icon } from '../../web/ui/icon.tsx'
import { Menu, MenuItem, MenuNote } from '../../web/ui/menu.tsx'
import { dashboard } from '../dashboard/contract.ts'

/** What waits for a person, and the way there. */
export function WaitingBell() {
  const navigate = useNavigate()
  const { data } = useQuery(query(dashboard.overview))
  const waiting = [
    {
      count: data?.inquiries.waiting ?? 0,
      one: 'new inquiry',
      many: 'new inquiries',
      to: '/admin?tab=inquiries',
    },
    {
      count: data?.consultations.waiting ?? 0,
      one: 'new consultation request',
      many: 'new consultation requests',
      to: '/admin/consultations?status=new',
    },
    {
      count: data?.inquiries.quarantined ?? 0,
      one: 'message set aside as suspect',
      many: 'messages set aside as suspect',
      to: '/admin?tab=inquiries&quarantined=true',
    },
  ].filter(({ count }) => count > 0)
  const news = (data?.inquiries.waiting ?? 0) > 0
  const label = news ? 'Waiting for a person' : 'Nothing new is waiting'
  return (
    <Menu
      label="Waiting"
      trigger={
        <Button variant="quiet" iconOnly aria-label={label} title={label}>
          <span className="bell" data-news={news || undefined}>
            <Icon icon={Bell} size={20} />
          </span>
        </Button>
      }
    >
      {waiting.length === 0 && <MenuNote>Nothing waits for a person.</MenuNote>}
      {waiting.map(({ count, one, many, to }) => (
        <MenuItem key={to} onSelect={() => navigate(to)}>
          {count.toLocaleString()} {count === 1 ? one : many}
        </MenuItem>
      ))}
    </Menu>
  )
}
