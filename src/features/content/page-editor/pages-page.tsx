import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { Link, useNavigate, useOutletContext } from 'react-router'
import { call } from '#contract/endpoint.ts'
import {
  type PageItem,
  type PageKind,
  pageStates,
  pages,
} from '#features/content/pages/contract.ts'
import type { SessionUser } from '#features/identity/sign-in/contract.ts'
import { browser } from '#web/api/browser.ts'
import { usePages } from '#web/api/pages.ts'
import { keyOf } from '#web/api/query.ts'
import { refetchAlways } from '#web/api/refetch-always.ts'
import { submissionKeys } from '#web/api/submission-keys.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { adminHead, useFirm } from '#web/firm.ts'
import { Badge, DemoTag } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select, TextInput } from '#web/ui/inputs.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { searchProblem } from '#web/ui/refused-input.ts'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { Time } from '#web/ui/time.tsx'
import UnknownPage from '#web/ui/unknown-page.tsx'
import { useAddressSearch } from '#web/ui/use-address-search.ts'
import { capital } from '#web/ui/words.ts'
import { kinds, kindWords, stateLine, stateWords } from './page-words.ts'
import './pages.css'

export const meta = adminHead('Pages')

export default function PagesPage() {
  const user = useOutletContext<SessionUser>()
  return user.role === 'agent' ? <UnknownPage /> : <PageLists />
}

function PageLists() {
  const { parameters, change, ...search } = useAddressSearch(['page'])
  const kind = kinds.find((one) => one === parameters.get('kind')) ?? 'note'
  const state = pageStates.find((one) => one === parameters.get('state'))
  const add = useAdd(kind)
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <h1 className="h3">Pages</h1>
        <Button
          variant="primary"
          icon={Plus}
          className="ml-auto"
          busy={add.isPending}
          onClick={() => add.mutate()}
        >
          {kindWords[kind].add}
        </Button>
      </div>
      <Tabs
        value={kind}
        onValueChange={(value) => change({ kind: value, state: undefined, page: undefined })}
      >
        <TabList label="Kind">
          {kinds.map((one) => (
            <Tab key={one} value={one}>
              {kindWords[one].tab}
            </Tab>
          ))}
        </TabList>
        <TabPanel value={kind} className="mt-4">
          <search className="mb-4 flex flex-wrap gap-3" aria-label="Filter">
            <Field
              label="Search title or address"
              error={searchProblem(search.typed)}
              hideLabel
              className="page-search"
            >
              <TextInput
                type="search"
                value={search.typed}
                placeholder="Search title or address…"
                autoComplete="off"
                onChange={({ currentTarget }) => search.setTyped(currentTarget.value)}
              />
            </Field>
            <Field label="Filter by state" hideLabel className="page-state">
              <Select
                value={state ?? ''}
                onChange={({ currentTarget }) =>
                  change({ state: currentTarget.value, page: undefined })
                }
              >
                <option value="">All states</option>
                {pageStates
                  .filter((one) => kind !== 'legal' || one !== 'deleted')
                  .map((one) => (
                    <option key={one} value={one}>
                      {stateWords[one]}
                    </option>
                  ))}
              </Select>
            </Field>
          </search>
          <PageList
            key={kind}
            kind={kind}
            state={state}
            search={search.search}
            onAdd={() => add.mutate()}
          />
        </TabPanel>
      </Tabs>
    </>
  )
}

/** Creates a draft and opens it. */
function useAdd(kind: PageKind) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const keys = useRef(submissionKeys())
  return useMutation({
    mutationFn: () => {
      const input = { kind, title: `Untitled ${kindWords[kind].noun}`, body: '' }
      return call(browser, pages.create, input, { idempotencyKey: keys.current.keyOf(input) })
    },
    async onSuccess({ id }) {
      keys.current.forget()
      void client.invalidateQueries({ queryKey: keyOf(pages.list) })
      await navigate(`/admin/pages/${id}`)
    },
    onError: (error) => showFailure(error, `Failed to add the ${kindWords[kind].noun}`),
  })
}

function PageList(props: {
  kind: PageKind
  state: PageItem['state'] | undefined
  search: string
  onAdd: () => void
}) {
  const { kind, state, search, onAdd } = props
  const wanted = { kind, ...(state && { state }), ...(search && { search }) }
  const found = usePages(pages.list, wanted, refetchAlways)
  const { noun, tab } = kindWords[kind]
  const isFiltered = state !== undefined || search !== ''
  return (
    <section className="panel" aria-label={tab}>
      <Loaded
        query={{ ...found, isError: found.isError && !found.data }}
        className="m-5"
        message={`Unable to load the ${noun}s at this time.`}
        skeleton={<SkeletonList rows={5} />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              headingLevel={2}
              title={isFiltered ? `No ${noun} matches` : `No ${noun}s yet`}
              action={
                !isFiltered && (
                  <Button variant="primary" onClick={onAdd}>
                    {kind === 'note' ? 'Write the First Note' : kindWords[kind].add}
                  </Button>
                )
              }
            />
          ) : (
            <DataList
              caption={tab}
              rows={items}
              card={(item) => <PageRow item={item} />}
              filter={JSON.stringify(wanted)}
              busy={found.isPlaceholderData}
              paging={found.paging}
            />
          )
        }
      </Loaded>
    </section>
  )
}

function PageRow({ item }: { item: PageItem }) {
  const { id, title, slug, state, demo, effectiveAt, updatedAt, kind, byPerson } = item
  // The notice is null while demo content is hidden. Legal texts are shown anyway.
  const isHidden = useFirm().demoNotice === null && kind !== 'legal'
  return (
    <div className="page-row">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          {state === 'deleted' ? (
            title
          ) : (
            <Link className="link" to={`/admin/pages/${id}`}>
              {title}
            </Link>
          )}
        </p>
        <p className="small text-ink-2 wrap-anywhere">{slug}</p>
      </div>
      <p className="page-row-facts small">
        {demo && <DemoTag>{isHidden ? 'Demo, not shown' : 'Demo'}</DemoTag>}
        {kind === 'legal' && !byPerson && <Badge variant="outline">Not reviewed yet</Badge>}
        <Badge variant={state === 'published' ? 'default' : 'secondary'}>{stateLine(item)}</Badge>
        <Time value={effectiveAt ?? updatedAt} />
        {state === 'deleted' && <Restore item={item} />}
      </p>
    </div>
  )
}

function Restore({ item: { id, title, kind } }: { item: PageItem }) {
  const client = useQueryClient()
  const restoring = useMutation({
    mutationFn: () => call(browser, pages.restore, { id }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: keyOf(pages.list) })
      showSuccess(`${capital(kindWords[kind].noun)} restored`)
    },
    onError: (error) => showFailure(error, 'Failed to restore'),
  })
  return (
    <Button
      busy={restoring.isPending}
      aria-label={`Restore ${title}`}
      onClick={() => restoring.mutate()}
    >
      Restore
    </Button>
  )
}
