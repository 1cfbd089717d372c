import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { call } from '#contract/endpoint.ts'
import { useMay } from '#features/identity/sign-in/use-may.ts'
import { ApiError } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { query } from '#web/api/query.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { DeleteDialog } from '#web/editing/delete-dialog.tsx'
import { adminHead, useFirm } from '#web/firm.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { type RowAction, RowMenu } from '#web/ui/row-menu.tsx'
import { useShortcut } from '#web/ui/shortcuts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useNow } from '#web/ui/use-now.ts'
import '#web/styles/records.css'
import { type Automation, automations } from '../register/contract.ts'
import { AddressPanel } from './address-panel.tsx'
import { AutomationFacts } from './automation-facts.tsx'
import { StateBadge } from './automation-state.tsx'
import { stateSentence } from './automation-words.ts'
import './automations.css'
import { EarlierIncidents, OpenIncidents } from './incident-list.tsx'
import { RunList } from './run-list.tsx'
import { Strip, StripLegend } from './strip.tsx'
import { useRefreshAutomations } from './use-automations.ts'

const LazyEdit = lazyComponent(
  async () => (await import('./automation-dialogs.tsx')).EditAutomation,
)
const LazyPause = lazyComponent(async () => (await import('./pause-dialog.tsx')).PauseDialog)

export const meta = adminHead('Automation')

export default function AutomationPage() {
  const { id = '' } = useParams()
  const { data, error, isError, isFetching, refetch } = useQuery(query(automations.show, { id }))
  if (isError && !data) {
    const isMissing = error instanceof ApiError && [400, 404].includes(error.status)
    return isMissing ? (
      <div className="py-10">
        <h1 className="h3">Automation not found</h1>
        <p className="mt-3">It may have been deleted.</p>
        <ButtonLink className="mt-6" to="/admin/automations">
          Back to Automations
        </ButtonLink>
      </div>
    ) : (
      <>
        <Breadcrumb list={list} name="Automation" />
        <h1 className="h3 my-4">Automation</h1>
        <ErrorState
          message="Failed to fetch the automation"
          onRetry={refetch}
          retrying={isFetching}
        />
      </>
    )
  }
  if (!data) {
    return (
      <>
        <Breadcrumb list={list} name="Automation" />
        <h1 className="h3 my-4">Automation</h1>
        <div className="panel">
          <SkeletonList rows={6} />
        </div>
      </>
    )
  }
  return <AutomationDetail automation={data} />
}

function AutomationDetail({ automation }: { automation: Automation }) {
  const { name, client, state } = automation
  const firm = useFirm()
  useEffect(() => {
    document.title = `${name} · ${firm.name} admin`
  }, [name, firm.name])
  const isAwaited = state === 'new' && automation.pingUrl !== null
  const address = automation.pingUrl && <AddressPanel automation={automation} />
  return (
    <>
      <Breadcrumb list={list} name={name} />
      <div className="mt-3 mb-6 flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 dir="auto" className="h3 min-w-0 wrap-anywhere">
              {name}
            </h1>
            <StateBadge state={state} />
          </div>
          <p className="text-ink-2">
            For{' '}
            <Link dir="auto" className="link wrap-anywhere" to={`/admin/clients/${client.id}`}>
              {client.name}
            </Link>
          </p>
        </div>
        <Acts automation={automation} />
      </div>
      <div className="automation-detail">
        <div className="grid grid-cols-1 gap-5">
          <OpenIncidents automationId={automation.id} />
          <StatePanel automation={automation} />
          {isAwaited && address}
          <RunList automationId={automation.id} />
          {!isAwaited && address}
        </div>
        <div className="grid grid-cols-1 gap-5">
          <AutomationFacts automation={automation} />
          <EarlierIncidents automationId={automation.id} />
        </div>
      </div>
    </>
  )
}

const tickMs = 30_000

