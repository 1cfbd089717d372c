import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/query.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { preferences } from '../preferences/contract.ts'
import { DevicePanel } from './device-panel.tsx'
import { QuietForm } from './quiet-form.tsx'
import { WaysList } from './ways-list.tsx'

/** The section about notifications on the account page. */
export function NotificationsSection() {
  const chosen = useQuery(query(preferences.show))
  return (
    <section className="panel" aria-labelledby="notifications-heading">
      <div className="panel-heading">
        <h2 id="notifications-heading">Notifications</h2>
      </div>
      <div className="divide-y divide-rule">
        <DevicePanel />
        <Loaded
          query={chosen}
          className="m-5"
          message="Unable to load your choices at this time."
          skeleton={<SkeletonList rows={6} />}
        >
          {(data) => (
            <>
              <div className="px-5 py-4">
                <WaysList rows={data.preferences} />
              </div>
              <QuietForm stored={data.quiet} />
            </>
          )}
        </Loaded>
      </div>
    </section>
  )
}
