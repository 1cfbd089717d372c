import { useEffect } from 'react'
import { useOutletContext, useParams } from 'react-router'
import type { Page } from '#features/content/pages/contract.ts'
import { useSlugOf } from '#features/content/pages/use-slug-of.ts'
import type { SessionUser } from '#features/identity/sign-in/contract.ts'
import { ApiError } from '#web/api/api-error.ts'
import { adminHead } from '#web/firm.ts'
import { DemoTag } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { FormMessage } from '#web/ui/form-note.tsx'
import { TextAreaField, TextField } from '#web/ui/labeled.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { useShortcut } from '#web/ui/shortcuts.ts'
import { Time } from '#web/ui/time.tsx'
import UnknownPage from '#web/ui/unknown-page.tsx'
import { ConflictBox } from '../site-editor/conflict-box.tsx'
import { PageBar } from './page-bar.tsx'
import { PageBody } from './page-body.tsx'
import { PagePreview } from './page-preview.tsx'
import { PageVersions } from './page-versions.tsx'
import { kindWords, stateLine } from './page-words.ts'
import { type PageTexts, usePage, usePageDraft } from './use-page-draft.ts'
import './page-editor.css'
import '../site-editor/site.css'

export const meta = adminHead('Page')

export default function PageEditorPage() {
  const user = useOutletContext<SessionUser>()
  const { id = '' } = useParams()
  return user.role === 'agent' ? <UnknownPage /> : <PageView key={id} id={id} />
}

function PageView({ id }: { id: string }) {
  const page = usePage(id)
  const { error } = page
  if (error instanceof ApiError && /^(not_found|invalid_input)$/.test(error.code)) {
    return <UnknownPage />
  }
  return (
    <Loaded
      query={{ ...page, isError: page.isError && !page.data }}
      message="Unable to load the page at this time."
      skeleton={<SkeletonList rows={6} />}
    >
      {(data) => (data.state === 'deleted' ? <UnknownPage /> : <Editor page={data} />)}
    </Loaded>
  )
}

function Editor({ page }: { page: Page }) {
  const { draft, state, texts } = usePageDraft(page)
  const { kind, demo, path } = page
  const isLegal = kind === 'legal'
  useShortcut({ keys: 'mod+s', label: 'Save the draft', run: () => void draft.save() })
  const slugOf = useSlugOf(page.state === 'draft' && /^untitled/.test(page.slug))
  function type(changes: Partial<PageTexts>) {
    const isAuto = slugOf && [slugOf(texts.title), page.slug].includes(texts.slug)
    draft.type({
      ...texts,
      ...changes,
      ...(isAuto && changes.title !== undefined && { slug: slugOf(changes.title) }),
    })
  }
  // The user may change the title before this code is loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only once loaded.
  useEffect(() => {
    if (slugOf && texts.title !== page.title) type({ title: texts.title })
  }, [slugOf])
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <div className="min-w-0">
          <h1 className="h3 wrap-anywhere">{texts.title || `Untitled ${kindWords[kind].noun}`}</h1>
          <p className="flex flex-wrap gap-x-2 text-ink-2">
            <StateLine page={page} />
            {demo && <DemoTag>Demo</DemoTag>}
          </p>
        </div>
        <div className="ml-auto flex flex-wrap gap-2">
          {page.state === 'published' && (
            <ButtonLink variant="quiet" href={path} target="_blank" rel="noreferrer">
              View on the Site
            </ButtonLink>
          )}
          <ButtonLink variant="quiet" to={`/admin/pages?kind=${kind}`}>
            Back to {kindWords[kind].tab}
          </ButtonLink>
        </div>
      </div>
      <div className="page-editor">
        <div className="grid min-w-0 gap-6">
          <section className="panel page-form" aria-label="Draft">
            <ConflictBox draft={draft} state={state} />
            {state.failure && <FormMessage>{state.failure}</FormMessage>}
            <TextField
              required
              label="Title"
              limit={120}
              error={state.errors.title}
              value={texts.title}
              onChange={({ currentTarget }) => type({ title: currentTarget.value })}
            />
            <TextField
              required
              label="Address"
              hint={
                isLegal ? 'Can’t change once it has been public' : 'Old addresses redirect here'
              }
              limit={80}
              error={state.errors.slug}
              value={texts.slug}
              onChange={({ currentTarget }) => type({ slug: currentTarget.value })}
            />
            <TextAreaField
              optional
              label="Summary"
              hint="Shown under the title and in search results"
              rows={2}
              limit={300}
              error={state.errors.summary}
              value={texts.summary}
              onChange={({ currentTarget }) =>
                type({ summary: currentTarget.value.replace(/\s*\n\s*/g, ' ') })
              }
            />
            <PageBody
              error={state.errors.body}
              value={texts.body}
              onChange={(text) => type({ body: text })}
            />
          </section>
          <PageVersions page={page} />
        </div>
        <PagePreview title={texts.title} summary={texts.summary} body={texts.body} />
      </div>
      <PageBar page={page} draft={draft} saving={state} />
    </>
  )
}

function StateLine({ page }: { page: Page }) {
  const { state, coming } = page
  if (state === 'scheduled' && coming) {
    return (
      <span>
        Scheduled for <Time value={coming} format="datetime" />
        {page.changed && ', changes not yet'}
      </span>
    )
  }
  return (
    <span>
      {stateLine(page)}
      {coming && (
        <>
          ; the next version comes <Time value={coming} format="datetime" />
        </>
      )}
    </span>
  )
}
