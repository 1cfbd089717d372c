import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

type State<Message, Answer> = {
  isPending?: boolean
  message?: Message
  answer?: Answer
  error?: unknown
}

/** `onAnswer` and `onError` run even after unmounting. `onRefused` runs last, after rendering. */
export function useSend<Message, Answer>(
  send: (message: Message) => Promise<Answer>,
  options: {
    onAnswer?: (answer: Answer, message: Message) => void
    onError?: (error: unknown, message: Message) => void
    onRefused?: (error: unknown) => void
  },
) {
  const [state, setState] = useState<State<Message, Answer>>({})
  const underWay = useRef(false)

  async function start(message: Message): Promise<void> {
    if (underWay.current) return
    underWay.current = true
    setState({ isPending: true, message })
    const result: State<Message, Answer> = { message }
    try {
      result.answer = await send(message)
    } catch (error) {
      result.error = error
    }
    underWay.current = false
    if (!('error' in result)) options.onAnswer?.(result.answer as Answer, message)
    else options.onError?.(result.error, message)
    flushSync(() => setState(result))
    if ('error' in result) options.onRefused?.(result.error)
  }
  return {
    ...state,
    isPending: state.isPending === true,
    isBusy: () => underWay.current,
    start: (message: Message) => void start(message),
    reset: () => setState({}),
  }
}