function StatePanel({ automation }: { automation: Automation }) {
  const now = useNow(tickMs)
  const isAwaited = automation.state === 'new'
  return (
    <section className="panel" aria-labelledby="state-heading">
      <h2 id="state-heading" className="panel-heading">
        State
      </h2>
      <div className="grid gap-4 p-5">
        <p role="status" className="flex items-center gap-2.5 text-lg">
          {isAwaited && <span className="spinner flex-none" aria-hidden="true" />}
          {stateSentence(automation, now)}
        </p>
        {automation.strip.length > 0 && (
          <>
            <Strip strip={automation.strip} isLarge />
            <StripLegend />
          </>
        )}
      </div>
    </section>
  )
}

/** Buttons for admins that act on the whole automation. */
function Acts({ automation }: { automation: Automation }) {
  const { id, name, state, hasRuns } = automation
  const mayChange = useMay('admin')
  const refresh = useRefreshAutomations()
  const navigate = useNavigate()
  const edit = useDialog<Automation>()
  const pausing = useDialog<Automation>()
  const asked = useDialog<'retire' | 'address'>()
  const deleting = useDialog<true>()
  const acts = useMutation({
    mutationFn: (act: 'resume' | 'retire' | 'pingAddress') =>
      call(browser, automations[act], { id }),
    onSuccess: (_, act) => {
      const words = { resume: 'resumed', retire: 'retired', pingAddress: 'has a new address' }
      showSuccess(`Automation ${words[act]}`)
    },
    onError: (error) => showFailure(error, 'Failed to change the automation'),
    onSettled: refresh,
  })
  const isOver = state === 'retired'
  const editable = mayChange && !isOver
  useShortcut({ keys: 'e', label: 'Edit automation', run: () => edit.show(automation) }, editable)
  if (!mayChange) return null
  const items: RowAction[] = []
  if (!isOver) {
    items.push(
      { label: 'New Address…', onSelect: (opener) => asked.show('address', opener) },
      { label: 'Retire…', danger: true, onSelect: (opener) => asked.show('retire', opener) },
    )
  }
  if (!hasRuns) {
    const onSelect = (opener: HTMLElement | null) => deleting.show(true, opener)
    items.push({ label: 'Delete…', danger: true, onSelect })
  }
  return (
    <div className="ml-auto flex flex-wrap gap-2">
      {!isOver && (
        <>
          {state === 'paused' ? (
            <Button busy={acts.isPending} onClick={() => acts.mutate('resume')}>
              Resume
            </Button>
          ) : (
            <Button onClick={({ currentTarget }) => pausing.show(automation, currentTarget)}>
              Pause…
            </Button>
          )}
          <Button
            title="Edit (E)"
            aria-keyshortcuts="E"
            onClick={({ currentTarget }) => edit.show(automation, currentTarget)}
          >
            Edit
          </Button>
        </>
      )}
      {items.length > 0 && <RowMenu label={`More for ${name}`} items={items} />}
      {edit.subject && (
        <LazyEdit key={`edit ${edit.opening}`} automation={edit.subject} {...edit.state} />
      )}
      {pausing.subject && (
        <LazyPause
          key={`pause ${pausing.opening}`}
          automation={pausing.subject}
          {...pausing.state}
        />
      )}
      <AlertDialog
        {...asked.state}
        title={asked.subject === 'retire' ? 'Retire automation' : 'New address'}
        description={
          asked.subject === 'retire'
            ? `${name} is no longer watched and its address stops working. Its history stays. This cannot be undone.`
            : `${name} gets a new address. The present one works for 24 hours more, so that you can change the script.`
        }
        confirmLabel={asked.subject === 'retire' ? `Retire ${name}` : 'Make New Address'}
        tone={asked.subject === 'retire' ? 'danger' : 'primary'}
        busy={acts.isPending}
        onConfirm={() =>
          acts.mutate(asked.subject === 'retire' ? 'retire' : 'pingAddress', {
            onSettled: asked.state.onClose,
          })
        }
      />
      <DeleteDialog
        {...deleting.state}
        noun="automation"
        name={name}
        consequence="This action cannot be undone. Its address stops working."
        send={() => call(browser, automations.remove, { id })}
        onDeleted={async () => {
          await navigate('/admin/automations', { replace: true })
          await refresh()
        }}
        focusAfterwards={() => null}
      />
    </div>
  )
}

const list = (
  <Link className="link" to="/admin/automations">
    Automations
  </Link>
)
