import { Component, type ReactNode } from 'react'

type Props = {
  /** What is shown; another one is tried again after a failure. */
  content: unknown
  /** In place of what could not be shown. */
  failure: ReactNode
  children: ReactNode
}

type State = { content: unknown; isFailed: boolean }

/** A part that cannot be shown, such as one with an answer of another version, leaves the rest. */
export class PartBoundary extends Component<Props, State> {
  override state: State = { content: this.props.content, isFailed: false }

  static getDerivedStateFromError() {
    return { isFailed: true }
  }

  static getDerivedStateFromProps({ content }: Props, state: State) {
    return content === state.content ? null : { content, isFailed: false }
  }

  override render() {
    return this.state.isFailed ? this.props.failure : this.props.children
  }
}
