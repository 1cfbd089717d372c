import { methodAndPath } from '#contract/endpoint.ts'
import { chatOpening } from '#features/chat/widget/use-chat-opening.ts'
import { ApiError } from '#web/api/api-error.ts'
import { gate } from '#web/api/browser.ts'
import { toast } from '#web/ui/toast-store.ts'

// Only previews load this module, before hydration. Their content security policy also blocks
// sending.
const message = 'Preview: nothing is sent.'

gate.pass = (endpoint, send) => {
  if (methodAndPath(endpoint).method === 'GET') return send()
  return Promise.reject(new ApiError(403, JSON.stringify({ code: 'forbidden', message }), ''))
}

// Runs before React's handlers, which would report the unsent form as a failure.
addEventListener(
  'submit',
  (event) => {
    event.preventDefault()
    event.stopPropagation()
    toast({ title: message })
  },
  true,
)

chatOpening.show = () => toast({ title: message })
chatOpening.expect = () => {}
chatOpening.restore = () => {}
