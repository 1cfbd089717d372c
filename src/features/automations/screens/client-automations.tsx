import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { query } from '#web/api/query.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { automations } from '../register/contract.ts'
import { StateBadge } from './automation-state.tsx'
import './automations.css'
import { Strip } from './strip.tsx'

/** The automations of a client, on the client's page. */
export function ClientAutomations({ clientId }: { clientId: string }) {
  const found = useQuery(query(automations.ofClient, { id: clientId }))
  const mayChange = useMay('admin')
  return (
    <section className="panel" aria-labelledby="automations-heading">
      <div className="panel-heading card-heading">
        <h2 id="automations-heading">Automations</h2>
        {mayChange && (
          <ButtonLink to={`/admin/automations?new=1&client=${clientId}`}>Add Automation</ButtonLink>
        )}
      </div>
      <Loaded
        query={found}
        className="m-4"
        message="Failed to fetch the automations"
        skeleton={<SkeletonList rows={2} />}
      >
        {({ items }) =>
          items.length > 0 ? (
            <ul className="divide-y divide-rule">
              {items.map(({ id, name, state, strip }) => (
                <li key={id} className="grid grid-cols-1 gap-2 px-5 py-3">
                  <div className="flex items-start justify-between gap-3">
                    <Link
                      dir="auto"
                      className="row-link min-w-0 wrap-anywhere"
                      to={`/admin/automations/${id}`}
                    >
                      {name}
                    </Link>
                    <StateBadge state={state} />
                  </div>
                  <Strip strip={strip} />
                </li>
              ))}
            </ul>
          ) : (
            <p className="p-5 text-ink-2">None is registered.</p>
          )
        }
      </Loaded>
    </section>
  )
}
