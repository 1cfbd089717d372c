import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '#contract/endpoint.ts'
import { ApiError } from '#web/api/api-error.ts'
import { browser } from '#web/api/browser.ts'
import { newKey } from '#web/api/submission-keys.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { useUndoableDeletion } from '#web/editing/undo-deletion.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { SaveButton } from '#web/ui/save-button.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { counted } from '#web/ui/words.ts'
import { type SavedReply, savedReplies } from './contract.ts'
import { type Editing, ReplyForm, shortcutOf } from './reply-form.tsx'
import type { ReplyText } from './reply-texts.ts'
import './saved-replies.css'
import { useSavedReplies } from './use-saved-replies.ts'

/** Lists the team's prepared texts and edits one at a time. */
export function SavedRepliesDialog(
  props: DialogState & {
    /** Inserts a text at the caret. If absent, the texts can only be managed. */
    onUse?: (reply: ReplyText) => void
  },
) {
  const { onUse, ...state } = props
  const [editing, setEditing] = useState<Editing>()
  const [isDirty, setDirty] = useState(false)
  const leave = () => {
    setEditing(undefined)
    setDirty(false)
  }
  const title = !editing ? 'Saved replies' : editing.reply ? 'Edit reply' : 'New reply'
  return (
    <Dialog
      {...state}
      onClose={() => {
        leave()
        state.onClose()
      }}
      onRequestClose={(reason) => {
        if (!editing || isDirty || reason !== 'escape') return undefined
        leave()
        return false
      }}
      dirty={isDirty}
      discardQuestion="Discard your changes?"
      title={title}
      description={
        editing
          ? undefined
          : 'Shared with the whole team. Type / and the shortcut at the start of a line to use one.'
      }
    >
      {editing ? (
        <ReplyForm {...editing} onDirty={setDirty} onDone={leave} />
      ) : (
        <ReplyList onEdit={setEditing} onUse={onUse} />
      )}
    </Dialog>
  )
}

function ReplyList(props: {
  onEdit: (editing: Editing) => void
  onUse: ((reply: ReplyText) => void) | undefined
}) {
  const { onEdit, onUse } = props
  const replies = useSavedReplies()
  const { data, shareable, refresh, dismissOwn } = replies
  const list = useRef<HTMLDivElement>(null)
  const deletion = useUndoableDeletion<SavedReply>({
    noun: 'reply',
    nameOf: ({ shortcut }) => `/${shortcut}`,
    remove: ({ id }) => call(browser, savedReplies.remove, { id }),
    restore: ({ shortcut, text }) =>
      call(browser, savedReplies.create, { shortcut, text }, { idempotencyKey: newKey() }),
    refresh,
  })
  return (
    <div ref={list} className="grid gap-4">
      {shareable.length > 0 && (
        <Sharing replies={shareable} onDone={dismissOwn} refresh={refresh} />
      )}
      {deletion.notice}
      <Loaded
        query={replies}
        message="Failed to fetch the saved replies"
        skeleton={<SkeletonList rows={4} />}
      >
        {(all) =>
          all.length === 0 ? (
            <EmptyState title="No saved replies yet">
              Save a text you write often, and everyone can use it.
            </EmptyState>
          ) : (
            <ul className="reply-list">
              {all.map((reply) => (
                <li key={reply.id} className="reply-row">
                  <div className="min-w-0">
                    <p dir="auto" className="mono break-all">
                      /{reply.shortcut}
                    </p>
                    <p dir="auto" className="reply-text">
                      {reply.text}
                    </p>
                  </div>
                  <span className="flex flex-none items-start gap-1">
                    {onUse && (
                      <Button
                        size="sm"
                        aria-label={`Use /${reply.shortcut}`}
                        onClick={() => onUse(reply)}
                      >
                        Use
                      </Button>
                    )}
                    <Button
                      variant="quiet"
                      size="sm"
                      aria-label={`Edit /${reply.shortcut}`}
                      onClick={() => onEdit({ reply })}
                    >
                      Edit
                    </Button>
                    <RowMenu
                      label={`More for /${reply.shortcut}`}
                      items={[
                        {
                          label: 'Delete',
                          danger: true,
                          keepsFocus: true,
                          onSelect: () => deletion.remove(reply),
                        },
                      ]}
                    />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {data && (
        <p>
          <Button icon={Plus} onClick={() => onEdit({ reply: null })}>
            New Reply
          </Button>
        </p>
      )}
    </div>
  )
}

/** Offers to share this browser's replies with the team or to discard them. */
function Sharing(props: {
  replies: readonly ReplyText[]
  onDone: () => void
  refresh: () => Promise<unknown>
}) {
  const { replies, onDone, refresh } = props
  const sharing = useMutation({
    mutationFn: async () => {
      for (const { shortcut, text } of replies) {
        const wanted = shortcutOf(shortcut).replace(/[^a-z0-9-]/g, '')
        if (!wanted) continue
        await call(browser, savedReplies.create, { shortcut: wanted, text }).catch((error) => {
          // A colleague already uses this shortcut, so theirs stays.
          if (!(error instanceof ApiError && error.code === 'conflict')) throw error
        })
      }
    },
    onSuccess: async () => {
      onDone()
      await refresh()
      showSuccess('Replies shared with the team')
    },
    onError: (error) => {
      void refresh()
      showFailure(error, 'Failed to share the replies')
    },
  })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-canary-soft px-4 py-3">
      <p className="min-w-0 flex-1">
        {replies.map(({ shortcut }) => `/${shortcut}`).join(', ')}:{' '}
        {replies.length === 1 ? 'only you have it.' : 'only you have them.'}
      </p>
      <span className="flex flex-wrap gap-2">
        <SaveButton size="sm" busy={sharing.isPending} onClick={() => sharing.mutate()}>
          Share {counted(replies.length, 'Reply', 'Replies')} with the Team
        </SaveButton>
        <Button size="sm" variant="quiet" onClick={onDone}>
          No, Thanks
        </Button>
      </span>
    </div>
  )
}
